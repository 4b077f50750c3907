//! `CURLOPT_POSTFIELDS`: makes libcurl's form of an array of fields, files and strings that pose as files.

use std::ffi::CString;
use std::sync::atomic::{AtomicUsize, Ordering};

use loxo_curl_sys::{Content, Form, OK, Part};
use loxo_runtime::streams::{self, OpenOptions, StreamRef, paths};
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::handle::state;

const OUT_OF_MEMORY: i32 = 27;
const GET_OPTION: i32 = 80;

/// A file of a form, read while it is sent.
pub(crate) struct Source {
    pub number: usize,
    pub path: PhpStr,
    pub stream: Option<StreamRef>,
}

static NEXT: AtomicUsize = AtomicUsize::new(1);

fn text(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    convert::to_string(cx, value.deref())
}

fn property(cx: &mut Cx, object: &PhpObject, name: &str) -> PhpResult<PhpStr> {
    let value = cx.read_property(object, name)?;
    text(cx, &value)
}

/// Text for libcurl, which ends at the first NUL byte.
fn c_text(text: &[u8]) -> CString {
    CString::new(text.split(|b| *b == 0).next().unwrap_or_default()).unwrap_or_default()
}

fn inherits(cx: &Cx, object: &PhpObject, class: &str) -> bool {
    cx.class_of(object).is_subclass_of(cx.builtin_class(class))
}

struct Building {
    form: Form,
    sources: Vec<Source>,
}

impl Building {
    fn data(&mut self, cx: &mut Cx, name: &CString, value: &Value) -> PhpResult<i32> {
        let value = text(cx, value)?;
        Ok(self.form.add(&Part { name, content: Content::Data(&value), filename: None, kind: None }))
    }

    fn file(&mut self, cx: &mut Cx, name: &CString, object: &PhpObject) -> PhpResult<Option<i32>> {
        let path = property(cx, object, "name")?;
        if path.contains(&0) {
            let function = crate::function_name(cx);
            return Err(cx.value_error(format!("{function}(): cURL option must not contain any null bytes")));
        }
        if !paths::check_open_basedir(cx, &path, true) {
            cx.check()?;
            return Ok(None);
        }
        let kind = property(cx, object, "mime")?;
        let posted = property(cx, object, "postname")?;
        let stream = streams::open_stream(cx, &path, b"rb", OpenOptions::default(), None)?;
        let size = stream.as_ref().and_then(|stream| stream.stat(cx)).map(|stat| stat.size as i64);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let kind = c_text(if kind.is_empty() { b"application/octet-stream" } else { &kind });
        let filename = c_text(if posted.is_empty() { &path } else { &posted });
        let stream = stream.filter(|_| size.is_some());
        self.sources.push(Source { number, path, stream });
        let content = Content::Source { number, size };
        Ok(Some(self.form.add(&Part { name, content, filename: Some(&filename), kind: Some(&kind) })))
    }

    fn string_file(&mut self, cx: &mut Cx, name: &CString, object: &PhpObject) -> PhpResult<i32> {
        let posted = property(cx, object, "postname")?;
        let kind = property(cx, object, "mime")?;
        let data = property(cx, object, "data")?;
        let (filename, kind) = (c_text(&posted), c_text(if kind.is_empty() { b"application/octet-stream" } else { &kind }));
        Ok(self.form.add(&Part { name, content: Content::Data(&data), filename: Some(&filename), kind: Some(&kind) }))
    }

    fn one(&mut self, cx: &mut Cx, name: &CString, value: &Value) -> PhpResult<Option<i32>> {
        match value.deref().as_object() {
            Some(object) if inherits(cx, object, "CURLFile") => self.file(cx, name, object),
            Some(object) if inherits(cx, object, "CURLStringFile") => self.string_file(cx, name, object).map(Some),
            _ => self.data(cx, name, value).map(Some),
        }
    }
}

/// Makes a form of an array. The answer is no status where a warning says enough.
fn build(cx: &mut Cx, handle: &PhpObject, fields: &PhpArray) -> PhpResult<Option<i32>> {
    let easy = state(cx, handle)?.easy.clone();
    let Some(form) = Form::new(&easy) else { return Ok(Some(OUT_OF_MEMORY)) };
    let mut building = Building { form, sources: Vec::new() };
    for (key, value) in fields.iter() {
        let name = match key {
            KeyRef::Int(index) => c_text(index.to_string().as_bytes()),
            KeyRef::Str(name) => c_text(name),
        };
        let items = match value.deref().as_array() {
            Some(list) => list.values().map(Value::clone_deref).collect(),
            None => vec![value.clone_deref()],
        };
        for item in items {
            match building.one(cx, &name, &item)? {
                Some(OK) => {}
                Some(status) => return Ok(Some(status)),
                None => return Ok(None),
            }
        }
    }
    let status = easy.set_form(building.form);
    state(cx, handle)?.sources = building.sources;
    Ok(Some(status))
}

/// `CURLOPT_POSTFIELDS`
pub(crate) fn set(cx: &mut Cx, handle: &PhpObject, value: &Value) -> PhpResult<Option<i32>> {
    let Some(fields) = value.deref().as_array().cloned() else {
        let data = text(cx, value)?;
        let own = state(cx, handle)?;
        own.post = None;
        return Ok(Some(own.easy.set_post_fields(&data)));
    };
    if fields.is_empty() {
        return Ok(Some(state(cx, handle)?.easy.set_post_fields(b"")));
    }
    let status = build(cx, handle, &fields)?;
    state(cx, handle)?.post = (status == Some(OK)).then(|| Value::from(fields));
    Ok(status)
}

/// Makes the form of a handle that was copied.
pub(crate) fn rebuild(cx: &mut Cx, handle: &PhpObject) -> PhpResult<()> {
    let post = state(cx, handle)?.post.clone();
    if let Some(fields) = post.as_ref().and_then(Value::as_array) {
        if build(cx, handle, fields)? != Some(OK) {
            cx.builtin_warning("Cannot rebuild mime structure");
            state(cx, handle)?.status = GET_OPTION;
        }
    }
    cx.check()
}
