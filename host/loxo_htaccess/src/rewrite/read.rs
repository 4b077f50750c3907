//! Reads `RewriteRule`, `RewriteCond`, `RewriteOptions` and `RewriteBase`.

use crate::bytes::{is, number, strip_prefix_any_case};
use crate::pattern::Pattern;
use crate::rewrite::template::Template;
use crate::rewrite::{Condition, Flags, RewriteOptions, Rule, Test};
use crate::text::{Result, rewrite_arguments};

/// Rounds of flag `N`, unless it says how many.
const ROUNDS: i64 = 32_000;

/// `[A,B=c]` as names and values.
fn flags(text: &[u8]) -> Result<Vec<(&[u8], Option<&[u8]>)>> {
    let inner = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]")).ok_or("bad flag delimiters")?;
    let flags = inner.split(|b| *b == b',').map(<[u8]>::trim_ascii).filter(|flag| !flag.is_empty());
    Ok(flags.map(|flag| crate::bytes::split_at_byte(flag, b'=').map_or((flag, None), |(name, value)| (name, Some(value)))).collect())
}

/// The test that `RewriteCond` names: whether it is negated, and what it is.
fn test(input: &[u8], text: &[u8], any_case: bool) -> Result<(bool, Test)> {
    let (mut is_negated, text) = match text.strip_prefix(b"!") {
        Some(text) => (true, text),
        None => (false, text),
    };
    if is(input, "expr") {
        let expr = crate::expr::parse::condition(text)
            .map_err(|error| format!("RewriteCond: cannot compile expression \"{}\": {error}", String::from_utf8_lossy(text)))?;
        return Ok((is_negated, Test::Expression(expr)));
    }
    let as_text =
        |wanted: &[u8], is_less, is_equal, is_greater| Test::Text { wanted: wanted.to_vec(), is_less, is_equal, is_greater, any_case };
    let as_number = |wanted: &[u8], is_less, is_equal, is_greater| Test::Number { wanted: number(wanted), is_less, is_equal, is_greater };
    let found = match text {
        [_] | [] => None,
        [b'-', letter] => match letter {
            b'f' => Some(Test::IsFile),
            b's' => Some(Test::IsFileWithContent),
            b'd' => Some(Test::IsFolder),
            b'x' => Some(Test::IsExecutable),
            b'h' | b'L' | b'l' => Some(Test::IsLink),
            b'U' => Some(Test::IsAddress),
            b'F' => Some(Test::IsReachableFile),
            _ => None,
        },
        [b'-', first, second, rest @ ..] if !rest.is_empty() => match (first, second) {
            (b'l', b't') => Some(as_number(rest, true, false, false)),
            (b'l', b'e') => Some(as_number(rest, true, true, false)),
            (b'g', b't') => Some(as_number(rest, false, false, true)),
            (b'g', b'e') => Some(as_number(rest, false, true, true)),
            (b'e', b'q') => Some(as_number(rest, false, true, false)),
            (b'n', b'e') => {
                is_negated = !is_negated;
                Some(as_number(rest, false, true, false))
            }
            _ => None,
        },
        [b'>', b'=', rest @ ..] => Some(as_text(rest, false, true, true)),
        [b'>', rest @ ..] => Some(as_text(rest, false, false, true)),
        [b'<', b'=', rest @ ..] => Some(as_text(rest, true, true, false)),
        [b'<', rest @ ..] => Some(as_text(rest, true, false, false)),
        [b'=', b'"', b'"'] => Some(as_text(b"", false, true, false)),
        [b'=', rest @ ..] => Some(as_text(rest, false, true, false)),
        _ => None,
    };
    if let Some(found) = found {
        return Ok((is_negated, found));
    }
    let pattern = Pattern::new(text, any_case)
        .map_err(|error| format!("RewriteCond: cannot compile regular expression '{}': {error}", String::from_utf8_lossy(text)))?;
    Ok((is_negated, Test::Pattern(pattern)))
}

/// `RewriteCond`
pub(crate) fn condition(text: &[u8]) -> Result<Condition> {
    let bad = || format!("RewriteCond: bad argument line '{}'", String::from_utf8_lossy(text));
    let (input, wanted, third) = rewrite_arguments(text).ok_or_else(bad)?;
    let (mut any_case, mut or_next, mut no_vary) = (false, false, false);
    for (name, _) in third.as_deref().map_or(Ok(Vec::new()), flags).map_err(|error| format!("RewriteCond: {error}"))? {
        match name.to_ascii_lowercase().as_slice() {
            b"nocase" | b"nc" => any_case = true,
            b"ornext" | b"or" => or_next = true,
            b"novary" | b"nv" => no_vary = true,
            _ => return Err(format!("RewriteCond: unknown flag '{}'", String::from_utf8_lossy(name))),
        }
    }
    let (is_negated, test) = test(&input, &wanted, any_case)?;
    Ok(Condition { input: Template::parse(&input), test, is_negated, or_next, no_vary, shown: wanted })
}

/// `RewriteRule`, behind these conditions.
pub(crate) fn rule(text: &[u8], conditions: Vec<Condition>) -> Result<Rule> {
    let bad = || format!("RewriteRule: bad argument line '{}'", String::from_utf8_lossy(text));
    let (pattern, mut output, third) = rewrite_arguments(text).ok_or_else(bad)?;
    let mut read = FlagReader::default();
    for (name, value) in third.as_deref().map_or(Ok(Vec::new()), flags).map_err(|error| format!("RewriteRule: {error}"))? {
        read.take(&name.to_ascii_lowercase(), value).map_err(|error| format!("RewriteRule: {error}"))?;
    }
    let FlagReader { mut flags, any_case, no_output, .. } = read;
    let (is_negated, text) = match pattern.strip_prefix(b"!") {
        Some(text) => (true, text),
        None => (false, &pattern[..]),
    };
    let pattern = Pattern::new(text, any_case)
        .map_err(|error| format!("RewriteRule: cannot compile regular expression '{}': {error}", String::from_utf8_lossy(text)))?;
    let has_output = output != b"-" && !no_output;
    if output.ends_with(b"?") {
        match flags.query_append {
            true => flags.query_last = true,
            false => {
                flags.query_none = true;
                output.pop();
            }
        }
    } else if flags.query_discard && !output.contains(&b'?') {
        flags.query_none = true;
    }
    Ok(Rule { pattern, is_negated, conditions, output: has_output.then(|| Template::parse(&output)), flags })
}

#[derive(Default)]
struct FlagReader {
    flags: Flags,
    any_case: bool,
    /// The status is all that the rule gives.
    no_output: bool,
}

impl FlagReader {
    fn take(&mut self, name: &[u8], value: Option<&[u8]>) -> Result<()> {
        let flags = &mut self.flags;
        let text = value.unwrap_or_default();
        let template = || Template::parse(text);
        match name {
            b"b" | b"backrefescaping" => {
                flags.escapes = true;
                if !text.is_empty() {
                    flags.escape.only = Some(text.to_vec());
                }
            }
            b"bne" if text.is_empty() => return Err("flag 'BNE' wants a list of characters (i.e. [BNE=...])".into()),
            b"bne" => flags.escape.not = text.to_vec(),
            b"bnp" | b"backrefernoplus" => flags.escape.no_plus = true,
            b"bctls" => {
                flags.escapes = true;
                flags.escape.controls = true;
            }
            b"c" | b"chain" => flags.chain = true,
            b"co" | b"cookie" => flags.cookies.push(template()),
            b"d" | b"dpi" | b"discardpath" => flags.discards_path_info = true,
            b"e" | b"env" => flags.env.push(template()),
            b"end" => flags.end = true,
            b"f" | b"forbidden" => self.status(403),
            b"g" | b"gone" => self.status(410),
            b"h" | b"handler" => flags.handler = Some(template()),
            b"l" | b"last" => flags.last = true,
            b"ne" | b"noescape" => flags.no_escape = true,
            b"n" | b"next" => flags.next = Some(if text.is_empty() { ROUNDS } else { number(text).clamp(0, ROUNDS) }),
            b"ns" | b"nosubreq" => flags.not_in_subrequests = true,
            b"nc" | b"nocase" => self.any_case = true,
            b"p" | b"proxy" => flags.proxy = true,
            b"pt" | b"passthrough" => flags.pass_through = true,
            b"qsa" | b"qsappend" => flags.query_append = true,
            b"qsd" | b"qsdiscard" => flags.query_discard = true,
            b"qsl" | b"qslast" => flags.query_last = true,
            b"r" | b"redirect" => self.redirect(text)?,
            b"s" | b"skip" => flags.skip = usize::try_from(number(text)).unwrap_or(0),
            b"t" | b"type" => flags.kind = Some(template()),
            // A path that a rule makes is a file of the site alone, with this flag or without.
            b"unsafeprefixstat" => {}
            b"unsafeallow3f" => flags.unsafe_allow_3f = true,
            b"unc" => flags.keeps_slashes = true,
            _ => return Err(format!("unknown flag '{}'", String::from_utf8_lossy(name))),
        }
        Ok(())
    }

    fn status(&mut self, status: u16) {
        self.flags.status = Some(status);
        self.no_output = true;
    }

    fn redirect(&mut self, text: &[u8]) -> Result<()> {
        let status = match text.to_ascii_lowercase().as_slice() {
            // One that was given before stays.
            b"" => self.flags.status.or(self.flags.redirect).unwrap_or(302),
            b"permanent" => 301,
            b"temp" => 302,
            b"seeother" => 303,
            digits if digits.first().is_some_and(u8::is_ascii_digit) => match u16::try_from(number(digits)) {
                Ok(status) if crate::status::is_known(status) => status,
                _ => return Err(format!("invalid HTTP response code '{}' for flag 'R'", String::from_utf8_lossy(text))),
            },
            // As Apache does it: no number is none.
            _ => 302,
        };
        self.flags.redirect = Some(status);
        // A rule that gives a status alone does so whatever the status is.
        if !crate::status::is_redirection(status) || self.flags.status.is_some() {
            self.status(status);
        }
        Ok(())
    }
}

/// `RewriteOptions`
pub(crate) fn options(options: &mut RewriteOptions, words: &[Vec<u8>]) -> Result<()> {
    for word in words {
        match word.to_ascii_lowercase().as_slice() {
            b"inherit" => options.inherit = true,
            b"inheritbefore" => options.inherit_before = true,
            b"inheritdown" => options.inherit_down = true,
            b"inheritdownbefore" => options.inherit_down_before = true,
            b"ignoreinherit" => options.ignore_inherit = true,
            b"allownoslash" => options.allow_no_slash = true,
            b"mergebase" => options.merge_base = true,
            b"allowanyuri" | b"ignorecontextinfo" | b"legacyprefixdocroot" | b"unsafeprefixstat" => {}
            word if strip_prefix_any_case(word, "maxredirects=").is_some() => {}
            _ => return Err(format!("RewriteOptions: unknown option '{}'", String::from_utf8_lossy(word))),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read() {
        let rule = rule(b"!^a /b? [R=301,NC,L,E=X:1,CO=a:b:c]", Vec::new()).expect("is right");
        assert!(rule.is_negated && rule.flags.last && rule.flags.query_none);
        assert_eq!((rule.flags.redirect, rule.flags.env.len()), (Some(301), 1));
        for text in ["^a", "( /b", "a b [X]", "a b L", "a b [R=999]", "a b [BNE]"] {
            assert!(super::rule(text.as_bytes(), Vec::new()).is_err(), "{text}");
        }
    }

    #[test]
    fn tests_are_known_by_their_look() {
        for (text, kind) in [
            ("%{X} -f", "IsFile"),
            ("%{X} !-d", "IsFolder"),
            ("%{X} -ge5", "Number"),
            ("%{X} >=a", "Text"),
            ("%{X} =", "Pattern"),
            ("%{X} -q", "Pattern"),
        ] {
            let condition = condition(text.as_bytes()).expect("is right");
            assert!(format!("{:?}", condition.test).starts_with(kind), "{text}");
        }
        assert!(condition(b"expr \"true &&\"").is_err());
        assert!(condition(b"%{X} y [Z]").is_err());
    }
}
