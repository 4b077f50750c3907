//! A request, files of folders and a file of users, any bytes: the first line is what is asked for, the rest is the `.htaccess` of the root, of a folder, and
//! the users. Whatever they say, what is sent or run is a file of the site, and none of those.
#![no_main]

use std::sync::Arc;
use std::time::SystemTime;

use libfuzzer_sys::fuzz_target;
use loxo_htaccess::view::{About, Files, Kind, Level, Log, NoMaps, Request};
use loxo_htaccess::{Action, Allow, FolderFile, Folders, Head, Site, Surroundings, evaluate, message};

const FILES: [&[u8]; 5] = [b"/site/index.php", b"/site/a.txt", b"/site/b/index.html", b"/site/b/c.php", b"/site/.htaccess"];

struct World<'a> {
    file: Arc<FolderFile>,
    inner: Arc<FolderFile>,
    users: &'a [u8],
}

impl Files for World<'_> {
    fn about(&self, path: &[u8]) -> Option<About> {
        let kind = match path.strip_suffix(b"/").unwrap_or(path) {
            b"/site" | b"/site/b" => Kind::Folder,
            _ if FILES.contains(&path) => Kind::File,
            _ => return None,
        };
        Some(About { kind, size: 3, owner: 1, is_executable: false, modified: SystemTime::UNIX_EPOCH })
    }

    fn about_link(&self, path: &[u8]) -> Option<About> {
        self.about(path)
    }

    fn read(&self, _: &[u8], _: u64) -> Option<Vec<u8>> {
        Some(self.users.to_vec())
    }
}

impl Folders for World<'_> {
    fn get(&self, folder: &[u8]) -> Option<Arc<FolderFile>> {
        match folder {
            b"/site/" => Some(self.file.clone()),
            b"/site/b/" => Some(self.inner.clone()),
            _ => None,
        }
    }
}

struct Silence;

impl Log for Silence {
    fn wants(&self, _: Level) -> bool {
        true
    }

    fn add(&self, _: Level, line: &str) {
        assert!(!line.contains('\n'));
    }
}

fuzz_target!(|data: &[u8]| {
    let (line, rules) = data.iter().position(|b| *b == b'\n').map_or((data, &[][..]), |at| (&data[..at], &data[at + 1..]));
    let line: Vec<u8> = line.iter().copied().filter(|b| *b > b' ' && *b < 0x7f).collect();
    let target = [b"/", &line[..]].concat();
    let (path, query) = target.iter().position(|b| *b == b'?').map_or((&target[..], None), |at| (&target[..at], Some(&target[at + 1..])));
    if path.windows(2).any(|pair| pair == b"//" || pair == b"/.") {
        return;
    }
    let mut parts = rules.split(|b| *b == 0);
    let [own, inner, users] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let file = |text: &[u8], folder: &[u8]| Arc::new(FolderFile::parse(text, folder, Allow::ALL));
    let world = World { file: file(own, b"/site/"), inner: file(inner, b"/site/b/"), users };
    let headers =
        [("host".to_string(), b"example.org".to_vec()), ("authorization".to_string(), b"Basic YTpi".to_vec()), ("accept".to_string(), b"text/html".to_vec())];
    let request = Request {
        method: b"GET",
        target: &target,
        path,
        query,
        protocol: b"HTTP/1.1",
        secure: false,
        headers: &headers,
        peer: "127.0.0.1:4000".parse().expect("an address"),
        local: "127.0.0.1:80".parse().expect("an address"),
        software: b"Loxo",
        time: SystemTime::UNIX_EPOCH,
    };
    let mut site = Site::new(b"/site".to_vec(), Allow::ALL, |_| None);
    drop(site.set_rules(users));
    let around = Surroundings { site: &site, files: &world, maps: &NoMaps, folders: &world, log: &Silence };
    let (outcome, edits) = evaluate(&request, around);
    assert!(message::outcome(&message::of_outcome(&outcome, true)) == Some((outcome.clone(), true)));
    if let Action::Script { file, .. } | Action::File { path: file, .. } = &outcome.action {
        assert!(FILES[..4].contains(&&file[..]), "{}", String::from_utf8_lossy(file));
    }
    let head = Head { status: outcome.status, headers: Vec::new(), modified: None, is_own_page: false, is_of_script: false };
    let head = edits.and_then(|edits| edits.apply(&outcome, &request, around, head));
    for (_, value) in head.iter().flat_map(|head| &head.headers) {
        assert!(!value.contains(&b'\n'));
    }
});
