//! `Phar::webPhar()`: an archive as a site.

use loxo_runtime::web::set_header_line;
use loxo_runtime::{Callable, Cx, Ending, FnId, LocalsOp, PhpArray, PhpResult, PhpStr, Thrown, Value};

use crate::archive::{ArchiveRef, EntryRef, Try, text};
use crate::content;
use crate::entries::{Kind, entry_of};
use crate::opening;
use crate::paths_in::running_script;
use crate::phar::{PHAR, thrown};
use crate::registry::{find, registry};

const PHP_SELF: u8 = 1;
const REQUEST_URI: u8 = 2;
const SCRIPT_NAME: u8 = 4;
const SCRIPT_FILENAME: u8 = 8;

/// The bit for an entry of `$_SERVER`.
pub(crate) fn munged_bit(name: &[u8]) -> u8 {
    match name {
        b"PHP_SELF" => PHP_SELF,
        b"REQUEST_URI" => REQUEST_URI,
        b"SCRIPT_NAME" => SCRIPT_NAME,
        b"SCRIPT_FILENAME" => SCRIPT_FILENAME,
        _ => 0,
    }
}

/// How a file is sent.
enum Sending {
    Run,
    Highlight,
    Send(Vec<u8>),
}

/// By the extension of its name.
fn kind_of(name: &[u8]) -> Sending {
    let Some(dot) = name.iter().rposition(|&b| b == b'.') else { return Sending::Send(b"text/plain".to_vec()) };
    let mime = match &name[dot + 1..] {
        b"php" | b"inc" => return Sending::Run,
        b"phps" => return Sending::Highlight,
        b"c" | b"cc" | b"cpp" | b"c++" | b"dtd" | b"h" | b"log" | b"rng" | b"txt" | b"xsd" => "text/plain",
        b"avi" => "video/avi",
        b"bmp" => "image/bmp",
        b"css" => "text/css",
        b"gif" => "image/gif",
        b"htm" | b"html" | b"htmls" => "text/html",
        b"ico" => "image/x-ico",
        b"jpe" | b"jpg" | b"jpeg" => "image/jpeg",
        b"js" => "application/x-javascript",
        b"midi" | b"mid" => "audio/midi",
        b"mod" => "audio/mod",
        b"mov" => "movie/quicktime",
        b"mp3" => "audio/mp3",
        b"mpg" | b"mpeg" => "video/mpeg",
        b"pdf" => "application/pdf",
        b"png" => "image/png",
        b"swf" => "application/shockwave-flash",
        b"tif" | b"tiff" => "image/tiff",
        b"wav" => "audio/wav",
        b"xbm" => "image/xbm",
        b"xml" => "text/xml",
        _ => "application/octet-stream",
    };
    Sending::Send(mime.as_bytes().to_vec())
}

fn server(cx: &mut Cx) -> PhpArray {
    let name = PhpStr::new(b"_SERVER");
    match (cx.hooks.globals)(cx, LocalsOp::Get(&name)) {
        Ok(value) => value.deref().as_array().cloned().unwrap_or_default(),
        Err(_) => PhpArray::new(),
    }
}

fn entry(server: &PhpArray, name: &str) -> Option<Vec<u8>> {
    server.get_bytes(name.as_bytes()).and_then(|value| value.deref().as_bytes().map(<[u8]>::to_vec))
}

/// Ends the request, everything being said.
fn end(cx: &mut Cx) -> Thrown {
    cx.ending.get_or_insert(Ending::Exit);
    Thrown
}

fn refuse(cx: &mut Cx, status: &str, title: &str, what: &str) -> Thrown {
    if set_header_line(cx, format!("HTTP/1.0 {status}").as_bytes(), true, 0).is_err() {
        return Thrown;
    }
    let page = format!("<html>\n <head>\n  <title>{title}</title>\n </head>\n <body>\n  <h1>{what}</h1>\n </body>\n</html>");
    cx.echo(page.as_bytes());
    end(cx)
}

/// `Phar::webPhar()`
pub(crate) fn web_phar(
    cx: &mut Cx,
    alias: Option<&PhpStr>,
    index: Option<&PhpStr>,
    not_found: Option<&PhpStr>,
    types: &PhpArray,
    rewrite: Option<&Callable>,
) -> PhpResult<()> {
    if let Err(why) = opening::open_running(cx, alias.map(PhpStr::as_bytes)) {
        return thrown(cx, PHAR, why);
    }
    let server = server(cx);
    let method = entry(&server, "REQUEST_METHOD").unwrap_or_default();
    let methods: [&[u8]; 7] = [b"GET", b"POST", b"DELETE", b"HEAD", b"OPTIONS", b"PATCH", b"PUT"];
    if !cx.sapi.is_web() || !methods.contains(&&method[..]) {
        return Ok(());
    }
    let Some(script) = running_script(cx) else { return Ok(()) };
    let base = script.iter().rposition(|&b| b == b'/').map_or(&script[..], |slash| &script[slash + 1..]).to_vec();
    let is_cgi = cx.sapi.name() == "cgi-fcgi";
    // The request's path, what of it names the archive, and the rest.
    let (uri, own, rest) = if is_cgi {
        let Some(name) = entry(&server, "SCRIPT_NAME").filter(|name| memchr::memmem::find(name, &base).is_some()) else { return Ok(()) };
        let info = entry(&server, "PATH_INFO").unwrap_or_default();
        ([&name[..], &info].concat(), name, info)
    } else {
        let uri = entry(&server, "REQUEST_URI").unwrap_or_default();
        let uri = uri.split(|&b| b == b'?').next().unwrap_or_default().to_vec();
        let Some(at) = memchr::memmem::find(&uri, &base) else { return Ok(()) };
        let end = at + base.len();
        (uri.clone(), uri[..end].to_vec(), uri[end..].to_vec())
    };
    let mut path = rest;
    if let Some(rewrite) = rewrite {
        let answer = cx.call(rewrite, &[Value::bytes(&path)])?;
        match answer.deref() {
            value if value.is_string() => path = value.as_bytes().unwrap_or_default().to_vec(),
            value if value.is_bool() => {
                return Err(refuse(cx, "403 Access Denied", "Access Denied", "403 - File Access Denied"));
            }
            _ => return Err(cx.throw(PHAR, "phar error: rewrite callback must return a string or false")),
        }
    }
    let archive = find(cx, &script, None);
    let mut info_len = 0;
    if let (Ok(archive), false) = (&archive, path.is_empty()) {
        let (file, len) = existing_part(archive, &path);
        (path, info_len) = (file, len);
    }
    let site = Site { archive, script, own, not_found: not_found.map(|name| name.to_vec()), info_len };
    if path.is_empty() || path == b"/" {
        let index = index.filter(|index| !index.is_empty()).map_or_else(|| b"index.php".to_vec(), |index| index.to_vec());
        let index = if index.starts_with(b"/") { index } else { [b"/", &index[..]].concat() };
        if site.find(cx, &index).is_err() {
            return Err(site.refuse(cx)?);
        }
        set_header_line(cx, b"HTTP/1.1 301 Moved Permanently", true, 0)?;
        let base = if is_cgi { &uri } else { &site.own };
        let target = if base.ends_with(b"/") { [&base[..], &index[1..]].concat() } else { [&base[..], &index].concat() };
        set_header_line(cx, &[b"Location: ", &target[..]].concat(), true, 301)?;
        return Err(end(cx));
    }
    let Ok(found) = site.find(cx, &path) else { return Err(site.refuse(cx)?) };
    let kind = match chosen_kind(cx, types, &path)? {
        Some(kind) => kind,
        None => kind_of(&path),
    };
    site.serve(cx, &found, kind, &path)
}

/// The longest part of a path that is a file, and how much is behind it.
fn existing_part(archive: &ArchiveRef, path: &[u8]) -> (Vec<u8>, usize) {
    let inner = path.strip_prefix(b"/").unwrap_or(path);
    let data = archive.get();
    let mut end = inner.len();
    loop {
        if data.manifest.contains_key(&inner[..end]) {
            return ([b"/", &inner[..end]].concat(), inner.len() - end);
        }
        match inner[..end].iter().rposition(|&b| b == b'/') {
            Some(slash) if slash > 0 => end = slash,
            _ => return (path.to_vec(), 0),
        }
    }
}

/// What the program says of an extension.
fn chosen_kind(cx: &mut Cx, types: &PhpArray, path: &[u8]) -> PhpResult<Option<Sending>> {
    let Some(dot) = path.iter().rposition(|&b| b == b'.') else { return Ok(None) };
    let Some(chosen) = types.get_bytes(&path[dot + 1..]).map(Value::clone_deref) else { return Ok(None) };
    const EXPECTED: &str = ", only Phar::PHP, Phar::PHPS and a mime type string are allowed";
    match (chosen.as_int(), chosen.as_bytes()) {
        (Some(0), _) => Ok(Some(Sending::Run)),
        (Some(1), _) => Ok(Some(Sending::Highlight)),
        (Some(_), _) => Err(cx.throw(PHAR, format!("Unknown mime type specifier used{EXPECTED}"))),
        (_, Some(mime)) => Ok(Some(Sending::Send(mime.to_vec()))),
        _ => Err(cx.throw(PHAR, format!("Unknown mime type specifier used (not a string or int){EXPECTED}"))),
    }
}

struct Site {
    archive: Try<ArchiveRef>,
    script: Vec<u8>,
    /// The part of the request's path that names the archive.
    own: Vec<u8>,
    not_found: Option<Vec<u8>>,
    /// Bytes of the path behind the file's name.
    info_len: usize,
}

impl Site {
    fn find(&self, cx: &mut Cx, path: &[u8]) -> Try<EntryRef> {
        match &self.archive {
            Ok(archive) => entry_of(cx, archive, path, Kind::File, false),
            Err(why) => Err(why.clone()),
        }
    }

    /// The program's own page, or one that says what is missing.
    fn refuse(&self, cx: &mut Cx) -> PhpResult<Thrown> {
        if let Some(page) = self.not_found.clone().filter(|page| !page.is_empty())
            && let Ok(found) = self.find(cx, &page)
        {
            self.serve(cx, &found, Sending::Run, &page)?;
        }
        Ok(refuse(cx, "404 Not Found", "File Not Found", "404 - File Not Found"))
    }

    fn serve(&self, cx: &mut Cx, found: &EntryRef, kind: Sending, path: &[u8]) -> PhpResult<()> {
        let slash: &[u8] = if path.starts_with(b"/") { b"" } else { b"/" };
        let url = [b"phar://", &self.script[..], slash, path].concat();
        match kind {
            Sending::Run => {
                self.mung(cx, path)?;
                let own = registry(cx);
                let inner = path.strip_prefix(b"/").unwrap_or(path);
                own.cwd_known = true;
                own.cwd = inner.iter().rposition(|&b| b == b'/').map(|slash| inner[..slash].to_vec());
                const INCLUDE: u32 = 0;
                (cx.hooks.include)(cx, &url, INCLUDE)?;
            }
            Sending::Highlight => {
                if let Some(func) = FnId::find(b"highlight_file").and_then(|id| cx.func(id)) {
                    let callable = Callable { func, this: None, called_class: None, closure: None, magic_name: None };
                    cx.call(&callable, &[Value::bytes(&url)])?;
                }
            }
            Sending::Send(mime) => {
                let size = found.get().size;
                set_header_line(cx, &[b"Content-type: ", &mime[..]].concat(), true, 0)?;
                set_header_line(cx, format!("Content-length: {size}").as_bytes(), true, 0)?;
                let Ok(archive) = &self.archive else { return Ok(()) };
                let region = match content::opened(cx, archive, found) {
                    Ok(region) => region,
                    Err(why) => return thrown(cx, PHAR, why),
                };
                let mut at = 0;
                let mut piece = vec![0; 8192];
                while let Ok(n @ 1..) = region.read(at, &mut piece) {
                    cx.echo(&piece[..n]);
                    cx.check_interrupt()?;
                    at += n as u64;
                }
            }
        }
        Err(end(cx))
    }

    /// Makes `$_SERVER` look as if the file stood outside of the archive.
    fn mung(&self, cx: &mut Cx, path: &[u8]) -> PhpResult<()> {
        let mut server = server(cx);
        let munged = registry(cx).munged;
        let url = text("phar://{}{}", &[&self.script, path]);
        let change = |server: &mut PhpArray, name: &str, new: &dyn Fn(&[u8]) -> Option<Vec<u8>>| {
            let Some(old) = entry(server, name) else { return };
            if let Some(new) = new(&old) {
                server.set_bytes(name.as_bytes(), Value::bytes(&new));
                server.set_bytes(format!("PHAR_{name}").as_bytes(), Value::bytes(&old));
            }
        };
        let info_len = self.info_len;
        change(&mut server, "PATH_INFO", &|old| {
            let rest = old.strip_prefix(path)?;
            (!rest.is_empty()).then(|| rest[..rest.len().min(info_len)].to_vec())
        });
        change(&mut server, "PATH_TRANSLATED", &|_| Some(url.clone()));
        let behind = |old: &[u8]| old.strip_prefix(&self.own[..]).filter(|rest| !rest.is_empty()).map(<[u8]>::to_vec);
        if munged & REQUEST_URI != 0 {
            change(&mut server, "REQUEST_URI", &behind);
        }
        if munged & PHP_SELF != 0 {
            change(&mut server, "PHP_SELF", &behind);
        }
        if munged & SCRIPT_NAME != 0 {
            change(&mut server, "SCRIPT_NAME", &|_| Some(path.to_vec()));
        }
        if munged & SCRIPT_FILENAME != 0 {
            change(&mut server, "SCRIPT_FILENAME", &|_| Some(url.clone()));
        }
        let name = PhpStr::new(b"_SERVER");
        (cx.hooks.globals)(cx, LocalsOp::Set(&name, Value::array(server))).map(drop)
    }
}
