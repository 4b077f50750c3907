//! Commands on sorted sets: ranges by score or name, the options of `ZADD`, and unions and intersections with weights.

use loxo_runtime::value::number;
use loxo_runtime::{PhpArray, PhpResult, PhpStr, Value, args};

use crate::builder::{Builder, Built, element, is, is_any, named};
use crate::reply_conversion::ReplyKind;

/// Which options a command knows.
#[derive(Clone, Copy, Default)]
struct Knows {
    scores: bool,
    /// `BYSCORE`, `BYLEX`, `REV`
    ways: bool,
    limit: bool,
    aggregate: bool,
}

#[derive(Default)]
struct Options {
    scores: bool,
    by_score: bool,
    by_lex: bool,
    reverse: bool,
    limit: Option<(i64, i64)>,
    aggregate: Option<PhpStr>,
}

fn options(b: &mut Builder<'_>, given: &Value, knows: Knows) -> PhpResult<Options> {
    let mut found = Options::default();
    let Some(given) = given.as_array() else {
        found.scores = knows.scores && given.is_true();
        return Ok(found);
    };
    for (key, value) in given {
        let value = value.deref();
        match (named(&key), value.as_bytes()) {
            (Some(name), _) if knows.scores && is(name, "WITHSCORES") => found.scores = b.bool_of(value)?,
            (Some(name), _) if knows.limit && is(name, "LIMIT") && value.is_array() => {
                let limit = value.as_array().cloned().unwrap_or_default();
                match (element(&limit, 0), element(&limit, 1)) {
                    (Some(offset), Some(count)) => found.limit = Some((b.int_of(&offset)?, b.int_of(&count)?)),
                    _ => b.warn("LIMIT offset and count must be an array with twe elements")?,
                }
            }
            (Some(name), Some(how)) if knows.aggregate && is(name, "AGGREGATE") => {
                if is_any(how, &["SUM", "MIN", "MAX"]) {
                    found.aggregate = Some(PhpStr::new(how));
                } else {
                    b.warn("Valid AGGREGATE options are 'SUM', 'MIN', or 'MAX'")?;
                }
            }
            (None, Some(word)) if knows.ways && is(word, "BYSCORE") => (found.by_score, found.by_lex) = (true, false),
            (None, Some(word)) if knows.ways && is(word, "BYLEX") => (found.by_score, found.by_lex) = (false, true),
            (None, Some(word)) if knows.ways && is(word, "REV") => found.reverse = true,
            (None, Some(word)) if knows.scores && is(word, "WITHSCORES") => found.scores = true,
            _ => {}
        }
    }
    Ok(found)
}

/// `[a`, `(a`, `-` or `+`
fn is_lexical(text: &[u8]) -> bool {
    matches!(text, [b'[' | b'(', _, ..] | [b'+' | b'-'])
}

/// The ends of a range, behind `keys` keys.
fn range(b: &mut Builder<'_>, keys: usize, knows: Knows, ints: bool) -> Built {
    let given = b.raw(keys + 2);
    let found = options(b, &given, knows)?;
    let (start, end) = (b.raw(keys), b.raw(keys + 1));
    let lexical = |end: &Value| end.as_bytes().is_some_and(is_lexical);
    if found.by_lex && !(lexical(&start) && lexical(&end)) {
        return b.refuse("Legographical args must start with '[' or '(' or be '+' or '-'");
    }
    for key in 0..keys {
        b.key_arg(key)?;
    }
    if ints {
        b.int_arg(keys)?;
        b.int_arg(keys + 1)?;
    } else {
        b.text(&start)?;
        b.text(&end)?;
    }
    b.flag("BYSCORE", found.by_score).flag("BYLEX", found.by_lex).flag("REV", found.reverse);
    if let Some((offset, count)) = found.limit {
        b.word("LIMIT").push_int(offset).push_int(count);
    }
    b.flag("WITHSCORES", found.scores);
    if keys == 1 {
        b.answer = if found.scores { ReplyKind::Scores } else { ReplyKind::Values };
    }
    Ok(true)
}

/// `ZRANGE`
pub(crate) fn zrange(b: &mut Builder<'_>) -> Built {
    range(b, 1, Knows { scores: true, ways: true, limit: true, aggregate: false }, false)
}

/// `ZRANGESTORE`
pub(crate) fn zrangestore(b: &mut Builder<'_>) -> Built {
    range(b, 2, Knows { scores: true, ways: true, limit: true, aggregate: false }, false)
}

/// `ZREVRANGE`
pub(crate) fn zrevrange(b: &mut Builder<'_>) -> Built {
    range(b, 1, Knows { scores: true, ..Knows::default() }, true)
}

/// `ZRANGEBYSCORE` and `ZREVRANGEBYSCORE`
pub(crate) fn zrangebyscore(b: &mut Builder<'_>) -> Built {
    range(b, 1, Knows { scores: true, limit: true, ..Knows::default() }, false)
}

const NOT_LEXICAL: &str = "Min/Max args can be '-' or '+', or start with '[' or '('";

/// `ZRANGEBYLEX` and `ZREVRANGEBYLEX`
pub(crate) fn zrangebylex(b: &mut Builder<'_>) -> Built {
    let count = b.count();
    if count != 3 && count != 5 {
        return b.refuse("Must pass either 3 or 5 arguments");
    }
    if !lexical_ends(b)? {
        return b.refuse(NOT_LEXICAL);
    }
    if count == 5 {
        let (offset, count) = (b.int(3, 0)?, b.int(4, 0)?);
        b.word("LIMIT").push_int(offset).push_int(count);
    }
    Ok(true)
}

fn lexical_ends(b: &mut Builder<'_>) -> Built {
    let (min, max) = (b.str(1)?, b.str(2)?);
    b.key_arg(0)?;
    b.bytes(&min).bytes(&max);
    Ok(is_lexical(&min) && is_lexical(&max))
}

/// `ZLEXCOUNT` and `ZREMRANGEBYLEX`
pub(crate) fn between_lexical(b: &mut Builder<'_>) -> Built {
    if lexical_ends(b)? { Ok(true) } else { b.refuse(NOT_LEXICAL) }
}

/// A score: a number, or infinity. False: it is none, which has been reported.
fn score(b: &mut Builder<'_>, value: &Value) -> Built {
    let value = value.deref();
    let parsed = value.as_bytes().and_then(number::parse_numeric).filter(|parsed| !parsed.trailing_data);
    let value = parsed.map_or_else(|| value.clone(), |parsed| loxo_runtime::convert::numeric_value(parsed.number));
    match (value.as_int(), value.as_float(), value.as_bytes()) {
        (Some(number), ..) => drop(b.push_int(number)),
        (_, Some(number), _) => drop(b.push_float(number)),
        (.., Some(word)) if is_any(word, &["-inf", "+inf", "inf"]) => drop(b.bytes(word)),
        _ => return b.refuse("scores must be numeric or '-inf', 'inf', '+inf'"),
    }
    Ok(true)
}

/// `ZADD`
pub(crate) fn zadd(b: &mut Builder<'_>) -> Built {
    if b.count() < 3 {
        return Err(args::wrong_count(b.cx, b.count()));
    }
    let rest = b.rest(1);
    let (mut existence, mut order, mut changed, mut increments) = (None, None, false, false);
    let mut pairs = &rest[..];
    if let Some((first, others)) = rest.split_first().filter(|_| rest.len() % 2 == 1) {
        let Some(words) = first.as_array() else { return Ok(false) };
        for word in words.values() {
            match word.deref().as_str() {
                Some(word) if is_any(word, &["NX", "XX"]) => existence = Some(word.clone()),
                Some(word) if is_any(word, &["LT", "GT"]) => order = Some(word.clone()),
                Some(word) if is(word, "CH") => changed = true,
                // One pair at a time.
                Some(word) if is(word, "INCR") && rest.len() != 3 => return Ok(false),
                Some(word) if is(word, "INCR") => increments = true,
                _ => {}
            }
        }
        pairs = others;
    }
    b.key_arg(0)?;
    for word in [existence, order].into_iter().flatten() {
        b.bytes(&word);
    }
    b.flag("CH", changed).flag("INCR", increments);
    for pair in pairs.chunks_exact(2) {
        if !score(b, &pair[0])? {
            return Ok(false);
        }
        b.value(&pair[1])?;
    }
    b.answer = if increments { ReplyKind::Float } else { ReplyKind::Int };
    Ok(true)
}

/// `ZRANDMEMBER`
pub(crate) fn zrandmember(b: &mut Builder<'_>) -> Built {
    let (mut count, mut scores) = (0, false);
    for (key, value) in &b.options(1)? {
        match named(&key) {
            Some(name) if is(name, "count") => count = b.int_of(value)?,
            Some(name) if is(name, "withscores") => scores = b.bool_of(value)?,
            _ => {}
        }
    }
    b.key_arg(0)?;
    if count != 0 {
        b.push_int(count);
        b.answer = ReplyKind::Texts;
    }
    if scores {
        b.word("WITHSCORES");
        b.answer = ReplyKind::Scores;
    }
    Ok(true)
}

/// `ZPOPMIN` and `ZPOPMAX`
pub(crate) fn zpop(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    if b.given(1) {
        b.int_arg(1)?;
    }
    Ok(true)
}

fn members_or_scores(b: &mut Builder<'_>, found: &Options) {
    b.flag("WITHSCORES", found.scores);
    b.answer = if found.scores { ReplyKind::Scores } else { ReplyKind::Texts };
}

/// `ZDIFF`
pub(crate) fn zdiff(b: &mut Builder<'_>) -> Built {
    let (keys, given) = (b.array(0)?, b.options(1)?);
    if keys.is_empty() {
        return Ok(false);
    }
    let found = options(b, &Value::array(given), Knows { scores: true, ..Knows::default() })?;
    b.push_int(keys.len() as i64).keys_of(&keys)?;
    members_or_scores(b, &found);
    Ok(true)
}

/// `ZDIFFSTORE`
pub(crate) fn zdiffstore(b: &mut Builder<'_>) -> Built {
    let keys = b.array(1)?;
    b.key_arg(0)?;
    b.push_int(keys.len() as i64).keys_of(&keys)?;
    Ok(!keys.is_empty())
}

/// `WEIGHTS`, one for each key.
fn weights(b: &mut Builder<'_>, weights: Option<&PhpArray>) -> Built {
    let Some(weights) = weights else { return Ok(true) };
    b.word("WEIGHTS");
    for weight in weights.values() {
        if !score(b, weight)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `ZINTER` and `ZUNION`
pub(crate) fn combine(b: &mut Builder<'_>) -> Built {
    let keys = b.array(0)?;
    let wanted = if b.given(1) { Some(b.array(1)?) } else { None };
    let given = b.options(2)?;
    if keys.is_empty() {
        return Ok(false);
    }
    if wanted.as_ref().is_some_and(|weights| weights.len() != keys.len()) {
        return b.refuse("WEIGHTS and keys array should be the same size!");
    }
    let found = options(b, &Value::array(given), Knows { scores: true, aggregate: true, ..Knows::default() })?;
    b.push_int(keys.len() as i64).keys_of(&keys)?;
    if !weights(b, wanted.as_ref())? {
        return Ok(false);
    }
    if let Some(how) = &found.aggregate {
        b.word("AGGREGATE").bytes(how);
    }
    members_or_scores(b, &found);
    Ok(true)
}

/// `ZINTERSTORE` and `ZUNIONSTORE`
pub(crate) fn combine_store(b: &mut Builder<'_>) -> Built {
    let keys = b.array(1)?;
    let wanted = if b.given(2) { Some(b.array(2)?) } else { None };
    let how = b.opt_str(3)?;
    if keys.is_empty() {
        return Ok(false);
    }
    if wanted.as_ref().is_some_and(|weights| weights.len() != keys.len()) {
        return b.refuse("WEIGHTS and keys array must be the same size!");
    }
    if how.as_ref().is_some_and(|how| !is_any(how, &["SUM", "MIN", "MAX"])) {
        return b.refuse("AGGREGATE option must be 'SUM', 'MIN', or 'MAX'");
    }
    b.key_arg(0)?;
    b.push_int(keys.len() as i64).keys_of(&keys)?;
    if !weights(b, wanted.as_ref())? {
        return Ok(false);
    }
    if let Some(how) = how {
        b.word("AGGREGATE").bytes(&how);
    }
    Ok(true)
}
