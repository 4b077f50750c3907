//! The functions from before there was a class.

use std::cell::RefCell;

use loxo_runtime::paths;

use loxo_runtime::value::for_each_resource;
use loxo_runtime::{Cx, OrFalse, PhpResource, PhpResult, PhpStr, StrBuilder, Value, memory_limit};
use loxo_streams::context;

use crate::archive::open_container;
use crate::container::Container;
use crate::reader::Reader;
use crate::reading::Known;

/// An archive that is walked.
struct Directory {
    container: Container,
    next: RefCell<i64>,
}

/// A file of it.
struct Item {
    known: Known,
    reader: RefCell<Reader>,
    /// The number of the archive's resource.
    directory: i64,
}

fn directory<'a>(cx: &mut Cx, zip: &'a PhpResource) -> PhpResult<&'a Directory> {
    match zip.data::<Directory>() {
        Some(directory) => Ok(directory),
        None => Err(context::not_valid(cx, "Zip Directory")),
    }
}

fn item<'a>(cx: &mut Cx, entry: &'a PhpResource) -> PhpResult<&'a Item> {
    match entry.data::<Item>() {
        Some(item) => Ok(item),
        None => Err(context::not_valid(cx, "Zip Entry")),
    }
}

/// `zip_open()`
pub(crate) fn zip_open(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    if filename.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if !paths::check_open_basedir(cx, filename, true) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    match open_container(&paths::expand(cx, filename), 0) {
        Ok(container) => {
            let directory = Directory { container, next: RefCell::new(0) };
            Ok(Value::resource(PhpResource::new("Zip Directory", Box::new(directory))))
        }
        Err(error) => Ok(Value::int(error.zip)),
    }
}

/// `zip_close()`
pub(crate) fn zip_close(cx: &mut Cx, zip: &PhpResource) -> PhpResult<()> {
    directory(cx, zip)?;
    drop(zip.close());
    Ok(())
}

/// `zip_read()`
pub(crate) fn zip_read(cx: &mut Cx, zip: &PhpResource) -> PhpResult<Value> {
    let own = directory(cx, zip)?;
    let index = *own.next.borrow();
    let known = own.container.stat(index, 0);
    let reader = own.container.open(index, 0, None);
    let (Ok(known), Ok(reader)) = (known, reader) else { return Ok(Value::FALSE) };
    *own.next.borrow_mut() += 1;
    let item = Item { known, reader: RefCell::new(reader), directory: zip.id() };
    Ok(Value::resource(PhpResource::new("Zip Entry", Box::new(item))))
}

/// `zip_entry_open()`
pub(crate) fn zip_entry_open(cx: &mut Cx, zip: &PhpResource, entry: &PhpResource, _: &PhpStr) -> PhpResult<bool> {
    item(cx, entry)?;
    directory(cx, zip)?;
    Ok(true)
}

/// `zip_entry_close()`
pub(crate) fn zip_entry_close(cx: &mut Cx, entry: &PhpResource) -> PhpResult<bool> {
    item(cx, entry)?;
    drop(entry.close());
    Ok(true)
}

/// `zip_entry_read()`
pub(crate) fn zip_entry_read(cx: &mut Cx, entry: &PhpResource, len: i64) -> PhpResult<PhpStr> {
    const DEFAULT: usize = 1024;
    let own = item(cx, entry)?;
    let len = usize::try_from(len).ok().filter(|&len| len > 0).unwrap_or(DEFAULT);
    let mut out = StrBuilder::new();
    memory_limit::ensure_room(len);
    out.push_n(0, len);
    let got = own.reader.borrow_mut().read(out.as_mut_bytes()).unwrap_or(0);
    out.truncate(got);
    Ok(out.finish())
}

/// What is known of a file, as long as its archive is open.
fn known<'a>(cx: &mut Cx, entry: &'a PhpResource) -> PhpResult<Option<&'a Known>> {
    let own = item(cx, entry)?;
    let mut open = false;
    for_each_resource(|resource| open |= resource.id() == own.directory && resource.data::<Directory>().is_some());
    Ok(open.then_some(&own.known))
}

/// `zip_entry_name()`
pub(crate) fn zip_entry_name(cx: &mut Cx, entry: &PhpResource) -> PhpResult<OrFalse<PhpStr>> {
    Ok(OrFalse(known(cx, entry)?.map(|known| PhpStr::new(&known.name))))
}

/// `zip_entry_compressedsize()`
pub(crate) fn zip_entry_compressedsize(cx: &mut Cx, entry: &PhpResource) -> PhpResult<OrFalse<i64>> {
    Ok(OrFalse(known(cx, entry)?.map(|known| known.packed)))
}

/// `zip_entry_filesize()`
pub(crate) fn zip_entry_filesize(cx: &mut Cx, entry: &PhpResource) -> PhpResult<OrFalse<i64>> {
    Ok(OrFalse(known(cx, entry)?.map(|known| known.size)))
}

/// `zip_entry_compressionmethod()`
pub(crate) fn zip_entry_compressionmethod(cx: &mut Cx, entry: &PhpResource) -> PhpResult<OrFalse<PhpStr>> {
    let name = known(cx, entry)?.and_then(|known| match known.method {
        0 => Some("stored"),
        1 => Some("shrunk"),
        2..=5 => Some("reduced"),
        6 => Some("imploded"),
        7 => Some("tokenized"),
        8 => Some("deflated"),
        9 => Some("deflatedX"),
        10 => Some("implodedX"),
        _ => None,
    });
    Ok(OrFalse(name.map(|name| PhpStr::new(name.as_bytes()))))
}
