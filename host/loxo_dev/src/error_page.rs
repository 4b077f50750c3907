//! The page that stands in for the engine's own text of an error that has ended a script: the message, the lines around it, and the calls that led
//! there. What an exception says is text of anybody: all of it is escaped, and it names no file that is shown unless that is one of the project.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::escape;

/// Lines that are shown before and behind the one with the error.
const AROUND: usize = 7;
/// Longer files are not shown, nor are more calls.
const LONGEST: u64 = 4 << 20;
const MOST_CALLS: usize = 100;
/// Calls with lines of their files.
const SHOWN_CALLS: usize = 20;
/// How much of what the script had printed is shown.
const OUTPUT: usize = 64 << 10;
/// Longer lines are cut.
const LINE: usize = 400;

/// What has ended a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// `E_ERROR` and so on.
    pub level: i32,
    pub message: String,
    pub file: String,
    pub line: u64,
}

impl Failure {
    fn kind(&self) -> &'static str {
        match self.level {
            4 => "Parse error",
            4096 => "Recoverable fatal error",
            _ => "Fatal error",
        }
    }
}

/// Where in a response the engine's own text of the error begins, if the response ends with it: otherwise the application has said something itself.
pub fn is_plain_error(body: &[u8], failure: &Failure) -> Option<usize> {
    let Failure { file, line, .. } = failure;
    let ends = [format!(" in <b>{file}</b> on line <b>{line}</b><br />\n"), format!(" in {file} on line {line}\n")];
    let starts = [format!("<br />\n<b>{}</b>:  ", failure.kind()), format!("\n{}: ", failure.kind())];
    let (_, start) = ends.iter().zip(&starts).find(|(end, _)| body.ends_with(end.as_bytes()))?;
    body.windows(start.len()).rposition(|part| part == start.as_bytes())
}

/// One exception: what it says, where it was thrown, and the calls.
#[derive(Debug, PartialEq)]
struct Thrown<'a> {
    class: &'a str,
    message: &'a str,
    place: Option<(&'a str, usize)>,
    calls: Vec<&'a str>,
}

/// An uncaught exception and the previous ones, as its message lists them: first the one that ended the script. Empty: the error is no exception.
fn thrown(message: &str) -> Vec<Thrown<'_>> {
    let Some(text) = message.strip_prefix("Uncaught ") else { return Vec::new() };
    let text = text.strip_suffix("\n  thrown").unwrap_or(text);
    let mut all: Vec<Thrown<'_>> = text.split("\n\nNext ").map(one).collect();
    all.reverse();
    all
}

fn one(text: &str) -> Thrown<'_> {
    let (head, calls) = text.split_once("\nStack trace:\n").unwrap_or((text, ""));
    let (said, place) = match head.rsplit_once(" in ").map(|(said, place)| (said, place.rsplit_once(':'))) {
        Some((said, Some((file, line)))) => (said, line.parse().ok().map(|line| (file, line))),
        _ => (head, None),
    };
    let is_class =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\\' | '@') || !c.is_ascii());
    let (class, message) = said.split_once(": ").filter(|(class, _)| is_class(class)).unwrap_or((said, ""));
    Thrown { class, message, place, calls: calls.lines().filter(|line| line.starts_with('#')).take(MOST_CALLS).collect() }
}

/// `#0 /app/a.php(12): f('x')`: the file, the line, and what was called.
fn call(text: &str) -> (Option<(&str, usize)>, &str) {
    let rest = text.split_once(' ').map_or(text, |(_, rest)| rest);
    for (at, _) in rest.match_indices("): ") {
        if let Some((file, line)) = rest[..at].rsplit_once('(')
            && let Ok(line) = line.parse()
        {
            return (Some((file, line)), &rest[at + 3..]);
        }
    }
    (None, rest)
}

/// Shows files of a project.
struct Sources<'a> {
    project: &'a Path,
}

impl Sources<'_> {
    /// The file's text, if it is one of the project's scripts or `is_known`, of which the engine says that it has run.
    fn read(&self, file: &str, is_known: bool) -> Option<String> {
        let path: PathBuf = Path::new(file).canonicalize().ok()?;
        let is_script = path.extension().is_some_and(|extension| ["php", "phtml", "inc"].iter().any(|known| extension == *known));
        if !is_known && !(is_script && path.starts_with(self.project)) {
            return None;
        }
        let about = std::fs::metadata(&path).ok().filter(|about| about.is_file() && about.len() <= LONGEST)?;
        let bytes = std::fs::read(&path).ok().filter(|bytes| bytes.len() as u64 <= about.len().max(LONGEST))?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The lines around one, as a list.
    fn excerpt(&self, file: &str, line: usize, is_known: bool) -> Option<String> {
        if line == 0 {
            return None;
        }
        let text = self.read(file, is_known)?;
        let first = line.saturating_sub(AROUND).max(1);
        let lines: Vec<&str> = text.lines().skip(first - 1).take(line - first + 1 + AROUND).collect();
        if lines.len() + first <= line {
            return None;
        }
        let mut out = format!("<ol start=\"{first}\" class=\"code\">");
        for (number, text) in (first..).zip(lines) {
            let mark = if number == line { " class=\"here\" aria-current=\"true\"" } else { "" };
            let text: String = text.chars().take(LINE).collect();
            let _ = write!(out, "<li{mark}><code>{}</code></li>", escape(&text));
        }
        Some(out + "</ol>")
    }

    fn shown<'f>(&self, file: &'f str) -> &'f str {
        Path::new(file).strip_prefix(self.project).ok().and_then(Path::to_str).unwrap_or(file)
    }

    fn place(&self, (file, line): (&str, usize)) -> String {
        format!("<span class=\"place\" title=\"{}\">{}<b>:{line}</b></span>", escape(file), escape(self.shown(file)))
    }

    fn calls(&self, calls: &[&str]) -> String {
        let mut out = String::from("<ol start=\"0\" class=\"calls\">");
        for (number, text) in calls.iter().enumerate() {
            let (place, called) = call(text);
            let called = format!("<code>{}</code>", escape(called));
            let Some(place) = place else {
                let _ = write!(out, "<li>{called}</li>");
                continue;
            };
            let excerpt = if number < SHOWN_CALLS { self.excerpt(place.0, place.1, false) } else { None };
            let _ = match excerpt {
                Some(excerpt) => write!(out, "<li><details><summary>{called} {}</summary>{excerpt}</details></li>", self.place(place)),
                None => write!(out, "<li>{called} {}</li>", self.place(place)),
            };
        }
        out + "</ol>"
    }
}

/// The page. `output`: what the script had printed before.
pub fn error_page(failure: &Failure, output: &[u8], project: &Path, request: &str) -> String {
    let sources = Sources { project };
    let exceptions = thrown(&failure.message);
    let (headline, message) = match exceptions.first() {
        Some(first) => (first.class, first.message),
        None => (failure.kind(), failure.message.as_str()),
    };
    let line = usize::try_from(failure.line).unwrap_or(usize::MAX);
    let mut body = format!(
        "<header><p>{}</p><h1>{}</h1><p class=\"message\">{}</p><p>{}</p></header>",
        escape(request),
        escape(headline),
        escape(message),
        sources.place((&failure.file, line)),
    );
    body += &sources.excerpt(&failure.file, line, true).unwrap_or_default();
    for (number, exception) in exceptions.iter().enumerate() {
        if number > 0 {
            let _ = write!(body, "<h2>Caused by {}</h2><p class=\"message\">{}</p>", escape(exception.class), escape(exception.message));
            if let Some((file, line)) = exception.place {
                let _ = write!(body, "<p>{}</p>", sources.place((file, line)));
                body += &sources.excerpt(file, line, false).unwrap_or_default();
            }
        }
        if !exception.calls.is_empty() {
            body += "<h2>Calls</h2>";
            body += &sources.calls(&exception.calls);
        }
    }
    if !output.is_empty() {
        let shown = String::from_utf8_lossy(&output[..output.len().min(OUTPUT)]);
        let _ = write!(body, "<details><summary>Printed before ({} bytes)</summary><pre>{}</pre></details>", output.len(), escape(&shown));
    }
    let title = escape(&format!("{headline}: {}", message.lines().next().unwrap_or_default()));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>{body}<footer>The page loads again when a file of the project \
         is saved.</footer></main>\n</body>\n</html>\n"
    )
}

const STYLE: &str = "
:root { color-scheme: light dark; --text: #1d1f23; --dim: #5c6370; --back: #ffffff; --panel: #f4f5f7; --line: #d9dce1; --mark: #fde4e1; --red: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e6eb; --dim: #9aa1ad; --back: #16181c; --panel: #1f2227; --line: #353a42; --mark: #4a2320; --red: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header { border-top: 4px solid var(--red); padding-top: 1rem; }
header p { margin: .25rem 0; color: var(--dim); overflow-wrap: anywhere; }
h1 { margin: .25rem 0; font-size: 1.5rem; color: var(--red); overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
p.message { font-size: 1.1rem; color: var(--text); white-space: pre-wrap; overflow-wrap: anywhere; }
code, pre, .place { font: 13px/1.6 ui-monospace, monospace; }
.place { color: var(--dim); overflow-wrap: anywhere; }
.place b { color: var(--text); }
ol.code, pre { margin: .75rem 0; padding-top: .5rem; padding-bottom: .5rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
ol.code { padding-left: 4rem; }
ol.code li { width: max-content; min-width: 100%; padding-left: .5rem; color: var(--dim); font: 13px/1.6 ui-monospace, monospace; }
ol.code code { color: var(--text); white-space: pre; tab-size: 4; }
ol.code li.here { background: var(--mark); }
pre { padding-left: 1rem; }
ol.calls { padding-left: 2.5rem; color: var(--dim); }
ol.calls li { margin: .25rem 0; overflow-wrap: anywhere; }
ol.calls code { color: var(--text); }
summary { cursor: pointer; }
footer { margin-top: 3rem; color: var(--dim); font-size: .85rem; }
";

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = "Uncaught App\\First: one: two in /app/a.php:3\nStack trace:\n#0 /app/b (1).php(12): f('x): y')\n#1 [internal function]: {closure}()\n#2 {main}\n\nNext RuntimeException: last in /app/c.php:9\nStack trace:\n#0 {main}\n  thrown";

    #[test]
    fn exceptions_are_read_from_the_message() {
        let all = thrown(MESSAGE);
        assert_eq!(
            all.iter().map(|one| (one.class, one.message)).collect::<Vec<_>>(),
            [("RuntimeException", "last"), ("App\\First", "one: two")]
        );
        assert_eq!(all[1].place, Some(("/app/a.php", 3)));
        let calls: Vec<_> = all[1].calls.iter().map(|text| call(text)).collect();
        assert_eq!(calls, [(Some(("/app/b (1).php", 12)), "f('x): y')"), (None, "[internal function]: {closure}()"), (None, "{main}")]);
        assert!(thrown("Allowed memory size").is_empty());
        assert_eq!(thrown("Uncaught ")[0].class, "");
    }

    #[test]
    fn only_the_engine_s_own_text_is_replaced() {
        let failure = Failure { level: 1, message: "m".into(), file: "/app/a.php".into(), line: 3 };
        let plain = b"before<br />\n<b>Fatal error</b>:  m in <b>/app/a.php</b> on line <b>3</b><br />\n";
        assert_eq!(is_plain_error(plain, &failure), Some(6));
        assert_eq!(is_plain_error(&[&plain[..], b"<h1>Sorry</h1>"].concat(), &failure), None);
        assert_eq!(is_plain_error(b"\nFatal error: m in /app/a.php on line 3\n", &failure), Some(0));
        assert_eq!(is_plain_error(b" in /app/a.php on line 3\n", &failure), None);
        assert_eq!(is_plain_error(b"", &failure), None);
    }

    #[test]
    fn nothing_in_it_becomes_markup() {
        let folder = std::env::temp_dir().join(format!("loxo-error-page-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let folder = folder.canonicalize().expect("is there");
        let evil = "<script>alert(1)</script>\"'&";
        let file = folder.join("a<img src=x onerror='y'>\".php");
        std::fs::write(&file, format!("<?php\n{evil}\nthrow 1;\n")).expect("a file");
        let secret = folder.join(".env");
        std::fs::write(&secret, "SECRET=x\n").expect("a file");
        let failure = Failure {
            level: 1,
            message: format!(
                "Uncaught {evil}: {evil} in {}:2\nStack trace:\n#0 {}(2): {evil}\n#1 {}(1): f()\n#2 /etc/passwd(1): f()\n#3 {{main}}\n  thrown",
                file.display(),
                file.display(),
                secret.display()
            ),
            file: file.display().to_string(),
            line: 2,
        };
        let page = error_page(&failure, evil.as_bytes(), &folder, evil);
        assert!(
            !page.contains("<script") && !page.contains("<img") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;")
        );
        assert!(!page.contains("SECRET") && !page.contains("root:"));
        assert!(page.contains("<li class=\"here\" aria-current=\"true\">"));
        for (level, line) in [(4, 0), (1, 10_000), (1, u64::MAX)] {
            error_page(&Failure { level, line, ..failure.clone() }, b"\xff\xfe", &folder, "GET /");
        }
        let _ = std::fs::remove_dir_all(folder);
    }
}
