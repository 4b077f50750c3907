//! What two answers to the same request must have in common: status and text, but for what differs between two requests to the same server.

use super::client::Answer;
use regex::bytes::Regex;
use std::sync::LazyLock;

/// Times, random tokens and addresses, and what stands in their place. An application adds its own.
const VOLATILE: &[(&str, &str)] = &[
    (r"127\.0\.0\.1(:|%3A)[0-9]+", "HOST"),
    (r"\b[A-Z][a-z]{2}, [0-9]{2}[ -][A-Z][a-z]{2}[ -][0-9]{4} [0-9:]{8} (GMT|\+0000)", "TIME"),
    (r"\b20[0-9]{2}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:?[0-9]{2}|Z)?", "TIME"),
    (r"\b20[0-9]{12}\b", "TIME"),
    (r"\b1[6-9][0-9]{8}(\.[0-9]+)?\b", "STAMP"),
    (r"\b([0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})\b", "HASH"),
];

/// `None`: they are the same. Else what is not.
pub fn difference(ours: &Answer, theirs: &Answer, masks: &[(&str, &str)]) -> Option<String> {
    if ours.status != theirs.status {
        return Some(format!("status {} instead of {}", ours.status, theirs.status));
    }
    let (ours, theirs) = (settled(&ours.body, masks), settled(&theirs.body, masks));
    if ours == theirs {
        return None;
    }
    let (mut left, mut right) = (ours.split(|byte| *byte == b'\n'), theirs.split(|byte| *byte == b'\n'));
    let mut number = 1;
    loop {
        match (left.next(), right.next()) {
            (Some(left), Some(right)) if left == right => number += 1,
            (left, right) => {
                let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
                let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
                return Some(format!("line {number}: {:?} instead of {:?}", excerpt(left, same), excerpt(right, same)));
            }
        }
    }
}

/// Some bytes around a place.
fn excerpt(line: &[u8], at: usize) -> String {
    let piece = &line[at.saturating_sub(20)..line.len().min(at + 60)];
    String::from_utf8_lossy(piece).into_owned()
}

fn settled(body: &[u8], masks: &[(&str, &str)]) -> Vec<u8> {
    static COMMON: LazyLock<Vec<(Regex, &str)>> =
        LazyLock::new(|| VOLATILE.iter().map(|(pattern, word)| (pattern_of(pattern), *word)).collect());
    let mut text = body.to_vec();
    let own: Vec<(Regex, &str)> = masks.iter().map(|(pattern, word)| (pattern_of(pattern), *word)).collect();
    for (pattern, word) in own.iter().chain(&*COMMON) {
        text = pattern.replace_all(&text, word.as_bytes()).into_owned();
    }
    text
}

fn pattern_of(pattern: &str) -> Regex {
    Regex::new(&format!("(?-u){pattern}")).expect("a valid pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences() {
        let answer = |status: u16, body: &str| Answer { status, body: body.into(), location: None };
        let compare = |ours: Answer, theirs: Answer| difference(&ours, &theirs, &[("nonce=[a-z]+", "nonce=N")]);
        assert_eq!(compare(answer(200, "at 2025-01-02 03:04:05\nnonce=ab"), answer(200, "at 2026-01-02 03:04:05\nnonce=c")), None);
        assert_eq!(compare(answer(500, ""), answer(200, "")).as_deref(), Some("status 500 instead of 200"));
        assert_eq!(compare(answer(200, "a\nb"), answer(200, "a\nc")).as_deref(), Some("line 2: \"b\" instead of \"c\""));
    }
}
