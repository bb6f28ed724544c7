# Packages the stream top of a design as an IP core for Vivado's block designs.
# Run: vivado -mode batch -source package.tcl -tclargs FILE DESIGN [PART [VERSION]]
# It writes the folder nonogram_DESIGN_ip, with the core in its folder core, and ends with exit code 1 if anything is wrong.
# SPDX-License-Identifier: MIT OR Apache-2.0

proc fail {message} {
    puts stderr "package.tcl: $message"
    exit 1
}

# Returns the text of a file.
proc text_of {path} {
    set channel [open $path]
    set text [read $channel]
    close $channel
    return $text
}

# Returns a Verilog module with the parameters and ports of the SystemVerilog module `top`, except s_axis_tuser, which is 0: Vivado packages
# no top in SystemVerilog, and AXI DMA has no tuser.
proc wrapper {name top parameters ports} {
    set declared {}
    set passed {}
    foreach {all parameter value} [regexp -all -inline {parameter logic \[31:0\] (\w+) = (\d+)} $parameters] {
        lappend declared "    parameter integer $parameter = $value"
        lappend passed ".${parameter}($parameter)"
    }
    set pins {}
    set connected {}
    foreach {all direction range port} [regexp -all -inline -line {^\s*(input|output) (?:wire|logic) (\[\d+:0\] )?(\w+)} $ports] {
        if {$port eq "s_axis_tuser"} {
            lappend connected "        .${port}(1'b0)"
            continue
        }
        lappend pins "    $direction wire $range$port"
        lappend connected "        .${port}($port)"
    }
    return "// Written by package.tcl.
// SPDX-License-Identifier: MIT OR Apache-2.0
module $name #(
[join $declared ",\n"]
) (
[join $pins ",\n"]
);
    $top #([join $passed {, }]) solver(
[join $connected ",\n"]
    );
endmodule
"
}

if {[llength $argv] < 2 || [llength $argv] > 4} {
    fail "expected FILE DESIGN \[PART \[VERSION\]\], such as core.sv clue32 xc7z020clg400-1"
}
lassign $argv file design part version
if {$part eq ""} { set part xc7z020clg400-1 }
set top nonogram_${design}_stream
set write "nonogram verilog --build $design --top stream --output $file"
if {![file isfile $file]} { fail "there is no file $file: write it with `$write`" }
set text [text_of $file]
if {![regexp {^\w+$} $design] || ![regexp "\nmodule $top #\\((.*?)\n\\) \\((.*?)\n\\);" $text all parameters ports]} {
    fail "$file has no module $top: write it with `$write`"
}
if {$version eq ""} {
    # The version of the project that the script belongs to.
    set manifest [file join [file dirname [file normalize [info script]]] .. .. Cargo.toml]
    if {![file isfile $manifest] || ![regexp -line {^version = "(.*)"$} [text_of $manifest] all version]} {
        fail "expected the version of the core after the part: there is no Cargo.toml of the project"
    }
}
set description "Nonogram solver, design $design"
regexp {^// (Nonogram solver, .*?)\n// Generated} $text all description
set description [string map {"\n// " " "} $description]

set folder [file normalize nonogram_${design}_ip]
file delete -force $folder
file mkdir $folder
set module nonogram_${design}_ip
set source [file join $folder $module.v]
set channel [open $source w]
puts -nonewline $channel [wrapper $module $top $parameters $ports]
close $channel

create_project $module [file join $folder project] -part $part
add_files -norecurse [list [file normalize $file] $source]
set_property file_type SystemVerilog [get_files [file normalize $file]]
set_property top $module [current_fileset]
update_compile_order -fileset [current_fileset]
ipx::package_project -root_dir [file join $folder core] -vendor nonogram -library user -taxonomy /UserIP -import_files
set core [ipx::current_core]
set_property name $top $core
set_property version $version $core
set_property display_name "Nonogram solver $design" $core
set_property description $description $core

# The packager infers the interfaces from the names of the ports.
foreach {name type mode} {
    aclk signal:clock slave
    aresetn signal:reset slave
    s_axis interface:axis slave
    m_axis interface:axis master
} {
    set interface($name) [ipx::get_bus_interfaces -quiet $name -of_objects $core]
    if {[llength $interface($name)] != 1} { fail "Vivado inferred no interface $name" }
    set inferred [get_property bus_type_vlnv $interface($name)]
    if {![string match "*:$type:*" $inferred]} { fail "Vivado inferred $inferred for $name; expected $type" }
    set inferred [get_property interface_mode $interface($name)]
    if {$inferred ne $mode} { fail "Vivado inferred the mode $inferred for $name; expected $mode" }
}
foreach name {s_axis m_axis} { ipx::associate_bus_interfaces -busif $name -clock aclk $core }
ipx::associate_bus_interfaces -clock aclk -reset aresetn $core
set polarity [ipx::get_bus_parameters -quiet POLARITY -of_objects $interface(aresetn)]
if {[llength $polarity] == 0} { set polarity [ipx::add_bus_parameter POLARITY $interface(aresetn)] }
set_property value ACTIVE_LOW $polarity
# Without the parameter, the clock of the block design determines the frequency.
foreach name {aclk s_axis m_axis} {
    if {[llength [ipx::get_bus_parameters -quiet FREQ_HZ -of_objects $interface($name)]] > 0} {
        ipx::remove_bus_parameter FREQ_HZ $interface($name)
    }
}

ipx::create_xgui_files $core
ipx::update_checksums $core
# Versions of Vivado differ in whether a fault is an error, the result 0, or a critical warning.
set before [get_msg_config -severity {CRITICAL WARNING} -count]
if {[catch {ipx::check_integrity $core} result] || [string is false -strict $result]} {
    fail "Vivado's check of the core failed ($result); see its messages above"
}
if {[get_msg_config -severity {CRITICAL WARNING} -count] > $before} {
    fail "Vivado's check of the core has critical warnings; see its messages above"
}
ipx::save_core $core
close_project
puts "nonogram:user:$top:$version is in [file join $folder core]"
