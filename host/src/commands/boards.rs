//! `nonogram boards`: lists the supported boards. `nonogram setup BOARD`: prints the udev rules that let a user load and use a board on Linux.
//! `nonogram flash`: loads a bitstream into a board, with openFPGALoader.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use nonogram_sim::children::{self, Group};
use nonogram_sim::tools::OPENFPGALOADER;

use crate::exit::{Exit, Failure, OrExit, Outcome, failure};
use crate::families::Load;
use crate::targets::{self, Flow, OnBoard, Target};
use crate::{output, screen, stop, toolchain};

/// List the supported boards
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram boards
  nonogram boards --json")]
pub struct Boards {
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

impl Boards {
    pub fn run(self) -> Outcome {
        let boards = targets::all()?;
        if self.json {
            boards.iter().try_for_each(output::json)?;
            return Ok(Exit::Solved);
        }
        let row = |board: Target| {
            let designs = board.designs.join(", ");
            [board.name, board.part, board.title, designs]
        };
        screen::table(["NAME", "PART", "BOARD", "DESIGNS"], boards.into_iter().map(row))?;
        Ok(Exit::Solved)
    }
}

/// Print the udev rules that a board needs on Linux, and how to install them
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram setup ulx3s
  nonogram setup ulx3s | sudo tee /etc/udev/rules.d/70-nonogram-ulx3s.rules

The rules are printed on stdout, the commands that install them on stderr.")]
pub struct Setup {
    /// The board; `nonogram boards` lists them
    #[arg(value_name = "BOARD", hide_possible_values = true, value_parser = targets::parser())]
    board: Target,
}

impl Setup {
    pub fn run(self) -> Outcome {
        let target = self.board;
        let mut text = format!(
            "# {}: access to its programmer and serial port for the group plugdev and the user at the machine.\n",
            target.title
        );
        for device in &target.usb {
            let (vendor, product) = device.split_once(':').unwrap_or_default();
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

/// Load a bitstream into a board
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram flash --board hx8k_breakout
  nonogram flash --board ulx3s --permanent
  nonogram flash --board ulx3s --build clue32 --from nonogram-bitstreams-*-ulx3s
  nonogram flash --board nexys4ddr --dry-run top.bit

Without --permanent, the bitstream is written to the FPGA's own memory and is lost at power-off. With --permanent, and always on iCE40 \
boards, it is written to flash memory and survives. stderr reports which applies. `nonogram setup BOARD` prints the udev rules that \
Linux needs for the programmer.")]
pub struct Flash {
    #[command(flatten)]
    design: OnBoard,

    /// The bitstream [default: BOARD-BUILD in --from, with the extension of the board's bitstreams]
    #[arg(value_name = "FILE", conflicts_with_all = ["from", "build"])]
    file: Option<PathBuf>,

    /// The folder of the bitstream
    #[arg(long, value_name = "FOLDER", default_value = "build")]
    from: PathBuf,

    /// Write the board's flash memory, which keeps the bitstream at power-off; on iCE40 boards it is always written
    #[arg(long)]
    permanent: bool,

    /// The programmer, by its name in openFPGALoader [default: the board's own]
    #[arg(long, value_name = "NAME")]
    cable: Option<String>,

    /// The serial number of the programmer, if several with an FTDI chip are connected
    #[arg(long, value_name = "NUMBER")]
    serial: Option<String>,

    /// Print the command without running it
    #[arg(long)]
    dry_run: bool,
}

impl Flash {
    pub fn run(self) -> Outcome {
        let target = &self.design.board;
        let Some(programmer) = &target.programmer else {
            return Err(failure!(
                Exit::Usage,
                "{}: this command cannot load the board; expected one that openFPGALoader supports: {}",
                target.name,
                target.notes
            ));
        };
        let bitstream = self.bitstream(target)?;
        let arguments = self.arguments(target, programmer, &bitstream);
        say!("nonogram: {}: {}", target.name, target.family.load.lasts(self.permanent));
        if self.dry_run {
            say!("nonogram: dry run: nothing is loaded; the command is on stdout");
            let words = arguments.iter().map(|word| word.as_encoded_bytes());
            let words = [OPENFPGALOADER.name.as_bytes()].into_iter().chain(words);
            output::stdout(shlex::bytes::try_join(words).or_exit(Exit::Fault)?)?;
            output::stdout("\n")?;
            return Ok(Exit::Solved);
        }
        let loader = OPENFPGALOADER.find()?;
        let mut command = loader.command();
        command.args(&arguments);
        let status = children::spawn(&mut command)
            .and_then(Group::wait)
            .with_context(|| {
                format!("{}: cannot be run; check its installation", loader.path.display())
            })
            .or_exit(Exit::Fault)?;
        if status.success() {
            return Ok(Exit::Solved);
        }
        if stop::requested() {
            return Err(Failure::Interrupted);
        }
        Err(failure!(
            Exit::Fault,
            "{} failed ({status}); expected the board on USB, unused, and permission to use it: plug it in, close \
                 other programs that use it, and on Linux install the rules of `nonogram setup {}`",
            loader.path.display(),
            target.name
        ))
    }

    /// The file of the bitstream.
    ///
    /// # Errors
    /// The design is not one of the board's, or there is no such file.
    fn bitstream(&self, target: &Target) -> Result<PathBuf, Failure> {
        let file = match &self.file {
            Some(file) => file.clone(),
            None => {
                // The open flow has no extension for the boards of the Vivado flow, which writes `.bit`.
                let extension = toolchain::extension(target).unwrap_or("bit");
                let build = self.design.build()?;
                self.from.join(format!("{}-{}.{extension}", target.name, build.name))
            }
        };
        if file.is_file() {
            return Ok(file);
        }
        let options = self.design.options();
        let remedy = match target.flow {
            Flow::Open => format!(
                "build it with `nonogram bitstream {options}`, correct its name, or name its folder with --from"
            ),
            Flow::Vivado => format!(
                "build it with `nonogram vivado {options} --output DIR` and then Vivado, and add --from DIR; or correct its \
                 name"
            ),
        };
        Err(failure!(Exit::Usage, "{}: no bitstream there; expected one: {remedy}", file.display()))
    }

    /// The arguments for openFPGALoader.
    fn arguments(&self, target: &Target, programmer: &str, file: &Path) -> Vec<OsString> {
        let mut arguments = vec!["--board".into(), programmer.into()];
        if let Some(cable) = &self.cable {
            arguments.extend(["--cable".into(), cable.into()]);
        }
        if let Some(serial) = &self.serial {
            arguments.extend(["--ftdi-serial".into(), serial.into()]);
        }
        if self.permanent && target.family.load == Load::Memory {
            arguments.push("--write-flash".into());
        }
        arguments.push(plain(file));
        arguments
    }
}

/// The path in a form that programs take for a file: after `./` if it could be an option.
fn plain(path: &Path) -> OsString {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(path).into()
    } else {
        path.into()
    }
}
