//! Child programs; on Unix each has its own process group, so that killing the program also kills its children.
//! Interface: [`spawn`] starts a program; [`stop`] ends all running programs (on Unix only) and prevents later starts.

use std::io;
use std::process::{Child, Command, ExitStatus, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The running process groups, by the process id of their first process, and whether [`stop`] was called.
struct Groups {
    running: Vec<u32>,
    stopped: bool,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups { running: Vec::new(), stopped: false });

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program.
#[derive(Debug)]
pub struct Group {
    /// The child process, with its pipes.
    pub child: Child,
}

/// Starts a program.
///
/// # Errors
/// The program cannot be started, or [`stop`] was called before.
pub fn spawn(command: &mut Command) -> io::Result<Group> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The lock is held during the start: `stop` either sees the new group or prevents the start.
    let mut groups = groups();
    if groups.stopped {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
    }
    let child = command.spawn()?;
    groups.running.push(child.id());
    Ok(Group { child })
}

impl Group {
    /// Waits until the program ends.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn wait(mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }

    /// Collects the program's output, as far as it is piped, until the program ends; returns the output and the exit status.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn output(mut self) -> io::Result<Output> {
        use std::io::Read;
        let mut stderr = Vec::new();
        let (mut out, err) = (self.child.stdout.take(), self.child.stderr.take());
        let mut stdout = Vec::new();
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| err.map_or(Ok(0), |mut err| err.read_to_end(&mut stderr)));
            let read = out.as_mut().map_or(Ok(0), |out| out.read_to_end(&mut stdout));
            let also = reader.join().unwrap_or(Ok(0));
            read.and(also)
        })?;
        let status = self.child.wait()?;
        Ok(Output { status, stdout, stderr })
    }

    /// Kills the program and, on Unix, its process group.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn kill(&mut self) -> io::Result<()> {
        end(self.child.id(), Ending::AtOnce);
        self.child.kill()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let id = self.child.id();
        // A program that still runs is killed, because no caller can wait for it any more.
        if matches!(self.child.try_wait(), Ok(None)) {
            // `drop` cannot return errors, so they are ignored.
            let _ = self.kill();
            let _ = self.child.wait();
        }
        groups().running.retain(|group| *group != id);
    }
}

/// A way to end a process group.
#[derive(Clone, Copy)]
enum Ending {
    /// By a signal that lets programs remove their temporary files.
    Orderly,
    AtOnce,
}

/// Time that programs have to end after the first signal.
const GRACE: Duration = Duration::from_secs(2);

/// Interval between checks for the end of all programs.
const POLL: Duration = Duration::from_millis(10);

/// Ends every running program and its process group, if necessary by force after 2 s, and prevents later starts. Returns whether any
/// program was running. On systems other than Unix it ends no program.
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
    // A group that no longer exists has ended already.
    let _ = group.map(|group| kill_process_group(group, signal));
}

/// Other systems have no process groups; [`Group::kill`] ends the program alone.
#[cfg(not(unix))]
fn end(_: u32, _: Ending) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Stdio;

    #[test]
    fn all_output_is_collected() {
        // More output than a pipe buffers, on stdout and on stderr.
        let script = "i=0; while [ $i -lt 20000 ]; do echo 123456789; echo 987654321 >&2; i=$((i+1)); done; exit 3";
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = spawn(&mut command).unwrap().output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert_eq!([output.stdout.len(), output.stderr.len()], [200_000; 2]);
    }

    #[test]
    fn children_of_a_program_end_with_it() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & echo $!; wait"]);
        command.stdout(Stdio::piped());
        let mut group = spawn(&mut command).unwrap();
        let mut stdout = group.child.stdout.take().unwrap();
        let mut first = [0];
        io::Read::read_exact(&mut stdout, &mut first).unwrap();
        drop(group);
        // The read ends only when every holder of the pipe's other end has closed it.
        io::Read::read_to_end(&mut stdout, &mut Vec::new()).unwrap();
    }
}
