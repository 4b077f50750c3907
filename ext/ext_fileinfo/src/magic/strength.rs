//! How telling rules are: what says more is asked first.

use super::{Kind, NumberKind, Rule};

const UNIT: usize = 10;

/// Of the first rule of a group.
pub(super) fn of(rule: &Rule) -> usize {
    let text = rule.test.value.text().len();
    let by_length = |length: usize| if length == 0 { 0 } else { length * (UNIT / length).max(1) };
    let own = match &rule.kind {
        Kind::Default => return 0,
        Kind::Number { number, .. } if number.kind == NumberKind::Id3 => 4 * UNIT,
        Kind::Number { number, .. } => number.size * UNIT,
        Kind::Text { .. } | Kind::Counted { .. } => text * UNIT,
        Kind::Wide(_) => text * UNIT / 2,
        Kind::Search { .. } => by_length(text),
        Kind::Regex { .. } => by_length(literal(rule.test.value.text())),
        Kind::Guid => 16 * UNIT,
        Kind::Offset => 8 * UNIT,
        Kind::Never => UNIT,
        Kind::Clear | Kind::Name | Kind::Use | Kind::Indirect { .. } => 0,
    };
    let base = 2 * UNIT + own;
    let mut strength = match rule.test.relation {
        b'x' | b'!' => 0,
        b'>' | b'<' => base.saturating_sub(2 * UNIT),
        b'^' | b'&' => base.saturating_sub(UNIT),
        _ => base + UNIT,
    };
    strength = match rule.factor {
        Some((b'+', by)) => strength.saturating_add(by),
        Some((b'-', by)) => strength.saturating_sub(by),
        Some((b'*', by)) => strength.saturating_mul(by),
        Some((b'/', by)) => strength.checked_div(by).unwrap_or(0),
        _ => strength,
    };
    // Those that say nothing themselves depend on the next to do so.
    strength.max(1) + usize::from(rule.message.is_empty())
}

/// How many characters of a pattern stand for themselves.
fn literal(pattern: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    while let Some(byte) = pattern.get(at) {
        match byte {
            b'\\' => {
                count += 1;
                at += 1;
            }
            b'?' | b'*' | b'.' | b'+' | b'^' | b'$' => {}
            b'[' => at += pattern[at..].iter().position(|b| *b == b']').unwrap_or(pattern.len()),
            b'{' => at += pattern[at..].iter().position(|b| *b == b'}').unwrap_or(pattern.len()),
            _ => count += 1,
        }
        at += 1;
    }
    // Empty ones are a bit better than nothing.
    count.max(1)
}
