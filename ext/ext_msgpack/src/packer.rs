//! `MessagePack`: packing and unpacking with options that belong to the object and not to the request.

use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, PhpStr, Value, args, object};

use crate::settings::{self, Options};
use crate::{functions, unpacker};

/// `MESSAGEPACK_OPT_*`
pub(crate) const PHP_ONLY: i64 = -1001;
pub(crate) const ASSOC: i64 = -1002;

/// The native part. Before the constructor has run, both options are off.
#[derive(Clone, Copy, Default)]
struct Packer(Options);

impl Native for Packer {
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(*self))
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Packer::default())), ..ObjectHandlers::default() }
}

fn options_of(this: &PhpObject) -> Options {
    this.native::<Packer>().map_or_else(Options::default, |packer| packer.0)
}

/// The settings' options; a constructor's argument stands for one of them.
pub(crate) fn constructed(cx: &mut Cx, php_only: Option<&Value>) -> PhpResult<Options> {
    let options = settings::options(cx);
    let Some(php_only) = php_only else { return Ok(options) };
    let php_only = args::bool(cx, 1, &mut php_only.clone())?;
    Ok(Options { php_only, ..options })
}

/// `setOption()` of both classes.
pub(crate) fn change(cx: &mut Cx, options: &mut Options, option: i64, v: &Value, place: &str) -> PhpResult<bool> {
    match option {
        PHP_ONLY => options.php_only = v.to_bool(),
        ASSOC => options.assoc = v.to_bool(),
        _ => {
            settings::warn(cx, place, "error setting msgpack option")?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// `MessagePack::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, opt: Option<&Value>) -> PhpResult<()> {
    let options = constructed(cx, opt)?;
    this.set_native(Box::new(Packer(options)));
    Ok(())
}

/// `MessagePack::setOption()`
pub(crate) fn set_option(cx: &mut Cx, this: &PhpObject, option: &Value, value: &Value) -> PhpResult<bool> {
    let option = args::int(cx, 1, &mut option.clone())?;
    let mut options = options_of(this);
    let known = change(cx, &mut options, option, value, "MessagePack::setOption")?;
    this.set_native(Box::new(Packer(options)));
    Ok(known)
}

/// `MessagePack::pack()`
pub(crate) fn pack(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<PhpStr> {
    settings::with(cx, options_of(this), false, |cx| crate::encode(cx, value))
}

/// `MessagePack::unpack()`
pub(crate) fn unpack(cx: &mut Cx, this: &PhpObject, data: &Value, object: Option<&Value>) -> PhpResult<Value> {
    let mut data = data.clone();
    let data = args::string(cx, 1, &mut data)?.clone();
    settings::with(cx, options_of(this), false, |cx| functions::unpack_as(cx, &data, object))
}

/// `MessagePack::unpacker()`
pub(crate) fn unpacker(cx: &mut Cx, this: &PhpObject, _: &mut [Value]) -> PhpResult<PhpObject> {
    let made = object::instantiate(cx, cx.builtin_class("MessagePackUnpacker"))?;
    unpacker::construct(cx, &made, Some(&Value::from(options_of(this).php_only)))?;
    Ok(made)
}
