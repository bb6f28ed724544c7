//! `nonogram setup BOARD`: prints the udev rules that let a user load and use a board on Linux, and the commands that install them.

use clap::Args;

use super::Subcommand;
use crate::exit::{Exit, Outcome};
use crate::output;
use crate::targets;

/// Print the udev rules that a board needs on Linux, and how to install them
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram setup ulx3s
  nonogram setup ulx3s | sudo tee /etc/udev/rules.d/70-nonogram-ulx3s.rules

The rules are printed on stdout, the commands that install them on stderr.")]
pub struct Setup {
    /// The board; `nonogram boards` lists them
    #[arg(value_name = "BOARD")]
    board: String,
}

impl Subcommand for Setup {
    const NAME: &'static str = "setup";

    fn run(self) -> Outcome {
        let target = targets::find(&self.board)?;
        let mut text = format!(
            "# {}: access to its programmer and serial port for the group plugdev and the user at the machine.\n",
            target.title
        );
        for device in &target.usb {
            let (vendor, product) = (device.vendor(), device.product());
            text += &format!(
                "SUBSYSTEM==\"usb|tty|hidraw\", ATTRS{{idVendor}}==\"{vendor}\", ATTRS{{idProduct}}==\"{product}\", \
                 MODE=\"0660\", GROUP=\"plugdev\", TAG+=\"uaccess\"\n"
            );
        }
        output::stdout(text)?;
        let name = &target.name;
        say!(
            "nonogram: run once:\n  \
             nonogram setup {name} | sudo tee /etc/udev/rules.d/70-nonogram-{name}.rules\n  \
             sudo udevadm control --reload && sudo udevadm trigger\n  \
             sudo usermod -aG plugdev,dialout $USER     (takes effect at the next login)\n\
             then plug the board in, and find its port with `nonogram ports`"
        );
        Ok(Exit::Solved)
    }
}
