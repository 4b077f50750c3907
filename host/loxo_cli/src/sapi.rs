//! Where scripts on the command line write to, and where their errors are logged.

use loxo_runtime::Sapi;

/// Writes everything to standard output. False: it is closed.
pub fn write_stdout(mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        match rustix::io::write(rustix::stdio::stdout(), bytes) {
            Ok(0) => return false,
            Ok(n) => bytes = &bytes[n..],
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::AGAIN) => std::thread::sleep(std::time::Duration::from_millis(1)),
            Err(_) => return false,
        }
    }
    true
}

/// The command line.
pub struct CliSapi;

impl Sapi for CliSapi {
    fn name(&self) -> &'static str {
        "cli"
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        write_stdout(bytes)
    }

    fn log(&mut self, message: &[u8]) {
        log_to_stderr(message);
    }
}

/// A server that is not there yet: what runs while it starts speaks to the terminal.
pub struct StartupSapi(pub &'static str);

impl Sapi for StartupSapi {
    fn name(&self) -> &'static str {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        write_stdout(bytes)
    }

    fn log(&mut self, message: &[u8]) {
        log_to_stderr(message);
    }
}

/// A line on standard error.
pub fn log_to_stderr(message: &[u8]) {
    let _ = rustix::io::write(rustix::stdio::stderr(), &[message, b"\n"].concat());
}
