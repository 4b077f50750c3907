//! Directives of `.htaccess`, which Loxo reads only if it is asked to: those whose effect is not there anyway.

use std::path::Path;

use super::known::Missing;

/// What Loxo does without any directive: paths that are no files go to `index.php`, folders are not listed, the header `Authorization`
/// reaches scripts, text is compressed.
fn is_usual(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        [] => true,
        [first, ..] if first.starts_with('#') || first.starts_with('<') => true,
        ["rewriteengine" | "rewritebase" | "addoutputfilterbytype", ..] => true,
        ["rewritecond", subject, ..] => {
            subject.contains("request_filename") || subject.contains("authorization") || subject.contains("request_uri")
        }
        ["rewriterule", pattern, target, ..] => {
            let to_front = target == "index.php" || target == "/index.php" || target.starts_with("index.php?");
            to_front || target == "-" && pattern.contains("index") || target == "-" && lower.contains("e=http_authorization")
        }
        ["directoryindex", first, ..] => first == "index.php" || first == "index.html",
        ["options", ref options @ ..] => {
            options.iter().all(|option| matches!(*option, "-indexes" | "-multiviews" | "+followsymlinks" | "followsymlinks"))
        }
        _ => false,
    }
}

pub(super) fn missing(bytes: &[u8], file: &Path) -> Vec<Missing> {
    let text = String::from_utf8_lossy(bytes);
    let unusual = text.lines().enumerate().filter(|(_, line)| !is_usual(line.trim()));
    let found = unusual.map(|(at, line)| {
        let name = line.split_whitespace().next().unwrap_or_default().to_string();
        let about = if name.to_ascii_lowercase().starts_with("php_") {
            "Loxo reads .htaccess only with --htaccess or htaccess = in loxo.toml; without, the setting belongs into php.ini or .user.ini"
        } else {
            "Loxo reads .htaccess only with --htaccess or htaccess = in loxo.toml (docs/htaccess.md)"
        };
        Missing { kind: "directive", name, file: file.into(), line: at + 1, about: about.into(), is_optional: false }
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_frameworks_are_no_loss() {
        let usual = b"# BEGIN\n<IfModule mod_rewrite.c>\nRewriteEngine On\nRewriteBase /\nRewriteRule ^index\\.php$ - [L]\n\
            RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule . /index.php [L]\n\
            Options -MultiViews -Indexes\n</IfModule>\n";
        assert_eq!(missing(usual, Path::new("a")), []);
        let found = missing(b"Options +Indexes\nRequire all denied\nRewriteRule ^old$ /new [R=301]\n", Path::new("a"));
        assert_eq!(
            found.iter().map(|one| (one.name.as_str(), one.line)).collect::<Vec<_>>(),
            [("Options", 1), ("Require", 2), ("RewriteRule", 3)]
        );
    }
}
