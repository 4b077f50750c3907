//! What programs call, and how filters apply to values of all kinds.

use loxo_runtime::{Callable, Cx, FnId, KeyRef, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::{email, input, ip, numbers, sanitize, web};

/// `FILTER_*` flags that several modules use.
pub(crate) mod flag {
    pub(crate) const NO_ENCODE_QUOTES: i64 = 0x80;
    pub(crate) const REQUIRE_ARRAY: i64 = 0x100_0000;
    pub(crate) const REQUIRE_SCALAR: i64 = 0x200_0000;
    pub(crate) const FORCE_ARRAY: i64 = 0x400_0000;
    pub(crate) const NULL_ON_FAILURE: i64 = 0x800_0000;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filter {
    Int,
    Bool,
    Float,
    Regexp,
    Domain,
    Url,
    Email,
    Ip,
    Mac,
    String,
    Encoded,
    SpecialChars,
    FullSpecialChars,
    UnsafeRaw,
    SanitizeEmail,
    SanitizeUrl,
    NumberInt,
    NumberFloat,
    AddSlashes,
    Callback,
}

/// Names, numbers, filters.
const FILTERS: [(&str, i64, Filter); 21] = [
    ("int", 0x101, Filter::Int),
    ("boolean", 0x102, Filter::Bool),
    ("float", 0x103, Filter::Float),
    ("validate_regexp", 0x110, Filter::Regexp),
    ("validate_domain", 0x115, Filter::Domain),
    ("validate_url", 0x111, Filter::Url),
    ("validate_email", 0x112, Filter::Email),
    ("validate_ip", 0x113, Filter::Ip),
    ("validate_mac", 0x114, Filter::Mac),
    ("string", 0x201, Filter::String),
    ("stripped", 0x201, Filter::String),
    ("encoded", 0x202, Filter::Encoded),
    ("special_chars", 0x203, Filter::SpecialChars),
    ("full_special_chars", 0x20a, Filter::FullSpecialChars),
    ("unsafe_raw", 0x204, Filter::UnsafeRaw),
    ("email", 0x205, Filter::SanitizeEmail),
    ("url", 0x206, Filter::SanitizeUrl),
    ("number_int", 0x207, Filter::NumberInt),
    ("number_float", 0x208, Filter::NumberFloat),
    ("add_slashes", 0x20b, Filter::AddSlashes),
    ("callback", 0x400, Filter::Callback),
];

impl Filter {
    pub(crate) fn named(name: &[u8]) -> Option<Filter> {
        FILTERS.iter().find(|(known, ..)| known.as_bytes() == name).map(|(_, _, filter)| *filter)
    }

    /// Numbers that nobody has are the filter that does nothing.
    fn numbered(number: i64) -> Filter {
        FILTERS.iter().find(|(_, known, _)| *known == number).map_or(Filter::UnsafeRaw, |(_, _, filter)| *filter)
    }
}

/// Numbers in the ranges of filters.
fn is_number(cx: &mut Cx, number: i64) -> PhpResult<bool> {
    if matches!(number, 0x200..=0x20b | 0x100..=0x115 | 0x400) {
        return Ok(true);
    }
    cx.builtin_warning(format!("Unknown filter with ID {number}"));
    cx.check()?;
    Ok(false)
}

/// How a filter applies.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub flags: i64,
    pub options: Option<&'a Value>,
}

impl Rules<'_> {
    pub(crate) fn has(&self, flag: i64) -> bool {
        self.flags & flag != 0
    }

    pub(crate) fn option(&self, name: &str) -> Option<&Value> {
        self.options?.as_array()?.get_bytes(name.as_bytes()).map(Value::deref)
    }

    pub(crate) fn text_option(&self, name: &str) -> Option<&PhpStr> {
        self.option(name)?.as_str()
    }

    pub(crate) fn int_option(&self, cx: &mut Cx, name: &str) -> PhpResult<Option<i64>> {
        self.option(name).map(|value| convert::to_int(cx, value)).transpose()
    }

    pub(crate) fn float_option(&self, cx: &mut Cx, name: &str) -> PhpResult<Option<f64>> {
        self.option(name).map(|value| convert::to_float(cx, value)).transpose()
    }

    fn failure(&self) -> Value {
        if self.has(flag::NULL_ON_FAILURE) { Value::NULL } else { Value::FALSE }
    }
}

/// Calls a function of another extension.
pub(crate) fn call_function(cx: &mut Cx, name: &str, args: Vec<Value>) -> PhpResult<Value> {
    let Some(func) = FnId::find(name.as_bytes()).and_then(|id| cx.func(id)) else {
        return Err(cx.throw_error(format!("Call to undefined function {name}()")));
    };
    let active = cx.active;
    let result = cx.call_vec(&Callable { func, this: None, called_class: None, closure: None, magic_name: None }, args);
    cx.active = active;
    result
}

/// "filter_var(): …"
pub(crate) fn value_error<T>(cx: &mut Cx, message: &str) -> PhpResult<T> {
    let name = cx.active.map(|func| func.display_name()).unwrap_or_default();
    Err(cx.value_error([&name[..], b"(): ", message.as_bytes()].concat()))
}

/// The filtered text; `None`: it is not what it should be.
fn run(cx: &mut Cx, filter: Filter, text: &PhpStr, rules: Rules<'_>) -> PhpResult<Option<Value>> {
    let same = |valid: bool| valid.then(|| text.into());
    Ok(match filter {
        Filter::Int => numbers::int(cx, text, rules)?.map(Value::int),
        Filter::Bool => numbers::boolean(text).map(Value::bool),
        Filter::Float => numbers::float(cx, text, rules)?.map(Value::float),
        Filter::Regexp => match rules.text_option("regexp") {
            None => return value_error(cx, "\"regexp\" option is missing"),
            Some(pattern) => same(ext_pcre::matches(cx, pattern, text)?),
        },
        Filter::Domain => same(web::is_domain(text, rules.has(web::HOSTNAME))),
        Filter::Url => same(web::is_url(cx, text, rules)?),
        Filter::Email => same(email::is_address(text, rules.has(email::UNICODE))),
        Filter::Ip => same(ip::is_address(text, rules.flags)),
        Filter::Mac => same(web::is_hardware_address(cx, text, rules)?),
        Filter::String => Some(sanitize::string(cx, text, rules)?),
        Filter::Encoded => Some(sanitize::encoded(text, rules).into()),
        Filter::SpecialChars => Some(sanitize::special_chars(text, rules).into()),
        Filter::FullSpecialChars => Some(sanitize::full_special_chars(cx, text, rules)?),
        Filter::UnsafeRaw => Some(sanitize::unsafe_raw(text, rules)),
        Filter::SanitizeEmail => Some(sanitize::only(text, sanitize::EMAIL).into()),
        Filter::SanitizeUrl => Some(sanitize::url(text).into()),
        Filter::NumberInt => Some(sanitize::only(text, b"+-0123456789").into()),
        Filter::NumberFloat => Some(sanitize::number_float(text, rules).into()),
        Filter::AddSlashes => Some(call_function(cx, "addslashes", vec![text.into()])?),
        Filter::Callback => Some(callback(cx, text, rules)?),
    })
}

fn callback(cx: &mut Cx, text: &PhpStr, rules: Rules<'_>) -> PhpResult<Value> {
    let callable = match rules.options {
        Some(callee) => (cx.hooks.callable)(cx, callee)?.ok(),
        None => None,
    };
    let Some(callable) = callable else {
        let name = cx.active.map(|func| func.display_name()).unwrap_or_default();
        return Err(cx.type_error([&name[..], b"(): Option must be a valid callback"].concat()));
    };
    let active = cx.active;
    let result = cx.call_vec(&callable, vec![text.into()]);
    cx.active = active;
    Ok(result?.clone_deref())
}

/// One value that is no array.
fn scalar(cx: &mut Cx, value: &mut Value, filter: Filter, rules: Rules<'_>) -> PhpResult<()> {
    let stubborn = value.as_object().is_some_and(|object| cx.class_of(object).magic.to_string.is_none());
    let filtered = if stubborn {
        None
    } else {
        let text = convert::to_string(cx, value)?;
        run(cx, filter, &text, rules)?
    };
    let filtered = filtered.unwrap_or_else(|| rules.failure());
    let failed = if rules.has(flag::NULL_ON_FAILURE) { filtered.is_null() } else { filtered.is_false() };
    *value = match rules.option("default").filter(|_| failed) {
        Some(default) => default.clone(),
        None => filtered,
    };
    Ok(())
}

/// A value, or what is in an array. An array that contains itself is left where it does.
pub(crate) fn deep(cx: &mut Cx, value: &mut Value, filter: Filter, rules: Rules<'_>) -> PhpResult<()> {
    walk(cx, value, filter, rules, &mut Vec::new())
}

fn walk(cx: &mut Cx, value: &mut Value, filter: Filter, rules: Rules<'_>, open: &mut Vec<usize>) -> PhpResult<()> {
    let Some(array) = value.as_array().cloned() else { return scalar(cx, value, filter, rules) };
    let address = array.header_ptr() as usize;
    if open.contains(&address) || loxo_runtime::stack::exhausted() {
        return Ok(());
    }
    open.push(address);
    let mut filtered = PhpArray::with_capacity(array.len());
    for (key, element) in &array {
        let mut new = element.clone_deref();
        walk(cx, &mut new, filter, rules, open)?;
        match element.as_ref() {
            // References see what becomes of what they refer to.
            Some(reference) => {
                reference.set(new);
                filtered.set_ref(key, element.clone());
            }
            None => filtered.set_ref(key, new),
        }
    }
    open.pop();
    *value = filtered.into();
    Ok(())
}

/// The filter and how it applies, from the last argument of a function.
struct Plan<'a> {
    filter: i64,
    /// What the flags are if nothing says so.
    flags: i64,
    options: Option<&'a Value>,
}

/// `filter`: of the function's own argument; `None`: the plan names it.
fn plan<'a>(cx: &mut Cx, filter: Option<i64>, given: &'a Value, flags: i64) -> PhpResult<Plan<'a>> {
    let scalar_by_default =
        |flags: i64| if flags & (flag::REQUIRE_ARRAY | flag::FORCE_ARRAY) == 0 { flags | flag::REQUIRE_SCALAR } else { flags };
    let Some(array) = given.as_array() else {
        let number = convert::to_int(cx, given)?;
        return Ok(match filter {
            Some(filter) => Plan { filter, flags: scalar_by_default(number), options: None },
            None => Plan { filter: number, flags, options: None },
        });
    };
    let mut plan = Plan { filter: filter.unwrap_or(-1), flags, options: None };
    if let Some(filter) = array.get_bytes(b"filter") {
        plan.filter = convert::to_int(cx, filter.deref())?;
    }
    if let Some(options) = array.get_bytes(b"options").map(Value::deref) {
        if Filter::numbered(plan.filter) == Filter::Callback {
            plan.options = Some(options);
            plan.flags = 0;
        } else if options.is_array() {
            plan.options = Some(options);
        }
    }
    if let Some(flags) = array.get_bytes(b"flags") {
        plan.flags = scalar_by_default(convert::to_int(cx, flags.deref())?);
    }
    Ok(plan)
}

fn apply(cx: &mut Cx, value: &mut Value, filter: Option<i64>, given: &Value, flags: i64) -> PhpResult<()> {
    let plan = plan(cx, filter, given, flags)?;
    let rules = Rules { flags: plan.flags, options: plan.options };
    let filter = Filter::numbered(plan.filter);
    let is_array = value.is_array();
    if is_array && rules.has(flag::REQUIRE_SCALAR) || !is_array && rules.has(flag::REQUIRE_ARRAY) {
        *value = rules.failure();
        return Ok(());
    }
    deep(cx, value, filter, rules)?;
    if !is_array && rules.has(flag::FORCE_ARRAY) {
        *value = PhpArray::from_values([std::mem::take(value)]).into();
    }
    Ok(())
}

/// `filter_has_var()`
pub(crate) fn filter_has_var(cx: &mut Cx, input_type: i64, var_name: &PhpStr) -> PhpResult<bool> {
    Ok(input::array(cx, input_type)?.is_some_and(|array| array.get_str(var_name).is_some()))
}

/// `filter_input()`
pub(crate) fn filter_input(cx: &mut Cx, input_type: i64, var_name: &PhpStr, filter: i64, options: &Value) -> PhpResult<Value> {
    if !is_number(cx, filter)? {
        return Ok(Value::FALSE);
    }
    let array = input::array(cx, input_type)?;
    if let Some(value) = array.as_ref().and_then(|array| array.get_str(var_name)) {
        let mut value = value.clone_deref();
        apply(cx, &mut value, Some(filter), options, flag::REQUIRE_SCALAR)?;
        return Ok(value);
    }
    let flags = match options.as_array() {
        None => convert::to_int(cx, options)?,
        Some(array) => {
            let inner = array.get_bytes(b"options").map(Value::deref).and_then(Value::as_array);
            if let Some(default) = inner.and_then(|inner| inner.get_bytes(b"default")) {
                return Ok(default.clone_deref());
            }
            array.get_bytes(b"flags").map_or(Ok(0), |flags| convert::to_int(cx, flags.deref()))?
        }
    };
    // The flag turns round what failing and missing values are.
    Ok(if flags & flag::NULL_ON_FAILURE != 0 { Value::FALSE } else { Value::NULL })
}

/// `filter_var()`
pub(crate) fn filter_var(cx: &mut Cx, value: &Value, filter: i64, options: &Value) -> PhpResult<Value> {
    if !is_number(cx, filter)? {
        return Ok(Value::FALSE);
    }
    let mut value = value.clone_deref();
    apply(cx, &mut value, Some(filter), options, flag::REQUIRE_SCALAR)?;
    Ok(value)
}

/// `filter_input_array()`
pub(crate) fn filter_input_array(cx: &mut Cx, input_type: i64, options: &Value, add_empty: bool) -> PhpResult<Value> {
    if let Some(filter) = options.as_int()
        && !is_number(cx, filter)?
    {
        return Ok(Value::FALSE);
    }
    match input::array(cx, input_type)? {
        Some(array) => filter_members(cx, &array, options, add_empty),
        None => Ok(Value::NULL),
    }
}

/// `filter_var_array()`
pub(crate) fn filter_var_array(cx: &mut Cx, array: &PhpArray, options: &Value, add_empty: bool) -> PhpResult<Value> {
    if let Some(filter) = options.as_int()
        && !is_number(cx, filter)?
    {
        return Ok(Value::FALSE);
    }
    filter_members(cx, array, options, add_empty)
}

fn filter_members(cx: &mut Cx, array: &PhpArray, definition: &Value, add_empty: bool) -> PhpResult<Value> {
    let Some(definition) = definition.as_array() else {
        let mut value = Value::array(array.clone());
        apply(cx, &mut value, None, definition, flag::REQUIRE_ARRAY)?;
        return Ok(value);
    };
    let mut filtered = PhpArray::new();
    for (key, rules) in definition {
        let KeyRef::Str(name) = key else { return Err(cx.argument_type_error(2, "must contain only string keys")) };
        if name.is_empty() {
            return Err(cx.argument_value_error(2, "cannot contain empty keys"));
        }
        match array.get_str(name) {
            Some(value) => {
                let mut value = value.clone_deref();
                apply(cx, &mut value, None, rules.deref(), flag::REQUIRE_SCALAR)?;
                filtered.set_str(name, value);
            }
            None if add_empty => filtered.set_str(name, Value::NULL),
            None => {}
        }
    }
    Ok(filtered.into())
}

/// `filter_list()`
pub(crate) fn filter_list(_cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(FILTERS.iter().map(|(name, ..)| *name)))
}

/// `filter_id()`
pub(crate) fn filter_id(_cx: &mut Cx, name: &PhpStr) -> PhpResult<Value> {
    let found = FILTERS.iter().find(|(known, ..)| known.as_bytes() == name.as_bytes());
    Ok(found.map_or(Value::FALSE, |(_, number, _)| Value::int(*number)))
}
