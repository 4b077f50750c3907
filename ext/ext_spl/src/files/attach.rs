//! What extensions whose classes derive from these need: a place for things of their own, and what an object is about.

use std::any::Any;
use std::rc::Rc;

use loxo_runtime::PhpObject;

use super::{FileState, Kind, path_of};
use crate::prelude::*;

/// What an object of one of these classes stands for at present.
pub enum Subject {
    /// An element of a directory: the directory's path and the element's name.
    Element(PhpStr, Vec<u8>),
    /// A file, by its whole name.
    File(PhpStr),
}

fn own(object: &PhpObject) -> Option<&mut FileState> {
    object.native_mut::<FileState>()
}

/// Keeps something with an object. Clones of objects that iterate over directories share it.
pub fn attach(object: &PhpObject, thing: Rc<dyn Any>) {
    if let Some(own) = own(object) {
        own.attached = Some(thing);
    }
}

/// What is kept with an object.
pub fn attached<T: Any>(object: &PhpObject) -> Option<Rc<T>> {
    own(object)?.attached.clone()?.downcast().ok()
}

/// Gives up what is kept with an object.
pub fn detach(object: &PhpObject) {
    drop(own(object).and_then(|own| own.attached.take()));
}

/// The class of what `getFileInfo()` makes, if it was chosen.
pub fn info_class(object: &PhpObject) -> Option<&'static Class> {
    own(object)?.info_class
}

/// Chooses the class of what `getFileInfo()` makes.
pub fn set_info_class(object: &PhpObject, class: &'static Class) {
    if let Some(own) = own(object) {
        own.info_class = Some(class);
    }
}

/// What an object is about; `None`: it is of another class, or its constructor has not run.
pub fn subject(object: &PhpObject) -> Option<Subject> {
    let state = own(object)?;
    match &state.kind {
        Kind::Directory(directory) => Some(Subject::Element(path_of(object), directory.entry().to_vec())),
        Kind::Name | Kind::File(_) => state.file_name.clone().map(Subject::File),
    }
}
