//! `[acme]` of `loxo.toml`: certificates that the HTTP server orders itself.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use loxo_acme::{Challenge, DIRECTORY, Settings};
use loxo_config::{Acme, Config};

/// What lies outside the file. `user`: the HTTP server's. The error has its line.
pub fn check(acme: &Acme, folder: &Path, user: Option<&str>, is_root: bool) -> Result<(), (usize, String)> {
    if let Some(challenge) = acme.challenge.as_ref().filter(|challenge| Challenge::named(&challenge.value).is_none()) {
        let message = format!("challenge = {:?}: \"http-01\" or \"tls-alpn-01\" is needed", challenge.value);
        return Err((challenge.line, message));
    }
    if let Some(ca) = acme.ca.as_ref().filter(|ca| !folder.join(&ca.value).is_file()) {
        return Err((ca.line, format!("ca: there is no file {}", folder.join(&ca.value).display())));
    }
    let Some(own) = acme.folder.as_ref().filter(|_| is_root) else { return Ok(()) };
    // The HTTP server cannot make one where only root may.
    let (path, user) = (folder.join(&own.value), user.unwrap_or("USER"));
    let owner = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_dir).map(|found| found.uid());
    if owner.is_none() || owner != loxo_fpm::user_id(user) {
        let message = format!("folder: it must be the HTTP server's own: run install -d -m 700 -o {user} {}", path.display());
        return Err((own.line, message));
    }
    Ok(())
}

/// What the HTTP server gets. `None`: it asks nobody for certificates.
pub fn settings(config: &Config, folder: &Path) -> Option<Settings> {
    let acme = config.acme.as_ref()?;
    let path = |text: &str| folder.join(text);
    let names = |site: &loxo_config::Site| site.names.iter().map(|name| name.value.to_ascii_lowercase()).collect();
    let names: Vec<Vec<String>> = config.sites.iter().filter(|site| site.auto_tls.is_some()).map(names).collect();
    let usual = if config.listen.is_empty() { Challenge::TlsAlpn } else { Challenge::Http };
    let contact = |contact: &str| if contact.contains(':') { contact.to_string() } else { format!("mailto:{contact}") };
    (!names.is_empty()).then(|| Settings {
        directory: acme.directory.as_ref().map_or_else(|| DIRECTORY.to_string(), |directory| directory.value.clone()),
        contact: acme.contact.iter().map(|placed| contact(&placed.value)).collect(),
        folder: acme.folder.as_ref().map_or_else(|| folder.to_path_buf(), |own| path(&own.value)),
        ca: acme.ca.as_ref().map(|ca| path(&ca.value)),
        challenge: acme.challenge.as_ref().and_then(|name| Challenge::named(&name.value)).unwrap_or(usual),
        names,
    })
}
