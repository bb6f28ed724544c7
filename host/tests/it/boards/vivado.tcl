# Stubs for Vivado's commands, with which the tests run scripts for Vivado under tclsh. A test sets before:
# figures: the line of figures in the timing summary
# missing: the interface that the IP packager does not infer
# integrity: the body of ipx::check_integrity; the number of critical warnings is in criticals
foreach {name default} {figures {} missing {} integrity {expr 1}} {
    if {![info exists $name]} { set $name $default }
}
namespace eval ipx {}
foreach name {synth_design opt_design place_design phys_opt_design route_design report_utilization report_methodology report_cdc
              report_drc report_pulse_width write_bitstream create_project update_compile_order close_project
              ipx::create_xgui_files ipx::update_checksums} {
    proc $name args "puts \"$name \$args\"; return 0"
}
proc require file { if {![file exists $file]} { error "no $file" } }
proc read_verilog args { require [lindex $args end] }
proc read_xdc file { require $file }
proc report_timing_summary args {
    return "| Design Timing Summary
    WNS(ns)  TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints  WHS(ns)  THS(ns)  THS Failing Endpoints  THS Total Endpoints  WPWS(ns)
    -------  -------  ---------------------  -------------------  -------  -------  ---------------------  -------------------  --------
    $::figures
"
}

# The IP packager. An object is a file, the file set, the core, an interface, or a parameter of an interface: INTERFACE/NAME.
set criticals 1
array set property {}
proc set_property {name value object} {
    if {$object eq ""} { error "set_property $name: no object" }
    set ::property($object,$name) $value
}
proc get_property {name object} { return $::property($object,$name) }
proc get_msg_config {severity_option severity count} { return $::criticals }
proc add_files {norecurse files} { foreach file $files { require $file; lappend ::sources $file } }
proc get_files file { if {$file in $::sources} { return $file } }
proc current_fileset {} { return fileset }
proc ipx::current_core {} { return core }
proc ipx::infer {name type mode} {
    if {$name eq $::missing} { return }
    set_property bus_type_vlnv xilinx.com:$type:1.0 $name
    set_property interface_mode $mode $name
    if {$type ne "signal:reset"} { set_property value 100000000 $name/FREQ_HZ }
}
# Infers the interfaces from the ports of the top, which must be in Verilog.
proc ipx::package_project args {
    puts "ipx::package_project $args"
    foreach source $::sources {
        if {[file extension $source] ne ".v"} { continue }
        set channel [open $source]
        set text [read $channel]
        close $channel
        if {[string first "module [get_property top fileset] " $text] < 0} { continue }
        foreach {all direction port} [regexp -all -inline -line {^ *(input|output) wire (?:\[7:0\] )?(\w+)} $text] {
            if {$port eq "aclk"} { infer aclk signal:clock slave }
            if {$port eq "aresetn"} { infer aresetn signal:reset slave }
            if {[regexp {^(.*)_tdata$} $port all name]} {
                infer $name interface:axis [expr {$direction eq "input" ? "slave" : "master"}]
            }
        }
    }
}
proc ipx::get_bus_interfaces {quiet name of_objects core} {
    if {[info exists ::property($name,interface_mode)]} { return $name }
}
proc ipx::get_bus_parameters {quiet name of_objects interface} {
    if {[info exists ::property($interface/$name,value)]} { return $interface/$name }
}
proc ipx::add_bus_parameter {name interface} { return $interface/$name }
proc ipx::remove_bus_parameter {name interface} { unset ::property($interface/$name,value) }
proc ipx::associate_bus_interfaces args {
    array set given [lrange $args 0 end-1]
    foreach {option parameter} {-busif ASSOCIATED_BUSIF -reset ASSOCIATED_RESET} {
        if {[info exists given($option)]} { lappend ::property($given(-clock)/$parameter,value) $given($option) }
    }
}
proc ipx::check_integrity core { eval $::integrity }
proc ipx::save_core core {
    foreach key [lsort [array names ::property]] {
        if {![string match *.sv,* $key]} { puts "saved $key $::property($key)" }
    }
}
