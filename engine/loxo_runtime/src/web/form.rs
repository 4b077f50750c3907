//! Posted forms: variables, and files that are written to disk as they come in.

use std::fs::File;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use loxo_value::{PhpArray, PhpStr, Value};
use rustc_hash::FxHashSet;

use super::variables::Refused;
use super::{RequestBody, Uploads, VariableRules, create_temporary, parse_form, register, temporary_dir};
use crate::{Cx, ErrorLevel, PhpResult};
use loxo_base::multipart::{self, Headers, NoBoundary, Parts};

/// Limits of a body, from settings or from the options of `request_parse_body()`.
#[derive(Clone, Debug)]
pub struct BodyRules {
    pub variables: VariableRules,
    /// `max_file_uploads`
    pub files: i64,
    /// `max_multipart_body_parts`; negative: as many as variables and files.
    pub parts: i64,
    /// `post_max_size`; 0: any.
    pub total: i64,
    /// `upload_max_filesize`; 0: any.
    pub file_size: i64,
    /// `file_uploads`
    pub uploads: bool,
    /// Problems are exceptions (`request_parse_body()`), not warnings.
    pub throws: bool,
}

impl BodyRules {
    pub fn of(cx: &Cx) -> BodyRules {
        BodyRules {
            variables: VariableRules::of(cx),
            files: cx.ini_int("max_file_uploads"),
            parts: cx.ini_int("max_multipart_body_parts"),
            total: cx.ini_int("post_max_size"),
            file_size: cx.ini_int("upload_max_filesize"),
            uploads: cx.ini_bool("file_uploads"),
            throws: false,
        }
    }
}

/// `UPLOAD_ERR_*`
mod upload_error {
    pub const OK: i64 = 0;
    pub const INI_SIZE: i64 = 1;
    pub const FORM_SIZE: i64 = 2;
    pub const PARTIAL: i64 = 3;
    pub const NO_FILE: i64 = 4;
    pub const NO_TMP_DIR: i64 = 6;
    pub const CANT_WRITE: i64 = 7;
}

/// What a form was: `$_POST` and `$_FILES`.
#[derive(Default)]
pub struct Form {
    pub post: PhpArray,
    pub files: PhpArray,
}

/// Reads a request's body as what its content type says it is. Other types than the two of forms are left for `php://input`.
pub fn parse_body(cx: &mut Cx, content_type: &[u8], content_length: i64, rules: &BodyRules) -> PhpResult<Form> {
    let kind = content_type.split(|b| matches!(b, b';' | b',' | b' ')).next().unwrap_or_default().to_ascii_lowercase();
    let too_long = rules.total > 0 && content_length > rules.total;
    if too_long {
        let limit = rules.total;
        problem(cx, rules, format!("POST Content-Length of {content_length} bytes exceeds the limit of {limit} bytes"))?;
        return Ok(Form::default());
    }
    match &kind[..] {
        b"application/x-www-form-urlencoded" => url_encoded(cx, rules),
        b"multipart/form-data" => multipart(cx, content_type, rules),
        _ => {
            whole_body(cx, rules)?;
            Ok(Form::default())
        }
    }
}

fn whole_body(cx: &mut Cx, rules: &BodyRules) -> PhpResult<Vec<u8>> {
    let body = cx.input_all(rules.total);
    if rules.total > 0 && body.len() as i64 > rules.total {
        problem(cx, rules, format!("Actual POST length does not match Content-Length, and exceeds {} bytes", rules.total))?;
    }
    Ok(body)
}

fn url_encoded(cx: &mut Cx, rules: &BodyRules) -> PhpResult<Form> {
    let body = whole_body(cx, rules)?;
    let mut form = Form::default();
    let parsed = parse_form(&mut form.post, &body, &rules.variables);
    refused(cx, rules, parsed)?;
    Ok(form)
}

fn refused(cx: &mut Cx, rules: &BodyRules, parsed: Result<(), Refused>) -> PhpResult<()> {
    match refusal(cx, parsed, &rules.variables) {
        Some(message) => problem(cx, rules, message),
        None => Ok(()),
    }
}

/// What is said of variables that were left out.
pub(super) fn refusal(cx: &Cx, parsed: Result<(), Refused>, rules: &VariableRules) -> Option<String> {
    match parsed {
        Ok(()) => None,
        Err(Refused::TooMany) => {
            Some(format!("Input variables exceeded {}. To increase the limit change max_input_vars in php.ini.", rules.vars))
        }
        // Shown to nobody from outside.
        Err(Refused::TooDeep) if cx.ini_bool("display_errors") => None,
        Err(Refused::TooDeep) => Some(format!(
            "Input variable nesting level exceeded {}. To increase the limit change max_input_nesting_level in php.ini.",
            rules.nesting
        )),
    }
}

fn problem(cx: &mut Cx, rules: &BodyRules, message: impl AsRef<[u8]>) -> PhpResult<()> {
    if rules.throws {
        return Err(cx.throw("RequestParseBodyException", message));
    }
    startup_warning(cx, message.as_ref());
    cx.check()
}

/// A warning before the script runs.
pub(super) fn startup_warning(cx: &mut Cx, message: &[u8]) {
    let html = cx.ini_bool("html_errors");
    let message = if html { crate::escape_html(message) } else { message.to_vec() };
    cx.raise_at(ErrorLevel::Warning, [b"PHP Request Startup: ", &message[..]].concat(), b"Unknown", 0);
}

/// What a multipart body is being read into.
struct Reader<'a> {
    rules: &'a BodyRules,
    form: Form,
    /// Names that variables from outside may not take: those of uploads.
    protected: FxHashSet<Vec<u8>>,
    /// The form's own `MAX_FILE_SIZE`.
    max_file_size: i64,
    files_left: i64,
    variables: i64,
    anonymous: u32,
    skip: bool,
}

fn multipart(cx: &mut Cx, content_type: &[u8], rules: &BodyRules) -> PhpResult<Form> {
    let boundary = match multipart::boundary(content_type) {
        Ok(boundary) => boundary,
        Err(reason) => {
            let what = match reason {
                NoBoundary::Missing => "Missing boundary",
                NoBoundary::Invalid => "Invalid boundary",
                NoBoundary::TooLong => "Boundary too large",
            };
            problem(cx, rules, format!("{what} in multipart/form-data POST data"))?;
            return Ok(Form::default());
        }
    };
    let mut reader = Reader {
        rules,
        form: Form::default(),
        protected: FxHashSet::default(),
        max_file_size: 0,
        files_left: rules.files,
        variables: 0,
        anonymous: 0,
        skip: false,
    };
    // The parts are read through the server itself, so it is taken out of the context meanwhile.
    let mut sapi = std::mem::replace(&mut cx.sapi, Box::new(crate::headless::NullSapi));
    let mut problems = Problems::default();
    let uploads = Destination::of(cx);
    let mut source = |buffer: &mut [u8]| sapi.read_body(buffer);
    let mut parts = Parts::new(&boundary, &mut source);
    reader.all(&mut parts, &uploads, &mut problems);
    cx.sapi = sapi;
    cx.ext::<RequestBody>().end();
    cx.ext::<Uploads>().files.append(&mut problems.files);
    for message in std::mem::take(&mut problems.messages) {
        problem(cx, rules, message)?;
    }
    Ok(reader.form)
}

/// What the reader has to tell when it is done.
#[derive(Default)]
struct Problems {
    messages: Vec<String>,
    files: Vec<Vec<u8>>,
}

/// Where uploads go.
struct Destination {
    dirs: Vec<PathBuf>,
}

impl Destination {
    fn of(cx: &Cx) -> Destination {
        let configured = cx.ini_str("upload_tmp_dir");
        let mut dirs = Vec::new();
        if !configured.is_empty() {
            dirs.push(PathBuf::from(std::ffi::OsStr::from_bytes(&configured)));
        }
        dirs.push(temporary_dir(cx));
        Destination { dirs }
    }

    fn create(&self) -> Option<(File, PathBuf)> {
        self.dirs.iter().find_map(|dir| create_temporary(dir, "php").ok())
    }
}

impl Reader<'_> {
    fn all(&mut self, parts: &mut Parts<'_>, uploads: &Destination, problems: &mut Problems) {
        let limit = if self.rules.parts < 0 { self.rules.variables.vars.saturating_add(self.rules.files) } else { self.rules.parts };
        let mut parts_left = limit;
        while !parts.at_end() {
            let Some(headers) = parts.headers() else { return };
            let Some(disposition) = header(&headers, b"content-disposition") else { continue };
            parts_left -= 1;
            if parts_left < 0 {
                problems.messages.push(format!(
                    "Multipart body parts limit exceeded {limit}. To increase the limit change max_multipart_body_parts in php.ini."
                ));
                return;
            }
            match multipart::disposition(disposition) {
                (Some(name), None) => self.variable(&name, parts, problems),
                (None, None) => {
                    self.count_file(problems);
                    problems.messages.push("File Upload Mime headers garbled".into());
                    return;
                }
                (name, Some(filename)) => {
                    self.count_file(problems);
                    let name = name.unwrap_or_else(|| {
                        self.anonymous += 1;
                        (self.anonymous - 1).to_string().into_bytes()
                    });
                    self.skip |= !is_sound(&name);
                    if !self.skip {
                        self.file(&name, &filename, &headers, parts, uploads, problems);
                    }
                }
            }
        }
    }

    fn variable(&mut self, name: &[u8], parts: &mut Parts<'_>, problems: &mut Problems) {
        let mut value = Vec::new();
        self.variables += 1;
        let wanted = self.variables <= self.rules.variables.vars;
        loop {
            let piece = parts.read(64 << 10);
            if piece.bytes.is_empty() {
                break;
            }
            if wanted {
                value.extend(piece.bytes);
            }
        }
        if name.eq_ignore_ascii_case(b"MAX_FILE_SIZE") {
            self.max_file_size = loxo_value::number::str_to_int(&value);
        }
        if wanted {
            if !self.protected.contains(&normalized(name)) {
                let value = Value::string(PhpStr::from_vec(value));
                let _ = register(&mut self.form.post, name, value, &self.rules.variables);
            }
        } else if self.variables == self.rules.variables.vars.saturating_add(1) {
            let limit = self.rules.variables.vars;
            problems.messages.push(format!("Input variables exceeded {limit}. To increase the limit change max_input_vars in php.ini."));
        }
    }

    fn count_file(&mut self, problems: &mut Problems) {
        if !self.rules.uploads {
            self.skip = true;
        } else if self.files_left <= 0 {
            self.skip = true;
            if self.files_left == 0 {
                self.files_left -= 1;
                problems.messages.push("Maximum number of allowable file uploads has been exceeded".into());
            }
        }
    }

    fn file(
        &mut self,
        name: &[u8],
        filename: &[u8],
        headers: &Headers,
        parts: &mut Parts<'_>,
        uploads: &Destination,
        problems: &mut Problems,
    ) {
        let (mut error, mut size, mut path) = (upload_error::NO_FILE, 0, Vec::new());
        if !filename.is_empty() {
            self.files_left -= 1;
            match uploads.create() {
                None => {
                    problems.messages.push("File upload error - unable to create a temporary file".into());
                    error = upload_error::NO_TMP_DIR;
                }
                Some((mut file, place)) => {
                    (error, size) = self.content(&mut file, parts);
                    path = place.into_os_string().into_vec();
                }
            }
        }
        if error != upload_error::OK && !path.is_empty() {
            let _ = std::fs::remove_file(std::ffi::OsStr::from_bytes(&path));
            path.clear();
        }
        if !path.is_empty() {
            problems.files.push(path.clone());
        }
        let base = filename.rsplit(|b| matches!(b, b'/' | b'\\')).next().unwrap_or(filename);
        let kind = if error == upload_error::OK { header(headers, b"content-type").unwrap_or_default() } else { b"" };
        let kind = kind.split(|b| *b == b';').next().unwrap_or_default();
        self.describe(name, "name", Value::bytes(base), false);
        self.describe(name, "full_path", Value::bytes(filename), false);
        self.describe(name, "type", Value::bytes(kind), false);
        self.protected.insert(normalized(name));
        self.protected.insert(normalized(&member(name, "tmp_name")));
        self.describe(name, "tmp_name", Value::bytes(&path), true);
        self.describe(name, "error", Value::int(error), false);
        self.describe(name, "size", Value::int(if error == upload_error::OK { size } else { 0 }), false);
    }

    /// Writes a part to its file: `UPLOAD_ERR_*` and size.
    fn content(&self, file: &mut File, parts: &mut Parts<'_>) -> (i64, i64) {
        let mut size = 0;
        let mut complete = false;
        loop {
            let piece = parts.read(32 << 10);
            complete |= piece.complete;
            if piece.bytes.is_empty() {
                return (if complete { upload_error::OK } else { upload_error::PARTIAL }, size);
            }
            let after = size + piece.bytes.len() as i64;
            if self.rules.file_size > 0 && after > self.rules.file_size {
                return (upload_error::INI_SIZE, size);
            }
            if self.max_file_size != 0 && after > self.max_file_size {
                return (upload_error::FORM_SIZE, size);
            }
            if file.write_all(&piece.bytes).is_err() {
                return (upload_error::CANT_WRITE, size);
            }
            size = after;
        }
    }

    fn describe(&mut self, name: &[u8], what: &str, value: Value, even_if_protected: bool) {
        let name = member(name, what);
        if even_if_protected || !self.protected.contains(&normalized(&name)) {
            let _ = register(&mut self.form.files, &name, value, &self.rules.variables);
        }
    }
}

/// `a` → `a[size]`, `a[b][]` → `a[size][b][]`.
fn member(name: &[u8], what: &str) -> Vec<u8> {
    let at = match name.iter().position(|b| *b == b'[') {
        Some(at) if name.ends_with(b"]") => at,
        _ => name.len(),
    };
    [&name[..at], b"[", what.as_bytes(), b"]", &name[at..]].concat()
}

fn header<'a>(headers: &'a Headers, name: &[u8]) -> Option<&'a [u8]> {
    headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| &value[..])
}

/// Brackets are balanced and nothing stands between them; other names are never repaired, their files are dropped.
fn is_sound(name: &[u8]) -> bool {
    let mut open = 0i32;
    for (at, b) in name.iter().enumerate() {
        match b {
            b'[' => open += 1,
            b']' => {
                open -= 1;
                if name.get(at + 1).is_some_and(|next| *next != b'[') {
                    return false;
                }
            }
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// The same for all spellings of a variable's name.
fn normalized(name: &[u8]) -> Vec<u8> {
    let name = &name[name.iter().position(|b| *b != b' ').unwrap_or(name.len())..];
    let base = name.iter().position(|b| *b == b'[').unwrap_or(name.len());
    let mut out: Vec<u8> = name[..base].iter().map(|b| if matches!(b, b' ' | b'.') { b'_' } else { *b }).collect();
    let mut after_bracket = false;
    for b in &name[base..] {
        if after_bracket && matches!(b, b' ' | b'\r' | b'\n' | b'\t') {
            continue;
        }
        after_bracket = *b == b'[';
        out.push(*b);
    }
    out
}
