//! Texts with `%{…}`, `$1`, `%1` and `${map:key|default}` in them.

/// Maps within the keys of maps.
const DEEPEST: usize = 20;

/// A text with places that are filled in for each request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    pub(super) parts: Vec<Part>,
    /// As it was written.
    pub(crate) text: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(Vec<u8>),
    /// `$1`
    RuleGroup(usize),
    /// `%1`
    ConditionGroup(usize),
    /// `%{NAME}`
    Variable(Vec<u8>),
    /// `${map:key|default}`
    Map {
        name: Vec<u8>,
        key: Template,
        default: Option<Template>,
    },
}

/// What stands between two braces, by its place in the text.
#[derive(Clone, Copy)]
struct Inner {
    start: usize,
    end: usize,
    /// The first colon that is in no inner braces, and the first `|` behind it.
    colon: Option<usize>,
    bar: Option<usize>,
}

/// What stands between braces, by the place of the opening one. All in one pass: a line of nothing but braces takes no longer than another.
fn braces(text: &[u8]) -> Vec<Option<Inner>> {
    let mut closed = vec![None; text.len()];
    let mut open: Vec<Inner> = Vec::new();
    for (at, byte) in text.iter().enumerate() {
        match (byte, open.last_mut()) {
            (b'{', _) => open.push(Inner { start: at + 1, end: at, colon: None, bar: None }),
            (b'}', _) => {
                if let Some(inner) = open.pop() {
                    closed[inner.start - 1] = Some(Inner { end: at, ..inner });
                }
            }
            (b':', Some(inner)) if inner.colon.is_none() => inner.colon = Some(at),
            (b'|', Some(inner)) if inner.colon.is_some() && inner.bar.is_none() => inner.bar = Some(at),
            _ => {}
        }
    }
    closed
}

impl Template {
    pub(crate) fn parse(text: &[u8]) -> Template {
        Template::parse_within(text, 0)
    }

    fn parse_within(text: &[u8], depth: usize) -> Template {
        let mut parts: Vec<Part> = Vec::new();
        let mut plain = Vec::new();
        let braces = braces(text);
        let mut rest = text;
        while let Some((byte, more)) = rest.split_first() {
            let (part, after) = match (byte, more) {
                (b'\\', [next, more @ ..]) => {
                    plain.push(*next);
                    rest = more;
                    continue;
                }
                (b'$' | b'%', [b'{', inner @ ..]) => {
                    let start = text.len() - inner.len();
                    let found = braces[start - 1].and_then(|inner| Some((Part::in_braces(*byte, text, inner, depth)?, inner.end)));
                    let Some((part, end)) = found else {
                        plain.extend([*byte, b'{']);
                        rest = inner;
                        continue;
                    };
                    (part, &text[end + 1..])
                }
                (b'$', [digit @ b'0'..=b'9', more @ ..]) => (Part::RuleGroup(usize::from(*digit - b'0')), more),
                (b'%', [digit @ b'0'..=b'9', more @ ..]) => (Part::ConditionGroup(usize::from(*digit - b'0')), more),
                (byte, more) => {
                    plain.push(*byte);
                    rest = more;
                    continue;
                }
            };
            if !plain.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut plain)));
            }
            parts.push(part);
            rest = after;
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Template { parts, text: text.to_vec() }
    }
}

impl Part {
    /// What stands between braces. `None`: nothing that means something.
    fn in_braces(sign: u8, text: &[u8], inner: Inner, depth: usize) -> Option<Part> {
        if sign == b'%' {
            return Some(Part::Variable(text[inner.start..inner.end].to_vec()));
        }
        if depth >= DEEPEST {
            return None;
        }
        let colon = inner.colon?;
        let name = text[inner.start..colon].to_vec();
        let key = &text[colon + 1..inner.bar.unwrap_or(inner.end)];
        let default = inner.bar.map(|bar| &text[bar + 1..inner.end]);
        let parse = |text: &[u8]| Template::parse_within(text, depth + 1);
        Some(Part::Map { name, key: parse(key), default: default.map(parse) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found() {
        let template = Template::parse(br"a\$1$2%3%{X:y}${m:$1?%{Q}|d}%{z");
        let text = |text: &[u8]| Part::Text(text.to_vec());
        let Part::Map { name, key, default } = &template.parts[4] else { panic!("{template:?}") };
        assert_eq!(template.parts[..4], [text(b"a$1"), Part::RuleGroup(2), Part::ConditionGroup(3), Part::Variable(b"X:y".to_vec())]);
        assert_eq!((&name[..], &key.text[..]), (&b"m"[..], &b"$1?%{Q}"[..]));
        assert_eq!(default.as_ref().map(|default| &default.text[..]), Some(&b"d"[..]));
        assert_eq!(template.parts[5], text(b"%{z"));
        let deep = b"${a:".repeat(1000);
        assert!(Template::parse(&[&deep[..], &b"}".repeat(1000)].concat()).parts.len() < 3);
    }
}
