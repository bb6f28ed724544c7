# @TITLE@, design @BUILD@. Run: vivado -mode batch -source build.tcl
# SPDX-License-Identifier: MIT OR Apache-2.0
cd [file dirname [file normalize [info script]]]
read_verilog -sv design.sv
read_verilog @WRAPPER@
read_xdc @CONSTRAINTS@
synth_design -top @NAME@ -part @PART@@GENERIC@
opt_design
place_design
phys_opt_design
route_design
report_utilization -file utilization.rpt
report_methodology -file methodology.rpt
report_cdc -details -file cdc.rpt
report_drc -file drc.rpt
report_pulse_width -file pulse_width.rpt
report_timing_summary -delay_type min_max -file timing_summary.rpt
# The line below the headings WNS, TNS, ... has the worst slack of setup, hold and pulse width in columns 0, 4 and 8, in ns.
set summary [report_timing_summary -delay_type min_max -return_string]
if {![regexp {WNS\(ns\)[^\n]*\n[- ]*\n([^\n]*)} $summary all figures]} {
    puts stderr "no timing figures in timing_summary.rpt"
    exit 1
}
set failed 0
foreach {kind column} {setup 0 hold 4 {pulse width} 8} {
    set slack [lindex $figures $column]
    if {![string is double -strict $slack] || $slack < 0} {
        puts stderr "timing not met: slack of $kind is $slack ns, see timing_summary.rpt"
        set failed 1
    }
}
if {$failed} { exit 1 }
write_bitstream -force @NAME@-@BUILD@.bit
