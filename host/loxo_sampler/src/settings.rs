//! How a server looks at itself.

use std::path::PathBuf;
use std::time::Duration;

use crate::traces::TraceSettings;

/// Between two looks at the workers.
const PERIOD: Duration = Duration::from_millis(40);

#[derive(Clone, Debug)]
pub struct Settings {
    /// Between two looks at the workers; `None`: nobody looks.
    pub period: Option<Duration>,
    /// Where the pages about the server are: `HOST:PORT`, the path of a Unix socket, or `off`; `None`: a socket of its own.
    pub admin: Option<String>,
    /// The file with what those who come from elsewhere must show.
    pub token: Option<PathBuf>,
    /// The folder where profiles are kept.
    pub folder: Option<PathBuf>,
    pub traces: TraceSettings,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { period: Some(PERIOD), admin: None, token: None, folder: None, traces: TraceSettings::default() }
    }
}

/// The names that [`Settings::set`] knows.
const NAMES: [&str; 7] = ["admin", "admin-token", "sample-period", "profile-folder", "trace-secret", "trace-one-in", "trace-slower-than"];

impl Settings {
    /// Is there a setting of that name?
    pub fn knows(name: &[u8]) -> bool {
        NAMES.iter().any(|known| known.as_bytes() == name)
    }

    /// Sets what is called `name`; `None`: nothing is. The error is what would be right.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), &'static str>> {
        let wrong = match name {
            "admin" => {
                self.admin = Some(value.to_string());
                None
            }
            "admin-token" => {
                self.token = Some(value.into());
                None
            }
            "profile-folder" => {
                self.folder = Some(value.into());
                None
            }
            "trace-secret" => {
                self.traces.secret_file = Some(value.into());
                None
            }
            "sample-period" if value == "off" => {
                self.period = None;
                None
            }
            "sample-period" => match milliseconds(value).filter(|period| *period >= Duration::from_millis(1)) {
                Some(period) => {
                    self.period = Some(period);
                    None
                }
                None => Some("off, or a time from 1ms is needed"),
            },
            "trace-one-in" => match value.parse() {
                Ok(number) => {
                    self.traces.one_in = number;
                    None
                }
                Err(_) => Some("a number of requests is needed, 0 for none"),
            },
            "trace-slower-than" => match milliseconds(value) {
                Some(limit) => {
                    self.traces.slower_than = Some(limit);
                    None
                }
                None => Some("a time is needed: 500ms, 2s"),
            },
            _ => return None,
        };
        Some(wrong.map_or(Ok(()), Err))
    }

    /// The same settings as pairs for [`Settings::set`].
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.to_string_lossy().into_owned());
        let time = |time: Duration| format!("{}ms", time.as_secs_f64() * 1e3);
        let mut pairs = vec![("sample-period", self.period.map_or_else(|| "off".into(), time))];
        for (name, value) in [
            ("admin", self.admin.clone()),
            ("admin-token", path(&self.token)),
            ("profile-folder", path(&self.folder)),
            ("trace-secret", path(&self.traces.secret_file)),
            ("trace-slower-than", self.traces.slower_than.map(time)),
            ("trace-one-in", Some(self.traces.one_in.to_string())),
        ] {
            pairs.extend(value.map(|value| (name, value)));
        }
        pairs
    }
}

/// `20ms`, `2s` or `2`.
fn milliseconds(text: &str) -> Option<Duration> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1.0),
    };
    let number: f64 = number.parse().ok().filter(|number| (0.0..1e6).contains(number))?;
    Some(Duration::from_secs_f64(number * unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_go_and_come_back() {
        let mut settings = Settings::default();
        for (name, value) in [("sample-period", "5ms"), ("admin", "/run/x.sock"), ("trace-one-in", "1000"), ("trace-slower-than", "2s")] {
            assert_eq!(settings.set(name, value), Some(Ok(())), "{name}");
        }
        let mut read = Settings::default();
        for (name, value) in settings.pairs() {
            assert!(Settings::knows(name.as_bytes()));
            assert_eq!(read.set(name, &value), Some(Ok(())), "{name}");
        }
        assert_eq!(format!("{settings:?}"), format!("{read:?}"));
        assert_eq!(settings.set("sample-period", "0"), Some(Err("off, or a time from 1ms is needed")));
        assert_eq!(settings.set("other", ""), None);
    }
}
