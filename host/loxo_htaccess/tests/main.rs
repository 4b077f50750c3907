//! What rules make of requests: each case is a tree of files with their rules and the requests, beside what comes out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use loxo_htaccess::view::{About, Files, Kind, Level, Log, Maps, Request};
use loxo_htaccess::{Action, Allow, FolderFile, Folders, Head, Outcome, Site, Surroundings, evaluate, message};

const ROOT: &str = "/site";

/// A tree in memory, with its rules.
#[derive(Default)]
struct Tree {
    entries: BTreeMap<Vec<u8>, (Kind, Vec<u8>)>,
    parsed: RefCell<BTreeMap<Vec<u8>, Arc<FolderFile>>>,
}

impl Tree {
    fn add(&mut self, path: &str, kind: Kind, text: &str) {
        let path = format!("{ROOT}{}", path.trim_end_matches('/'));
        for (at, _) in path.match_indices('/').skip(1) {
            self.entries.entry(path.as_bytes()[..at].to_vec()).or_insert((Kind::Folder, Vec::new()));
        }
        self.entries.insert(path.into_bytes(), (kind, text.as_bytes().to_vec()));
    }

    fn look(&self, path: &[u8], follow: bool) -> Option<About> {
        let path = path.strip_suffix(b"/").unwrap_or(path);
        let (kind, text) = self.entries.get(path)?;
        let kind = if follow && *kind == Kind::Link { Kind::File } else { *kind };
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        Some(About { kind, size: text.len() as u64, owner: 1, is_executable: false, modified })
    }
}

impl Files for Tree {
    fn about(&self, path: &[u8]) -> Option<About> {
        self.look(path, true)
    }

    fn about_link(&self, path: &[u8]) -> Option<About> {
        self.look(path, false)
    }

    fn read(&self, path: &[u8], _: u64) -> Option<Vec<u8>> {
        self.entries.get(path).map(|(_, text)| text.clone())
    }
}

impl Folders for Tree {
    fn get(&self, folder: &[u8]) -> Option<Arc<FolderFile>> {
        let (_, text) = self.entries.get(&[folder, b".htaccess"].concat())?;
        let parse = || Arc::new(FolderFile::parse(text, folder, Allow::ALL));
        Some(self.parsed.borrow_mut().entry(folder.to_vec()).or_insert_with(parse).clone())
    }
}

impl Maps for Tree {
    fn lookup(&self, map: &[u8], key: &[u8]) -> Result<Option<Vec<u8>>, String> {
        match map {
            b"upper" => Ok(Some(key.to_ascii_uppercase())),
            b"empty" => Ok(None),
            _ => Err("there is none".into()),
        }
    }
}

/// Keeps lines about errors.
#[derive(Default)]
struct Lines(RefCell<Vec<String>>);

impl Log for Lines {
    fn wants(&self, level: Level) -> bool {
        level == Level::Error
    }

    fn add(&self, _: Level, line: &str) {
        self.0.borrow_mut().push(line.to_string());
    }
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

fn describe(outcome: &Outcome, head: Option<&Head>) -> String {
    let mut out = match &outcome.action {
        Action::Script { file, name, path_info, .. } => {
            let info = path_info.as_ref().map(|info| format!(" + {}", shown(info))).unwrap_or_default();
            assert!(file.starts_with(ROOT.as_bytes()));
            format!("run {} as {}{info}", shown(&file[ROOT.len()..]), shown(name))
        }
        Action::File { path, kind, .. } => {
            format!("send {} ({})", shown(&path[ROOT.len()..]), shown(kind))
        }
        Action::Options(methods) => format!("methods {}", shown(methods)),
        Action::Answer { location, body } => {
            let mut text = "answer".to_string();
            for (name, value) in [("to", location), ("says", body), ("asks for", &outcome.realm)] {
                if let Some(value) = value {
                    let _ = write!(text, " {name} {}", shown(value));
                }
            }
            text
        }
    };
    if outcome.status != 200 {
        out = format!("{} {out}", outcome.status);
    }
    if let Some(query) = &outcome.query {
        let _ = write!(out, " ?{}", shown(query));
    }
    if let Some(user) = &outcome.user {
        let _ = write!(out, " by {}", shown(user));
    }
    for (name, value) in &outcome.env {
        let _ = write!(out, "\n  {}={}", shown(name), shown(value));
    }
    for setting in &outcome.settings {
        let _ = write!(out, "\n  {} is {}", shown(&setting.name), shown(&setting.value));
    }
    for (name, value) in head.map_or(&[][..], |head| &head.headers) {
        let _ = write!(out, "\n  {name}: {}", shown(value));
    }
    out
}

fn run(tree: &Tree, site: &Site, line: &str) -> String {
    let mut parts = line.split(" | ");
    let (method, target) = parts.next().and_then(|line| line.split_once(' ')).expect("a method and a target");
    let mut headers = vec![("host".to_string(), b"example.org".to_vec())];
    let (mut secure, mut peer) = (false, "192.0.2.1:4000".to_string());
    for part in parts {
        match part.split_once(": ") {
            Some(("client", address)) => peer = format!("{address}:4000"),
            Some((name, value)) => {
                let name = name.to_ascii_lowercase();
                headers.retain(|(known, _)| *known != name);
                headers.push((name, value.as_bytes().to_vec()));
            }
            None => secure = part == "tls",
        }
    }
    let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query.as_bytes())));
    let path = path.replace("%20", " ").replace("%3f", "?").replace("%25", "%");
    let request = Request {
        method: method.as_bytes(),
        target: target.as_bytes(),
        path: path.as_bytes(),
        query,
        protocol: b"HTTP/1.1",
        secure,
        headers: &headers,
        peer: peer.parse().expect("an address"),
        local: if secure { "192.0.2.9:443" } else { "192.0.2.9:80" }.parse().expect("an address"),
        software: b"Loxo",
        time: SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000),
    };
    let log = Lines::default();
    let around = Surroundings { site, files: tree, maps: tree, folders: tree, log: &log };
    let (outcome, edits) = evaluate(&request, around);
    assert_eq!(message::outcome(&message::of_outcome(&outcome, edits.is_some())), Some((outcome.clone(), edits.is_some())));
    let (mut head, has_edits) = (None, edits.is_some());
    if let Some(edits) = edits {
        let kind = ("Content-Type".to_string(), b"text/html".to_vec());
        let is_own_page = matches!(outcome.action, Action::Answer { .. });
        let is_of_script = matches!(outcome.action, Action::Script { .. });
        let modified = matches!(outcome.action, Action::File { .. }).then(|| SystemTime::UNIX_EPOCH + Duration::from_secs(1_699_999_000));
        let made = Head { status: outcome.status, headers: vec![kind], modified, is_own_page, is_of_script };
        head = edits.apply(&outcome, &request, around, made);
    }
    let mut text = format!("{line}\n  {}\n", describe(&outcome, head.as_ref()));
    if has_edits && head.is_none() {
        text.push_str("  no head\n");
    }
    for line in log.0.borrow().iter() {
        let _ = writeln!(text, "  log: {line}");
    }
    text
}

/// `+ /path` is a file, or a folder if it ends with a slash, `@ /path` a link, `= /path` a file with the lines that follow, `> GET /path` a request.
fn case(text: &str) -> String {
    let mut tree = Tree::default();
    tree.add("/", Kind::Folder, "");
    let mut site = Site::new(ROOT.into(), Allow::ALL, |extension| match extension {
        b"html" => Some("text/html"),
        b"txt" => Some("text/plain"),
        b"png" => Some("image/png"),
        _ => None,
    });
    let mut open: Option<(String, String)> = None;
    let mut requests = Vec::new();
    let close = |open: &mut Option<(String, String)>, tree: &mut Tree, site: &mut Site| match open.take() {
        Some((path, text)) if path == "server" => site.set_rules(text.as_bytes()).expect("rules of the site"),
        Some((path, text)) => tree.add(&path, Kind::File, &text),
        None => {}
    };
    for line in text.lines() {
        let begins = ["+ ", "@ ", "= ", "> "].iter().any(|sign| line.starts_with(sign));
        if begins {
            close(&mut open, &mut tree, &mut site);
        }
        match (line.split_at_checked(2), &mut open) {
            (Some(("+ ", path)), _) => tree.add(path, if path.ends_with('/') { Kind::Folder } else { Kind::File }, ""),
            (Some(("@ ", path)), _) => tree.add(path, Kind::Link, ""),
            (Some(("= ", path)), _) => open = Some((path.to_string(), String::new())),
            (Some(("> ", request)), _) => requests.push(request.to_string()),
            (_, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            _ => {}
        }
    }
    requests.iter().map(|request| run(&tree, &site, request)).collect()
}

#[test]
fn cases() {
    let files = loxo_cases::files(env!("CARGO_MANIFEST_DIR"), "cases", "rules");
    loxo_cases::check(&files, "outcome", loxo_cases::each_part(case));
}
