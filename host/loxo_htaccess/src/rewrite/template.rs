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

/// Where the brace is that closes each one, by the place of that.
fn closing_braces(text: &[u8]) -> Vec<Option<usize>> {
    let mut closing = vec![None; text.len()];
    let mut open = Vec::new();
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'{' => open.push(at),
            b'}' => {
                if let Some(start) = open.pop() {
                    closing[start] = Some(at);
                }
            }
            _ => {}
        }
    }
    closing
}

/// A byte outside of inner braces.
fn at_top(text: &[u8], wanted: u8) -> Option<usize> {
    let mut depth = 0;
    text.iter().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth == 0 && *byte == wanted
    })
}

impl Template {
    pub(crate) fn parse(text: &[u8]) -> Template {
        Template::parse_within(text, 0)
    }

    fn parse_within(text: &[u8], depth: usize) -> Template {
        let mut parts: Vec<Part> = Vec::new();
        let mut plain = Vec::new();
        let closing = closing_braces(text);
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
                    let found = closing[start - 1].and_then(|end| Some((Part::in_braces(*byte, &text[start..end], depth)?, end)));
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
    fn in_braces(sign: u8, inner: &[u8], depth: usize) -> Option<Part> {
        if sign == b'%' {
            return Some(Part::Variable(inner.to_vec()));
        }
        if depth >= DEEPEST {
            return None;
        }
        let colon = at_top(inner, b':')?;
        let (name, rest) = (inner[..colon].to_vec(), &inner[colon + 1..]);
        let (key, default) = match at_top(rest, b'|') {
            Some(bar) => (&rest[..bar], Some(&rest[bar + 1..])),
            None => (rest, None),
        };
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
