//! `ReflectionObject`: a `ReflectionClass` of an object, which knows its dynamic properties too.

use crate::prelude::*;
use crate::subject;

/// `ReflectionObject::__construct()`
pub(crate) fn construct(_: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<()> {
    let class = class_of(object);
    subject::name(this, Subject::Class { class, object: Some(object.clone()) }, &[class.name.to_value()]);
    Ok(())
}
