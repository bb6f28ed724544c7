# Real Digital Urbana: pins and clock of the module urbana.
# SPDX-License-Identifier: MIT OR Apache-2.0
set_property -dict { PACKAGE_PIN N15  IOSTANDARD LVCMOS33 } [get_ports { clk }]
create_clock -name clk -period 10.000 [get_ports { clk }]
set_property -dict { PACKAGE_PIN J2   IOSTANDARD LVCMOS25 } [get_ports { rst }]
set_property -dict { PACKAGE_PIN B16  IOSTANDARD LVCMOS33 } [get_ports { uart_rx }]
set_property -dict { PACKAGE_PIN A16  IOSTANDARD LVCMOS33 } [get_ports { uart_tx }]
set_property -dict { PACKAGE_PIN C13  IOSTANDARD LVCMOS33 } [get_ports { led[0] }]
set_property -dict { PACKAGE_PIN C14  IOSTANDARD LVCMOS33 } [get_ports { led[1] }]
set_property -dict { PACKAGE_PIN D14  IOSTANDARD LVCMOS33 } [get_ports { led[2] }]
set_property -dict { PACKAGE_PIN D15  IOSTANDARD LVCMOS33 } [get_ports { led[3] }]
set_property -dict { PACKAGE_PIN D16  IOSTANDARD LVCMOS33 } [get_ports { led[4] }]

# The reset button, the serial line and the lock of the MMCM are asynchronous; each ends at the first flip-flop of a synchroniser. The
# serial output and the LEDs have no timing requirement.
set_false_path -to [get_pins -hierarchical -filter { NAME =~ *_sync/first_reg/D }]
set_false_path -from [get_ports { rst uart_rx }]
set_false_path -to [get_ports { uart_tx led[*] }]

set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]
