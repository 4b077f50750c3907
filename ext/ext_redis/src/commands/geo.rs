//! Commands on places on earth (`GEOADD`, `GEOSEARCH` and others): builds their options from arrays.

use loxo_runtime::{PhpArray, PhpStr, Value, args};

use crate::builder::{Builder, Built, element, is, is_any, named};
use crate::reply_conversion::ReplyKind;

#[derive(Default)]
struct Options {
    coordinates: bool,
    distance: bool,
    hash: bool,
    /// `ASC` or `DESC`
    order: Option<&'static str>,
    count: Option<i64>,
    any: bool,
    /// `STORE` or `STOREDIST`, and where.
    store: Option<(&'static str, PhpStr)>,
}

impl Options {
    fn word(&mut self, word: &[u8]) {
        match word {
            word if is(word, "WITHCOORD") => self.coordinates = true,
            word if is(word, "WITHDIST") => self.distance = true,
            word if is(word, "WITHHASH") => self.hash = true,
            word if is(word, "ASC") => self.order = Some("ASC"),
            word if is(word, "DESC") => self.order = Some("DESC"),
            _ => {}
        }
    }

    fn wants_more(&self) -> bool {
        self.coordinates || self.distance || self.hash
    }

    /// `COUNT`: a number, or one and whether any will do. False: it is neither, which has been reported.
    fn count(&mut self, b: &mut Builder<'_>, value: &Value) -> Built {
        let value = value.deref();
        let (count, any) = match value.as_array() {
            Some(parts) => (element(parts, 0), element(parts, 1)),
            None => (Some(value.clone()), None),
        };
        match count.map(|count| count.as_int()) {
            Some(Some(count @ 1..)) => self.count = Some(count),
            Some(_) => return b.refuse("Invalid COUNT value"),
            None => {}
        }
        if let Some(any) = any {
            self.any = b.bool_of(&any)?;
        }
        Ok(true)
    }

    fn append(&self, b: &mut Builder<'_>) {
        b.flag("WITHCOORD", self.coordinates).flag("WITHDIST", self.distance).flag("WITHHASH", self.hash);
        if let Some(order) = self.order {
            b.word(order);
        }
        b.option_int("COUNT", self.count).flag("ANY", self.any && self.count.is_some());
        if let Some((word, key)) = &self.store {
            b.word(word).key(key);
        }
    }
}

/// Options of the older commands. `None`: they do not fit, which has been reported.
fn radius_options(b: &mut Builder<'_>, at: usize) -> loxo_runtime::PhpResult<Option<Options>> {
    let mut options = Options::default();
    for (key, value) in &b.options(at)? {
        match named(&key) {
            Some(name) if is(name, "COUNT") => {
                if !options.count(b, value)? {
                    return Ok(None);
                }
            }
            Some(name) if options.store.is_none() && is_any(name, &["store", "storedist"]) => {
                let word = if is(name, "store") { "STORE" } else { "STOREDIST" };
                options.store = Some((word, b.text_of(value)?));
            }
            Some(_) => {}
            None => options.word(value.deref().as_bytes().unwrap_or_default()),
        }
    }
    if options.store.is_some() && options.wants_more() {
        b.warn("STORE[DIST] is not compatible with WITHCOORD, WITHDIST or WITHHASH")?;
        return Ok(None);
    }
    Ok(Some(options))
}

/// `GEOADD`
pub(crate) fn geoadd(b: &mut Builder<'_>) -> Built {
    let mut rest = b.rest(1);
    if rest.len() < 3 || rest.len() % 3 == 2 {
        return Err(args::wrong_count(b.cx, b.count()));
    }
    let (mut mode, mut changed) = (None, false);
    if rest.len() % 3 == 1 {
        let Some(options) = rest.pop().and_then(|options| options.into_array().ok()) else {
            return b.refuse("Invalid options value");
        };
        for option in options.values() {
            match option.deref().as_str() {
                Some(word) if is_any(word, &["NX", "XX"]) => mode = Some(word.clone()),
                Some(word) if is(word, "CH") => changed = true,
                _ => {}
            }
        }
    }
    let key = b.raw(0);
    b.key_of(&key)?;
    if let Some(mode) = mode {
        b.bytes(&mode);
    }
    b.flag("CH", changed);
    rest.iter().try_for_each(|part| b.value(part))?;
    Ok(true)
}

/// `GEODIST`
pub(crate) fn geodist(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    b.str_arg(1)?;
    b.str_arg(2)?;
    if let Some(unit) = b.opt_str(3)? {
        b.bytes(&unit);
    }
    Ok(true)
}

/// `GEORADIUS`
pub(crate) fn georadius(b: &mut Builder<'_>) -> Built {
    let Some(options) = radius_options(b, 5)? else { return Ok(false) };
    b.key_arg(0)?;
    b.float_arg(1)?;
    b.float_arg(2)?;
    b.float_arg(3)?;
    b.str_arg(4)?;
    options.append(b);
    Ok(true)
}

/// `GEORADIUSBYMEMBER`, whose radius is a whole number here.
pub(crate) fn georadiusbymember(b: &mut Builder<'_>) -> Built {
    let Some(options) = radius_options(b, 4)? else { return Ok(false) };
    b.key_arg(0)?;
    b.str_arg(1)?;
    let radius = b.float(2)?;
    b.push_int(radius as i64).str_arg(3)?;
    options.append(b);
    Ok(true)
}

/// From where, and how far; in the order that the command wants. False: they do not fit, which has been reported.
fn search(b: &mut Builder<'_>, at: usize) -> Built {
    let (position, shape) = (b.raw(at), b.raw(at + 1));
    let numbers = |b: &mut Builder<'_>, list: &PhpArray| -> loxo_runtime::PhpResult<()> {
        for number in list.values() {
            let number = loxo_runtime::convert::to_float(b.cx, number.deref())?;
            b.push_float(number);
        }
        Ok(())
    };
    match (position.as_array(), position.as_bytes()) {
        (Some(place), _) if place.len() == 2 => {
            b.word("FROMLONLAT");
            numbers(b, place)?;
        }
        (_, Some(member)) if !member.is_empty() => drop(b.word("FROMMEMBER").bytes(member)),
        _ => return b.refuse("Invalid position"),
    }
    match shape.as_array() {
        Some(sides) => {
            b.word("BYBOX");
            numbers(b, sides)?;
        }
        None if shape.is_int() || shape.is_float() => {
            b.word("BYRADIUS");
            numbers(b, &PhpArray::from_values([shape]))?;
        }
        None => return b.refuse("Invalid shape dimensions"),
    }
    b.str_arg(at + 2)?;
    Ok(true)
}

/// `GEOSEARCH`
pub(crate) fn geosearch(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    if !search(b, 1)? {
        return Ok(false);
    }
    let mut options = Options::default();
    for (key, value) in &b.options(4)? {
        match named(&key) {
            Some(name) if is(name, "COUNT") => {
                if !options.count(b, value)? {
                    return Ok(false);
                }
            }
            _ => options.word(value.deref().as_bytes().unwrap_or_default()),
        }
    }
    options.append(b);
    b.answer = ReplyKind::Geo { more: options.wants_more() };
    Ok(true)
}

/// `GEOSEARCHSTORE`
pub(crate) fn geosearchstore(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    b.key_arg(1)?;
    if !search(b, 2)? {
        return Ok(false);
    }
    let (mut options, mut distances) = (Options::default(), false);
    for (key, value) in &b.options(5)? {
        match (named(&key), value.deref().as_bytes()) {
            (Some(name), _) if is(name, "COUNT") => match value.deref().as_int() {
                Some(count @ 1..) => options.count = Some(count),
                _ => return b.refuse("COUNT must be an integer > 0!"),
            },
            (None, Some(word)) if is(word, "STOREDIST") => distances = true,
            (None, Some(word)) if is_any(word, &["ASC", "DESC"]) => options.word(word),
            _ => {}
        }
    }
    options.append(b);
    b.flag("STOREDIST", distances);
    Ok(true)
}
