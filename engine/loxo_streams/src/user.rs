//! Wrappers written in PHP (`stream_wrapper_register()`).

use std::os::fd::OwnedFd;
use std::rc::Rc;

use loxo_value::{PhpArray, PhpObject, PhpRef, PhpResource, Value};

use super::dir::DirEntry;
use super::wrapper::Done;
use super::{
    Failures, Kind, MetaChange, OpenOptions, OptionResult, ReadResult, SeekFailed, Stat, StatFlags, Stream, StreamOps, StreamOption,
    StreamRef, Whence, Wrapper, of_resource, state,
};
use loxo_runtime::{Class, Cx, PhpResult, class_of, convert};

/// A scheme that a class of the program serves.
pub struct UserWrapper {
    pub class: &'static Class,
    pub is_url: bool,
}

/// Calls a method if the object has it (or `__call`). The builtin that runs stays the one that messages name.
fn call(cx: &mut Cx, object: &PhpObject, name: &str, args: Vec<Value>) -> PhpResult<Option<Value>> {
    let class = class_of(object);
    let active = cx.active;
    let result = match class.method(name.as_bytes()) {
        Some(func) => cx.call_method(object, func, &args).map(Some),
        None if class.magic.call.is_some() => {
            let callee = PhpArray::from_values([Value::object(object.clone()), Value::bytes(name.as_bytes())]);
            match (cx.hooks.callable)(cx, &Value::array(callee)) {
                Ok(Ok(callable)) => cx.call_vec(&callable, args).map(Some),
                Ok(Err(_)) => Ok(None),
                Err(thrown) => Err(thrown),
            }
        }
        None => Ok(None),
    };
    cx.active = active;
    result
}

fn warn_missing(cx: &mut Cx, class: &Class, method: &str) {
    let name = String::from_utf8_lossy(convert::class_name(class)).into_owned();
    cx.builtin_warning(format!("{name}::{method} is not implemented!"));
}

/// An answer that must be a boolean.
fn strict_bool(value: &Value) -> Option<bool> {
    value.deref().as_bool()
}

impl UserWrapper {
    /// A new object of the class, its constructor called.
    fn instance(&self, cx: &mut Cx, context: Option<&PhpResource>) -> Option<PhpObject> {
        if !self.class.is_instantiable() {
            return None;
        }
        let active = cx.active;
        let object = cx.instantiate(self.class).ok()?;
        let value = context.map_or(Value::NULL, |c| Value::resource(c.clone()));
        let made = cx.write_property(&object, "context", value).and_then(|()| match self.class.magic.constructor {
            Some(constructor) => cx.call_method(&object, constructor, &[]).map(drop),
            None => Ok(()),
        });
        cx.active = active;
        made.ok().map(|()| object)
    }

    fn log_failed(&self, method: &str, failures: &mut Failures) {
        let name = String::from_utf8_lossy(convert::class_name(self.class)).into_owned();
        failures.log(format!("\"{name}::{method}\" call failed"));
    }

    /// Opens something under the guard against wrappers that open themselves.
    fn guarded<R>(
        &self,
        cx: &mut Cx,
        path: &[u8],
        options: OpenOptions,
        failures: &mut Failures,
        work: impl FnOnce(&mut Cx, &mut Failures) -> Option<R>,
    ) -> Option<R> {
        if state(cx).user_opening.as_deref() == Some(path) {
            failures.log("infinite recursion prevented");
            return None;
        }
        state(cx).user_opening = Some(path.to_vec());
        let old_include = state(cx).in_user_include;
        if !self.is_url && options.has(OpenOptions::FOR_INCLUDE) && !cx.ini_bool("allow_url_include") {
            state(cx).in_user_include = true;
        }
        let result = work(cx, failures);
        state(cx).user_opening = None;
        state(cx).in_user_include = old_include;
        result
    }

    /// Calls an operation on a path with a new object. `None`: it failed, or there is no such method (reported).
    fn path_call(&self, cx: &mut Cx, context: Option<&PhpResource>, method: &str, args: Vec<Value>) -> Option<Value> {
        let object = self.instance(cx, context)?;
        match call(cx, &object, method, args) {
            Ok(Some(value)) => Some(value),
            Ok(None) => {
                warn_missing(cx, self.class, method);
                None
            }
            Err(_) => None,
        }
    }
}

impl Wrapper for UserWrapper {
    fn label(&self) -> &'static str {
        "user-space"
    }

    fn is_url(&self) -> bool {
        self.is_url
    }

    fn is_user(&self) -> bool {
        true
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        self.guarded(cx, path, options, failures, |cx, failures| {
            let object = self.instance(cx, context)?;
            let opened = PhpRef::new(Value::NULL);
            // The include path counts for a program that was not found before.
            let is_searched = options.has(OpenOptions::FOR_SOURCE) && !options.has(OpenOptions::REALPATH);
            let options = if is_searched { options.with(OpenOptions::USE_PATH) } else { options };
            let args = vec![Value::bytes(path), Value::bytes(mode), Value::int(i64::from(options.0)), Value::reference(opened)];
            match call(cx, &object, "stream_open", args) {
                Ok(Some(answer)) if answer.deref().to_bool() => {
                    let stream = Stream::new(Box::new(UserOps { object: object.clone() }), mode);
                    *stream.wrapper_data.borrow_mut() = Value::object(object);
                    *stream.context.borrow_mut() = context.cloned();
                    Some(Rc::new(stream))
                }
                _ => {
                    self.log_failed("stream_open", failures);
                    None
                }
            }
        })
    }

    fn opendir(
        &self,
        cx: &mut Cx,
        path: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        self.guarded(cx, path, OpenOptions::default(), failures, |cx, failures| {
            let object = self.instance(cx, context)?;
            let args = vec![Value::bytes(path), Value::int(i64::from(options.0))];
            match call(cx, &object, "dir_opendir", args) {
                Ok(Some(answer)) if answer.deref().to_bool() => {
                    let stream = Stream::new(Box::new(UserDirOps { object: object.clone() }), b"r");
                    *stream.wrapper_data.borrow_mut() = Value::object(object);
                    Some(Rc::new(stream))
                }
                _ => {
                    self.log_failed("dir_opendir", failures);
                    None
                }
            }
        })
    }

    fn can_list(&self) -> bool {
        true
    }

    fn can_stat(&self) -> bool {
        true
    }

    fn url_stat(&self, cx: &mut Cx, path: &[u8], flags: StatFlags, context: Option<&PhpResource>) -> Option<Stat> {
        let answer = self.path_call(cx, context, "url_stat", vec![Value::bytes(path), Value::int(i64::from(flags.0))])?;
        answer.deref().as_array().map(Stat::from_array)
    }

    fn unlink(&self, cx: &mut Cx, path: &[u8], context: Option<&PhpResource>) -> Done {
        let answer = self.path_call(cx, context, "unlink", vec![Value::bytes(path)]);
        Some(answer.as_ref().and_then(strict_bool) == Some(true))
    }

    fn rename(&self, cx: &mut Cx, from: &[u8], to: &[u8], context: Option<&PhpResource>) -> Done {
        let answer = self.path_call(cx, context, "rename", vec![Value::bytes(from), Value::bytes(to)]);
        Some(answer.as_ref().and_then(strict_bool) == Some(true))
    }

    fn mkdir(&self, cx: &mut Cx, path: &[u8], mode: i64, recursive: bool, context: Option<&PhpResource>) -> Done {
        let options = i64::from(OpenOptions::REPORT_ERRORS.0) | i64::from(recursive);
        let args = vec![Value::bytes(path), Value::int(mode), Value::int(options)];
        let answer = self.path_call(cx, context, "mkdir", args);
        Some(answer.as_ref().and_then(strict_bool) == Some(true))
    }

    fn rmdir(&self, cx: &mut Cx, path: &[u8], context: Option<&PhpResource>) -> Done {
        let args = vec![Value::bytes(path), Value::int(i64::from(OpenOptions::REPORT_ERRORS.0))];
        let answer = self.path_call(cx, context, "rmdir", args);
        Some(answer.as_ref().and_then(strict_bool) == Some(true))
    }

    fn metadata(&self, cx: &mut Cx, path: &[u8], change: &MetaChange) -> Done {
        let (number, value) = match change {
            MetaChange::Touch(None) => (1, Value::array(PhpArray::new())),
            MetaChange::Touch(Some((mtime, atime))) => (1, Value::array(PhpArray::from_values([*mtime, *atime]))),
            MetaChange::OwnerName(name) => (2, Value::string(name.clone())),
            MetaChange::Owner(id) => (3, Value::int(*id)),
            MetaChange::GroupName(name) => (4, Value::string(name.clone())),
            MetaChange::Group(id) => (5, Value::int(*id)),
            MetaChange::Access(mode) => (6, Value::int(*mode)),
        };
        let answer = self.path_call(cx, None, "stream_metadata", vec![Value::bytes(path), Value::int(number), value]);
        Some(answer.as_ref().and_then(strict_bool) == Some(true))
    }
}

/// An open stream of a user's wrapper.
struct UserOps {
    object: PhpObject,
}

impl UserOps {
    fn call(&self, cx: &mut Cx, method: &str, args: Vec<Value>) -> PhpResult<Option<Value>> {
        call(cx, &self.object, method, args)
    }

    fn missing(&self, cx: &mut Cx, method: &str) {
        warn_missing(cx, class_of(&self.object), method);
    }

    fn class_name(&self) -> String {
        String::from_utf8_lossy(convert::class_name(class_of(&self.object))).into_owned()
    }

    /// The end is asked for after each read; `None`: an exception.
    fn at_end(&self, cx: &mut Cx) -> Option<bool> {
        match self.call(cx, "stream_eof", Vec::new()) {
            Err(_) => None,
            Ok(Some(answer)) => Some(answer.deref().to_bool()),
            Ok(None) => {
                let name = self.class_name();
                cx.builtin_warning(format!("{name}::stream_eof is not implemented! Assuming EOF"));
                Some(true)
            }
        }
    }

    fn is_alive(&self, cx: &mut Cx) -> OptionResult {
        match self.call(cx, "stream_eof", Vec::new()) {
            Ok(Some(answer)) if strict_bool(&answer) == Some(false) => OptionResult::Ok,
            Ok(Some(answer)) if strict_bool(&answer) == Some(true) => OptionResult::Failed,
            Err(_) => OptionResult::Failed,
            Ok(_) => {
                let name = self.class_name();
                cx.builtin_warning(format!("{name}::stream_eof is not implemented! Assuming EOF"));
                OptionResult::Failed
            }
        }
    }

    fn lock(&self, cx: &mut Cx, operation: i64, asks_only: bool) -> OptionResult {
        match self.call(cx, "stream_lock", vec![Value::int(operation)]) {
            Ok(Some(answer)) => match strict_bool(&answer) {
                Some(true) => OptionResult::Ok,
                Some(false) => OptionResult::Failed,
                None => OptionResult::NotImplemented,
            },
            Ok(None) if asks_only => OptionResult::Ok,
            Ok(None) => {
                self.missing(cx, "stream_lock");
                OptionResult::Failed
            }
            Err(_) => OptionResult::Failed,
        }
    }

    fn truncate(&self, cx: &mut Cx, size: i64) -> OptionResult {
        if size < 0 {
            return OptionResult::Failed;
        }
        match self.call(cx, "stream_truncate", vec![Value::int(size)]) {
            Ok(Some(answer)) => match strict_bool(&answer) {
                Some(true) => OptionResult::Ok,
                Some(false) => OptionResult::Failed,
                None => {
                    let name = self.class_name();
                    cx.builtin_warning(format!("{name}::stream_truncate did not return a boolean!"));
                    OptionResult::NotImplemented
                }
            },
            Ok(None) => {
                self.missing(cx, "stream_truncate");
                OptionResult::NotImplemented
            }
            Err(_) => OptionResult::Failed,
        }
    }

    fn set(&self, cx: &mut Cx, option: i64, first: Value, second: Value) -> OptionResult {
        match self.call(cx, "stream_set_option", vec![Value::int(option), first, second]) {
            Ok(Some(answer)) if answer.deref().to_bool() => OptionResult::Ok,
            Ok(Some(_)) | Err(_) => OptionResult::Failed,
            Ok(None) => {
                self.missing(cx, "stream_set_option");
                OptionResult::Failed
            }
        }
    }
}

impl StreamOps for UserOps {
    fn label(&self) -> &'static str {
        "user-space"
    }

    fn kind(&self) -> Kind {
        Kind::User
    }

    fn closes_in_php(&self) -> bool {
        true
    }

    fn read(&mut self, cx: &mut Cx, _: &Stream, buf: &mut [u8]) -> ReadResult {
        let answer = match self.call(cx, "stream_read", vec![Value::int(buf.len() as i64)]) {
            Ok(Some(answer)) => answer,
            Err(_) => return ReadResult::failed(),
            Ok(None) => {
                self.missing(cx, "stream_read");
                return ReadResult::failed();
            }
        };
        if answer.deref().is_false() {
            return ReadResult::failed();
        }
        let Ok(data) = convert::to_string(cx, &answer) else { return ReadResult::failed() };
        let n = data.len().min(buf.len());
        if data.len() > buf.len() {
            let name = self.class_name();
            let (excess, read, max) = (data.len() - buf.len(), data.len(), buf.len());
            cx.builtin_warning(format!(
                "{name}::stream_read - read {excess} bytes more data than requested ({read} read, {max} max) - excess data will be lost"
            ));
        }
        buf[..n].copy_from_slice(&data[..n]);
        match self.at_end(cx) {
            None => ReadResult { count: None, eof: Some(true) },
            Some(eof) => ReadResult::with_eof(n, eof),
        }
    }

    fn write(&mut self, cx: &mut Cx, _: &Stream, data: &[u8]) -> Option<usize> {
        let answer = match self.call(cx, "stream_write", vec![Value::bytes(data)]) {
            Ok(Some(answer)) => answer,
            Err(_) => return None,
            Ok(None) => {
                self.missing(cx, "stream_write");
                return None;
            }
        };
        if answer.deref().is_false() {
            return None;
        }
        let written = convert::to_int(cx, &answer).ok()?;
        let max = data.len() as i64;
        if written > max {
            let name = self.class_name();
            let excess = written - max;
            cx.builtin_warning(format!(
                "{name}::stream_write wrote {excess} bytes more data than requested ({written} written, {max} max)"
            ));
        }
        usize::try_from(written.min(max)).ok()
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, cx: &mut Cx, stream: &Stream, offset: i64, whence: Whence) -> Result<i64, SeekFailed> {
        let answer = self.call(cx, "stream_seek", vec![Value::int(offset), Value::int(whence as i64)]);
        match answer {
            Ok(None) => {
                stream.set_flag(super::flags::NO_SEEK);
                return Err(SeekFailed(None));
            }
            Ok(Some(answer)) if answer.deref().to_bool() => {}
            _ => return Err(SeekFailed(None)),
        }
        match self.call(cx, "stream_tell", Vec::new()) {
            Ok(Some(at)) => at.deref().as_int().ok_or(SeekFailed(None)),
            Ok(None) => {
                self.missing(cx, "stream_tell");
                Err(SeekFailed(None))
            }
            Err(_) => Err(SeekFailed(None)),
        }
    }

    fn flush(&mut self, cx: &mut Cx, _: &Stream) -> bool {
        matches!(self.call(cx, "stream_flush", Vec::new()), Ok(Some(answer)) if answer.deref().to_bool())
    }

    fn close(&mut self, cx: &mut Cx) -> i32 {
        // What it answers does not matter.
        let _ = self.call(cx, "stream_close", Vec::new());
        0
    }

    fn stat(&mut self, cx: &mut Cx) -> Option<Stat> {
        match self.call(cx, "stream_stat", Vec::new()) {
            Ok(Some(answer)) => answer.deref().as_array().map(Stat::from_array),
            Ok(None) => {
                self.missing(cx, "stream_stat");
                None
            }
            Err(_) => None,
        }
    }

    fn set_option(&mut self, cx: &mut Cx, _: &Stream, option: StreamOption<'_>) -> OptionResult {
        const BUFFER_SIZE: usize = 8192;
        let size = |size: Option<usize>| Value::int(size.unwrap_or(BUFFER_SIZE) as i64);
        match option {
            StreamOption::CheckLiveness => self.is_alive(cx),
            StreamOption::Lock(operation) => self.lock(cx, operation, false),
            StreamOption::LockSupported => self.lock(cx, 0, true),
            StreamOption::TruncateSupported => {
                let has = class_of(&self.object).method(b"stream_truncate").is_some();
                if has { OptionResult::Ok } else { OptionResult::Failed }
            }
            StreamOption::Truncate(size) => self.truncate(cx, size),
            StreamOption::Blocking(on) => self.set(cx, 1, Value::int(i64::from(on)), Value::NULL),
            StreamOption::ReadBuffer(mode, bytes) => self.set(cx, 2, Value::int(mode), size(bytes)),
            StreamOption::WriteBuffer(mode, bytes) => self.set(cx, 3, Value::int(mode), size(bytes)),
            StreamOption::ReadTimeout(seconds, micros) => self.set(cx, 4, Value::int(seconds), Value::int(micros)),
            _ => OptionResult::NotImplemented,
        }
    }

    fn fd(&mut self, cx: &mut Cx, stream: &Stream, select: bool) -> Option<Rc<OwnedFd>> {
        let how = if select { 3 } else { 0 };
        let answer = match self.call(cx, "stream_cast", vec![Value::int(how)]) {
            Ok(Some(answer)) => answer,
            Err(_) => return None,
            Ok(None) => {
                self.missing(cx, "stream_cast");
                return None;
            }
        };
        if !answer.deref().to_bool() {
            return None;
        }
        let name = self.class_name();
        match answer.deref().as_resource().and_then(of_resource) {
            None => {
                cx.builtin_warning(format!("{name}::stream_cast must return a stream resource"));
                None
            }
            Some(inner) if std::ptr::eq(&*inner, stream) => {
                cx.builtin_warning(format!("{name}::stream_cast must not return itself"));
                None
            }
            Some(inner) => {
                let fd = inner.fd(cx, select);
                if fd.is_none() && cx.check().is_ok() {
                    let form = if select { "select()able descriptor" } else { "File Descriptor" };
                    cx.builtin_warning(format!("Cannot represent a stream of type {} as a {form}", inner.label()));
                }
                fd
            }
        }
    }
}

/// An open directory of a user's wrapper.
struct UserDirOps {
    object: PhpObject,
}

impl StreamOps for UserDirOps {
    fn label(&self) -> &'static str {
        "user-space-dir"
    }

    fn can_write(&self) -> bool {
        false
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn closes_in_php(&self) -> bool {
        true
    }

    fn read_dir(&mut self, cx: &mut Cx, _: &Stream) -> Option<DirEntry> {
        match call(cx, &self.object, "dir_readdir", Vec::new()) {
            Ok(Some(answer)) if answer.deref().is_bool() => None,
            Ok(Some(answer)) => convert::to_string(cx, &answer).ok().map(DirEntry::from),
            Ok(None) => {
                warn_missing(cx, class_of(&self.object), "dir_readdir");
                None
            }
            Err(_) => None,
        }
    }

    fn rewind_dir(&mut self, cx: &mut Cx) -> bool {
        let _ = call(cx, &self.object, "dir_rewinddir", Vec::new());
        true
    }

    fn close(&mut self, cx: &mut Cx) -> i32 {
        let _ = call(cx, &self.object, "dir_closedir", Vec::new());
        0
    }
}

/// Why a scheme could not be registered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterError {
    Taken,
    Invalid,
}

/// Registers a class for a scheme, for the rest of the request.
pub fn register(cx: &mut Cx, scheme: &[u8], class: &'static Class, is_url: bool) -> Result<(), RegisterError> {
    let valid = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    if state(cx).wrappers.contains_key(scheme) {
        return Err(RegisterError::Taken);
    }
    if !scheme.iter().all(valid) {
        return Err(RegisterError::Invalid);
    }
    Rc::make_mut(&mut state(cx).wrappers).insert(scheme.to_vec(), Rc::new(UserWrapper { class, is_url }));
    Ok(())
}

/// Takes a scheme away, for the rest of the request. False: there is none of that name.
pub fn unregister(cx: &mut Cx, scheme: &[u8]) -> bool {
    Rc::make_mut(&mut state(cx).wrappers).shift_remove(scheme).is_some()
}

/// What came of restoring a scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restored {
    Yes,
    NeverChanged,
    NeverExisted,
}

/// Brings a scheme's own wrapper back.
pub fn restore(cx: &mut Cx, scheme: &[u8]) -> Restored {
    let Some(original) = state(cx).known.wrappers.get(scheme).cloned() else { return Restored::NeverExisted };
    let state = state(cx);
    if state.wrappers.get(scheme).is_some_and(|current| !current.is_user()) {
        return Restored::NeverChanged;
    }
    let wrappers = Rc::make_mut(&mut state.wrappers);
    wrappers.shift_remove(scheme);
    wrappers.insert(scheme.to_vec(), original);
    Restored::Yes
}
