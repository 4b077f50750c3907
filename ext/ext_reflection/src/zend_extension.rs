//! `ReflectionZendExtension`: extensions of the engine itself, of which there are none.

use crate::prelude::*;
use crate::subject;

/// `ReflectionZendExtension::__construct()`
pub(crate) fn construct(cx: &mut Cx, _: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    Err(exception(cx, message(&[b"Zend Extension \"", name, b"\" does not exist"])))
}

fn nothing(cx: &mut Cx) -> PhpResult<PhpStr> {
    Err(subject::unfinished(cx))
}

/// `ReflectionZendExtension::__toString()`
pub(crate) fn to_string(cx: &mut Cx, _: &PhpObject) -> PhpResult<PhpStr> {
    nothing(cx)
}

/// `ReflectionZendExtension::getName()`
pub(crate) fn get_name(cx: &mut Cx, _: &PhpObject) -> PhpResult<PhpStr> {
    nothing(cx)
}

/// `ReflectionZendExtension::getVersion()`
pub(crate) fn get_version(cx: &mut Cx, _: &PhpObject) -> PhpResult<PhpStr> {
    nothing(cx)
}

/// `ReflectionZendExtension::getAuthor()`
pub(crate) fn get_author(cx: &mut Cx, _: &PhpObject) -> PhpResult<PhpStr> {
    nothing(cx)
}

/// `ReflectionZendExtension::getURL()`
pub(crate) fn get_url(cx: &mut Cx, _: &PhpObject) -> PhpResult<PhpStr> {
    nothing(cx)
}

/// `ReflectionZendExtension::getCopyright()`
pub(crate) fn get_copyright(cx: &mut Cx, _: &PhpObject) -> PhpResult<PhpStr> {
    nothing(cx)
}
