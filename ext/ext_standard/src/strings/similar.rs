//! How much strings resemble each other, and how words sound.

use crate::prelude::*;

/// `similar_text()`
pub(crate) fn similar_text(cx: &mut Cx, string1: &PhpStr, string2: &PhpStr, percent: Option<&RefArg>) -> PhpResult<i64> {
    let total = string1.len() + string2.len();
    let similar = similar_bytes(string1, string2);
    if let Some(percent) = percent {
        let value = if total == 0 { 0.0 } else { similar as f64 * 2.0 * 100.0 / total as f64 };
        percent.set(cx, Value::float(value))?;
    }
    Ok(similar as i64)
}

/// Length of the longest common parts, found greedily: the longest first, then what is left and right of it.
fn similar_bytes(a: &[u8], b: &[u8]) -> usize {
    let mut todo = vec![(a, b)];
    let mut sum = 0;
    while let Some((a, b)) = todo.pop() {
        let (at_a, at_b, len, improved) = longest_common(a, b);
        if len == 0 {
            continue;
        }
        sum += len;
        // The first candidate being the longest means that nothing to its left is common.
        if at_a > 0 && at_b > 0 && improved > 1 {
            todo.push((&a[..at_a], &b[..at_b]));
        }
        if at_a + len < a.len() && at_b + len < b.len() {
            todo.push((&a[at_a + len..], &b[at_b + len..]));
        }
    }
    sum
}

/// Where the longest common part is, its length, and how many candidates were better than all before.
fn longest_common(a: &[u8], b: &[u8]) -> (usize, usize, usize, usize) {
    let mut best = (0, 0, 0, 0);
    for i in 0..a.len() {
        if a.len() - i <= best.2 {
            break;
        }
        for j in 0..b.len() {
            if b.len() - j <= best.2 {
                break;
            }
            let len = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
            if len > best.2 {
                best = (i, j, len, best.3 + 1);
            }
        }
    }
    best
}

/// `levenshtein()`
pub(crate) fn levenshtein(
    _cx: &mut Cx,
    string1: &PhpStr,
    string2: &PhpStr,
    insertion_cost: i64,
    replacement_cost: i64,
    deletion_cost: i64,
) -> PhpResult<i64> {
    if string1.is_empty() {
        return Ok((string2.len() as i64).wrapping_mul(insertion_cost));
    }
    if string2.is_empty() {
        return Ok((string1.len() as i64).wrapping_mul(deletion_cost));
    }
    let mut row: Vec<i64> = (0..=string2.len() as i64).map(|i| i.wrapping_mul(insertion_cost)).collect();
    for a in string1.iter() {
        let mut diagonal = row[0];
        row[0] = row[0].wrapping_add(deletion_cost);
        for (i, b) in string2.iter().enumerate() {
            let replaced = if a == b { diagonal } else { diagonal.wrapping_add(replacement_cost) };
            let deleted = row[i + 1].wrapping_add(deletion_cost);
            let inserted = row[i].wrapping_add(insertion_cost);
            diagonal = row[i + 1];
            row[i + 1] = replaced.min(deleted).min(inserted);
        }
    }
    Ok(row[string2.len()])
}

/// `soundex()`
pub(crate) fn soundex(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    // One code per letter; 0 for vowels and the like.
    const CODES: &[u8; 26] = b"01230120022455012623010202";
    let mut out = Vec::with_capacity(4);
    let mut last = 0;
    for letter in string.iter().filter(|b| b.is_ascii_alphabetic()) {
        let letter = letter.to_ascii_uppercase();
        let code = CODES[(letter - b'A') as usize];
        if out.is_empty() {
            out.push(letter);
        } else if code != last && code != b'0' {
            out.push(code);
        }
        last = code;
        if out.len() == 4 {
            break;
        }
    }
    out.resize(4, b'0');
    Ok(PhpStr::new(&out))
}
