//! The settings that count: what `php -i` of the server's own program prints, and the pools of php-fpm.

use std::collections::BTreeMap;
use std::path::Path;

/// Settings by name, as they are written; a name that is not there has PHP's default.
#[derive(Clone, Debug, Default)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_string(), value.trim().trim_matches('"').to_string());
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub fn is_on(&self, name: &str, default: bool) -> bool {
        self.get(name).map_or(default, |value| matches!(value.to_ascii_lowercase().as_str(), "1" | "on" | "yes" | "true"))
    }

    pub fn number(&self, name: &str, default: u64) -> u64 {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    /// Lines of `php -i`: `name => local value => master value`.
    pub fn add_information(&mut self, text: &str) {
        for line in text.lines() {
            let mut parts = line.split(" => ");
            if let (Some(name), Some(value), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next()) {
                self.set(name, value);
            }
        }
    }

    /// Adds those of another list, which win.
    pub fn add(&mut self, other: &Settings) {
        self.0.extend(other.0.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
}

/// What php-fpm's configuration says of a pool.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pub listen: String,
    pub status_path: Option<String>,
    pub settings: Settings,
}

#[derive(Clone, Debug, Default)]
pub struct Pools {
    pub pools: Vec<Pool>,
    includes: Vec<String>,
}

impl Pools {
    pub fn read(text: &str) -> Pools {
        let mut all = Pools::default();
        for line in text.lines().map(str::trim) {
            if let Some(section) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                if section != "global" {
                    all.pools.push(Pool::default());
                }
                continue;
            }
            let Some((name, value)) = line.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else { continue };
            let value = value.split(" ;").next().unwrap_or_default().trim().trim_matches('"');
            if name == "include" {
                all.includes.push(value.to_string());
            }
            let Some(pool) = all.pools.last_mut() else { continue };
            let bracketed = |prefix: &str| name.strip_prefix(prefix)?.strip_suffix(']');
            match name {
                "listen" => pool.listen = value.to_string(),
                "pm.status_path" => pool.status_path = Some(value.to_string()),
                _ => {
                    let kinds = ["php_admin_value[", "php_admin_flag[", "php_value[", "php_flag["];
                    if let Some(setting) = kinds.iter().find_map(|kind| bracketed(kind)) {
                        pool.settings.set(setting, value);
                    }
                }
            }
        }
        all
    }

    /// A file and those that it includes, as names or as `FOLDER/*.END`. The error is one line.
    pub fn load(file: &Path) -> Result<Pools, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut all = Pools::read(&text);
        for include in std::mem::take(&mut all.includes) {
            let (folder, name) = include.rsplit_once('/').unwrap_or((".", &include));
            let end = name.strip_prefix('*');
            let fits = |found: &str| end.map_or(found == name, |end| found.ends_with(end));
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(fits)) {
                let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
                all.pools.extend(Pools::read(&text).pools);
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_all_sources() {
        let pools = Pools::read(
            "[global]\npid = x\n[www]\nlisten = /run/a.sock ; here\npm.status_path = /status\nphp_admin_value[opcache.revalidate_freq] = 0\n; listen = b\n",
        );
        let [pool] = &pools.pools[..] else { panic!("{pools:?}") };
        assert_eq!((pool.listen.as_str(), pool.status_path.as_deref()), ("/run/a.sock", Some("/status")));
        let mut settings = Settings::default();
        settings.add_information("opcache.enable => On => On\nopcache.revalidate_freq => 2 => 2\nPHP Version => 8.4.1\n");
        settings.add(&pool.settings);
        assert!(settings.is_on("opcache.enable", false) && !settings.is_on("none", false));
        assert_eq!(settings.number("opcache.revalidate_freq", 2), 0);
    }
}
