//! `sscanf()`: values read from a string by a format.

use crate::prelude::*;

/// The largest n in `%n$`.
const MOST_NUMBERED: usize = 255;

/// `sscanf()`
pub(crate) fn sscanf(cx: &mut Cx, string: &PhpStr, format: &PhpStr, vars: &[Value]) -> PhpResult<Value> {
    scan(cx, string, format, vars)
}

/// Reads values from text as `format` says: into variables if there are any, else into a list.
pub(crate) fn scan(cx: &mut Cx, text: &[u8], format: &[u8], vars: &[Value]) -> PhpResult<Value> {
    let text = text.split(|b| *b == 0).next().unwrap_or_default();
    let format = format.split(|b| *b == 0).next().unwrap_or_default();
    let specs = parse(cx, format, vars.len())?;
    let mut scanner = Scanner { text, at: 0, found: vec![None; targets(&specs, vars.len())], conversions: 0, underflow: false };
    scanner.run(&specs);
    if scanner.underflow && scanner.conversions == 0 {
        return Ok(if vars.is_empty() { Value::NULL } else { Value::int(-1) });
    }
    if vars.is_empty() {
        return Ok(PhpArray::from_values(scanner.found.into_iter().map(|v| v.unwrap_or(Value::NULL))).into());
    }
    for (var, v) in vars.iter().zip(scanner.found) {
        if let (Some(reference), Some(v)) = (var.as_ref(), v) {
            object::assign_typed_ref(cx, reference, v, false)?;
        }
    }
    Ok(Value::int(scanner.conversions))
}

fn targets(specs: &[Item], vars: usize) -> usize {
    let most = specs.iter().filter_map(|item| match item {
        Item::Conversion(c) => c.target.map(|t| t + 1),
        _ => None,
    });
    most.max().unwrap_or(0).max(vars)
}

enum Item {
    Space,
    Literal(u8),
    Conversion(Conversion),
}

struct Conversion {
    /// Where the value goes; suppressed ones go nowhere.
    target: Option<usize>,
    width: usize,
    kind: Kind,
}

enum Kind {
    /// `%n`
    Count,
    /// Base (0: as the number says), and whether it is unsigned.
    Int(u32, bool),
    Float,
    Word,
    /// `%c`: white space is not passed over.
    Chars,
    Set(Box<[bool; 256]>),
}

/// Reads the format.
fn parse(cx: &mut Cx, format: &[u8], vars: usize) -> PhpResult<Vec<Item>> {
    let mut items = Vec::new();
    let mut at = 0;
    let mut next = 0;
    let (mut numbered, mut sequential) = (false, false);
    let mut assigned: Vec<usize> = Vec::new();
    while let Some(b) = format.get(at).copied() {
        at += 1;
        if matches!(b, b' ' | 9..=13) {
            items.push(Item::Space);
            continue;
        }
        if b != b'%' {
            items.push(Item::Literal(b));
            continue;
        }
        if format.get(at) == Some(&b'%') {
            items.push(Item::Literal(b'%'));
            at += 1;
            continue;
        }
        let (suppress, explicit) = prefix(format, &mut at);
        match explicit {
            Some(_) => numbered = true,
            None if !suppress => sequential = true,
            None => {}
        }
        if numbered && sequential {
            return Err(cx.value_error("cannot mix \"%\" and \"%n$\" conversion specifiers"));
        }
        let (width, kind) = conversion(cx, format, &mut at)?;
        let target = match explicit {
            _ if suppress => None,
            Some(n) if n == 0 || n > MOST_NUMBERED => return Err(cx.value_error("\"%n$\" argument index out of range")),
            Some(n) => Some(n - 1),
            None => {
                next += 1;
                Some(next - 1)
            }
        };
        assigned.extend(target);
        items.push(Item::Conversion(Conversion { target, width, kind }));
    }
    check_targets(cx, &assigned, numbered, vars)?;
    Ok(items)
}

/// `*`, or `n$`.
fn prefix(format: &[u8], at: &mut usize) -> (bool, Option<usize>) {
    if format.get(*at) == Some(&b'*') {
        *at += 1;
        return (true, None);
    }
    let digits = format[*at..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits > 0 && format.get(*at + digits) == Some(&b'$') {
        let number = number(&format[*at..*at + digits]);
        *at += digits + 1;
        return (false, Some(number));
    }
    (false, None)
}

fn number(digits: &[u8]) -> usize {
    digits.iter().fold(0, |n: usize, d| n.saturating_mul(10).saturating_add(usize::from(d - b'0')))
}

fn conversion(cx: &mut Cx, format: &[u8], at: &mut usize) -> PhpResult<(usize, Kind)> {
    let digits = format[*at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let width = number(&format[*at..*at + digits]);
    *at += digits;
    if matches!(format.get(*at), Some(b'l' | b'L' | b'h')) {
        *at += 1;
    }
    let letter = format.get(*at).copied();
    *at += 1;
    let kind = match letter {
        Some(b'n') => Kind::Count,
        Some(b'd' | b'D') => Kind::Int(10, false),
        Some(b'i') => Kind::Int(0, false),
        Some(b'o') => Kind::Int(8, false),
        Some(b'x' | b'X') => Kind::Int(16, false),
        Some(b'u') => Kind::Int(10, true),
        Some(b'f' | b'e' | b'E' | b'g') => Kind::Float,
        Some(b's') => Kind::Word,
        Some(b'c') => {
            return Ok((width.max(1), Kind::Chars));
        }
        Some(b'[') => match set(format, at) {
            Some(set) => Kind::Set(set),
            None => return Err(cx.value_error("Unmatched [ in format string")),
        },
        other => {
            // At the end of the format the message ends too.
            let shown = other.filter(|b| *b != 0).map_or(Vec::new(), |b| vec![b, b'"']);
            return Err(cx.value_error([&b"Bad scan conversion character \""[..], &shown].concat()));
        }
    };
    Ok((width, kind))
}

/// `[a-z]`, `[^]x]`; `at` is behind the bracket.
fn set(format: &[u8], at: &mut usize) -> Option<Box<[bool; 256]>> {
    let exclude = format.get(*at) == Some(&b'^');
    *at += usize::from(exclude);
    let first = usize::from(format.get(*at) == Some(&b']'));
    let end = *at + first + format.get(*at + first..)?.iter().position(|b| *b == b']')?;
    let list = &format[*at..end];
    *at = end + 1;
    let mut hit = Box::new([false; 256]);
    let mut i = 0;
    while i < list.len() {
        match (list[i], list.get(i + 1), list.get(i + 2)) {
            (low, Some(b'-'), Some(high)) => {
                let (low, high) = (low.min(*high), low.max(*high));
                hit[low as usize..=high as usize].fill(true);
                i += 3;
            }
            (b, ..) => {
                hit[b as usize] = true;
                i += 1;
            }
        }
    }
    if exclude {
        hit.iter_mut().for_each(|h| *h = !*h);
    }
    Some(hit)
}

fn check_targets(cx: &mut Cx, assigned: &[usize], numbered: bool, vars: usize) -> PhpResult<()> {
    let mut seen = vec![0; vars];
    for target in assigned {
        match seen.get_mut(*target) {
            Some(n) => *n += 1,
            None if vars == 0 => {}
            None if numbered => return Err(cx.value_error("\"%n$\" argument index out of range")),
            None => return Err(cx.value_error("Different numbers of variable names and field specifiers")),
        }
    }
    if seen.iter().any(|n| *n > 1) {
        return Err(cx.value_error("Variable is assigned by multiple \"%n$\" conversion specifiers"));
    }
    if !numbered && seen.contains(&0) {
        return Err(cx.value_error("Variable is not assigned by any conversion specifiers"));
    }
    Ok(())
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    found: Vec<Option<Value>>,
    conversions: i64,
    /// The text ended where a value should have been.
    underflow: bool,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | 9..=13)) {
            self.at += 1;
        }
    }

    fn run(&mut self, items: &[Item]) {
        for item in items {
            let go_on = match item {
                Item::Space => {
                    self.skip_space();
                    true
                }
                Item::Literal(b) => {
                    self.underflow |= self.peek().is_none();
                    let hit = self.peek() == Some(*b);
                    self.at += usize::from(self.peek().is_some());
                    hit
                }
                Item::Conversion(c) => self.convert(c),
            };
            if !go_on {
                return;
            }
        }
    }

    fn store(&mut self, target: Option<usize>, v: Value) {
        if let Some(slot) = target.and_then(|t| self.found.get_mut(t)) {
            *slot = Some(v);
        }
        self.conversions += 1;
    }

    fn convert(&mut self, c: &Conversion) -> bool {
        if let Kind::Count = c.kind {
            self.store(c.target, Value::int(self.at as i64));
            return true;
        }
        if !matches!(c.kind, Kind::Chars | Kind::Set(_)) {
            // An empty rest is no mistake of the format.
            if self.peek().is_some() {
                self.skip_space();
            }
        }
        if self.peek().is_none() {
            self.underflow = true;
            return false;
        }
        let width = if c.width == 0 { usize::MAX } else { c.width };
        match &c.kind {
            Kind::Count => true,
            Kind::Word | Kind::Chars => {
                let part = self.take(width, |b| !matches!(b, b' ' | 9..=13));
                self.store(c.target, part);
                true
            }
            Kind::Set(set) => {
                let part = self.take(width, |b| set[b as usize]);
                if !part.to_bool() && part.as_bytes() != Some(b"0") {
                    return false;
                }
                self.store(c.target, part);
                true
            }
            Kind::Int(base, unsigned) => self.int(c, *base, *unsigned, width.min(63)),
            Kind::Float => self.float(c, width.min(63)),
        }
    }

    fn take(&mut self, width: usize, hit: impl Fn(u8) -> bool) -> Value {
        let length = self.text[self.at..].iter().take(width).take_while(|b| hit(**b)).count();
        let part = Value::bytes(&self.text[self.at..self.at + length]);
        self.at += length;
        part
    }

    fn int(&mut self, c: &Conversion, base: u32, unsigned: bool, width: usize) -> bool {
        let rest = &self.text[self.at..(self.at + width).min(self.text.len())];
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let digits = &rest[sign..];
        let (base, prefix) = match (base, digits) {
            (0 | 16, [b'0', b'x' | b'X', d, ..]) if d.is_ascii_hexdigit() => (16, 2),
            (0, [b'0', ..]) => (8, 0),
            (0, _) => (10, 0),
            _ => (base, 0),
        };
        let count = digits[prefix..].iter().take_while(|b| (**b as char).is_digit(base)).count();
        if count == 0 {
            self.underflow |= self.text.len() == self.at + sign;
            return false;
        }
        let mut n: i128 = 0;
        for d in &digits[prefix..prefix + count] {
            n = (n * i128::from(base) + i128::from((*d as char).to_digit(base).unwrap_or(0))).min(1 << 64);
        }
        if rest[0] == b'-' {
            n = -n;
        }
        self.at += sign + prefix + count;
        let v = if unsigned {
            let bits = if n >= 1 << 64 { u64::MAX } else { n as u64 };
            if (bits as i64) < 0 { bits.to_string().into() } else { Value::int(bits as i64) }
        } else {
            Value::int(n.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
        };
        self.store(c.target, v);
        true
    }

    fn float(&mut self, c: &Conversion, width: usize) -> bool {
        let rest = &self.text[self.at..(self.at + width).min(self.text.len())];
        let (number, length) = value::number::strtod(rest);
        if length == 0 {
            let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
            self.underflow |= self.text.len() == self.at + sign;
            return false;
        }
        self.at += length;
        self.store(c.target, Value::float(number));
        true
    }
}
