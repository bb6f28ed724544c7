//! Programs that we run, each in a process group of its own, so that whatever it starts ends with it.
//!
//! [`spawn`] starts one; [`stop`] ends all that run, and every later one before it starts.

use std::io;
use std::process::{Child, Command, ExitStatus, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The process groups that run, by the id of their first process.
struct Groups {
    running: Vec<u32>,
    stopped: bool,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups {
    running: Vec::new(),
    stopped: false,
});

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program.
#[derive(Debug)]
pub struct Group {
    /// The program itself, with its pipes.
    pub child: Child,
}

/// Starts a program.
///
/// # Errors
/// It cannot be started, or [`stop`] was called before.
pub fn spawn(command: &mut Command) -> io::Result<Group> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Held while it starts: it is either seen by `stop`, or not started.
    let mut groups = groups();
    if groups.stopped {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
    }
    let child = command.spawn()?;
    groups.running.push(child.id());
    Ok(Group { child })
}

impl Group {
    /// Waits for the program's end.
    ///
    /// # Errors
    /// The system's.
    pub fn wait(mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }

    /// Reads all that the program prints into its pipes, until its end.
    ///
    /// # Errors
    /// The system's.
    pub fn output(mut self) -> io::Result<Output> {
        use std::io::Read;
        let mut stderr = Vec::new();
        let (mut out, err) = (self.child.stdout.take(), self.child.stderr.take());
        let mut stdout = Vec::new();
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| err.map_or(Ok(0), |mut err| err.read_to_end(&mut stderr)));
            let read = out
                .as_mut()
                .map_or(Ok(0), |out| out.read_to_end(&mut stdout));
            let also = reader.join().unwrap_or(Ok(0));
            read.and(also)
        })?;
        let status = self.child.wait()?;
        Ok(Output {
            status,
            stdout,
            stderr,
        })
    }

    /// Ends the program and what it started.
    ///
    /// # Errors
    /// The system's.
    pub fn kill(&mut self) -> io::Result<()> {
        end(self.child.id(), Ending::AtOnce);
        self.child.kill()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let id = self.child.id();
        // One that was not waited for is of no more use to anybody.
        if matches!(self.child.try_wait(), Ok(None)) {
            // It may have ended meanwhile.
            let _ = self.kill();
            let _ = self.child.wait();
        }
        groups().running.retain(|group| *group != id);
    }
}

/// How a group is asked to end.
#[derive(Clone, Copy)]
enum Ending {
    /// With time to remove its temporary files.
    Orderly,
    AtOnce,
}

/// Programs get this long to end in order.
const GRACE: Duration = Duration::from_secs(2);

/// Looked at this often meanwhile.
const POLL: Duration = Duration::from_millis(10);

/// Ends every program that runs, and whatever it started; later ones do not start. Tells whether there was one.
pub fn stop() -> bool {
    let running = {
        let mut groups = groups();
        groups.stopped = true;
        groups.running.clone()
    };
    for &group in &running {
        end(group, Ending::Orderly);
    }
    let start = Instant::now();
    while start.elapsed() < GRACE && !groups().running.is_empty() {
        std::thread::sleep(POLL);
    }
    for &group in &running {
        end(group, Ending::AtOnce);
    }
    !running.is_empty()
}

#[cfg(unix)]
fn end(group: u32, how: Ending) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = match how {
        Ending::Orderly => Signal::TERM,
        Ending::AtOnce => Signal::KILL,
    };
    let group = i32::try_from(group).ok().and_then(Pid::from_raw);
    // Without a process it is gone, as it should be.
    let _ = group.map(|group| kill_process_group(group, signal));
}

/// Elsewhere there are no process groups; [`Group::kill`] ends the program alone.
#[cfg(not(unix))]
fn end(_: u32, _: Ending) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Stdio;

    #[test]
    fn all_that_is_printed_is_read() {
        // More than a pipe holds, on both.
        let script = "i=0; while [ $i -lt 20000 ]; do echo 123456789; echo 987654321 >&2; i=$((i+1)); done; exit 3";
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = spawn(&mut command).unwrap().output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert_eq!([output.stdout.len(), output.stderr.len()], [200_000; 2]);
    }

    #[test]
    fn what_a_program_started_ends_with_it() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & echo $!; wait"]);
        command.stdout(Stdio::piped());
        let mut group = spawn(&mut command).unwrap();
        let mut stdout = group.child.stdout.take().unwrap();
        let mut first = [0];
        io::Read::read_exact(&mut stdout, &mut first).unwrap();
        drop(group);
        // The end of the pipe comes only when nobody holds its other end any more.
        io::Read::read_to_end(&mut stdout, &mut Vec::new()).unwrap();
    }
}
