//! `hebrev()`: Hebrew text is written backwards, for terminals that do not know how.

use crate::prelude::*;

fn hebrew(b: u8) -> bool {
    (0xe0..=0xfa).contains(&b)
}

fn blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b)
}

fn newline(b: u8) -> bool {
    matches!(b, b'\n' | b'\r')
}

/// `hebrev()`
pub(crate) fn hebrev(_cx: &mut Cx, string: &PhpStr, max_chars_per_line: i64) -> PhpResult<PhpStr> {
    if string.is_empty() {
        return Ok(PhpStr::empty());
    }
    let mut visual = reversed(string);
    Ok(PhpStr::new(&lines(&mut visual, max_chars_per_line)))
}

/// Blocks from last to first; Hebrew ones backwards, with brackets the other way round.
fn reversed(text: &[u8]) -> Vec<u8> {
    let last = text.len() - 1;
    let at = |i: usize| text.get(i).copied().unwrap_or(0);
    let mut blocks: Vec<u8> = vec![0; text.len()];
    let mut free = text.len();
    let (mut start, mut end) = (0, 0);
    let mut is_hebrew = hebrew(text[0]);
    loop {
        if is_hebrew {
            while end < last && (hebrew(at(end + 1)) || blank(at(end + 1)) || at(end + 1).is_ascii_punctuation()) {
                end += 1;
            }
            for b in &text[start..end + 1] {
                free -= 1;
                blocks[free] = mirrored(*b);
            }
        } else {
            while end < last && !hebrew(at(end + 1)) && at(end + 1) != b'\n' {
                end += 1;
            }
            while end > start && (blank(at(end)) || at(end).is_ascii_punctuation()) && !matches!(at(end), b'/' | b'-') {
                end -= 1;
            }
            let block = &text[start..end + 1];
            free -= block.len();
            blocks[free..free + block.len()].copy_from_slice(block);
        }
        is_hebrew = !is_hebrew;
        start = end + 1;
        if end >= last {
            return blocks;
        }
    }
}

fn mirrored(b: u8) -> u8 {
    match b {
        b'(' => b')',
        b')' => b'(',
        b'[' => b']',
        b']' => b'[',
        b'{' => b'}',
        b'}' => b'{',
        b'<' => b'>',
        b'>' => b'<',
        b'\\' => b'/',
        b'/' => b'\\',
        _ => b,
    }
}

/// Cut into lines from the end, since the beginning of the text is there.
fn lines(text: &mut [u8], most: i64) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let (mut begin, mut end) = (text.len() - 1, text.len() - 1);
    loop {
        let mut count = 0;
        while (most == 0 || (most > 0 && count < most)) && begin > 0 {
            count += 1;
            begin -= 1;
            if newline(text[begin]) {
                while begin > 0 && newline(text[begin - 1]) {
                    begin -= 1;
                    count += 1;
                }
                break;
            }
        }
        if most >= 0 && count == most {
            begin = word_start(text, begin, count);
        }
        let line_start = begin;
        if blank(text[begin]) {
            text[begin] = b'\n';
        }
        while begin <= end && newline(text[begin]) {
            begin += 1;
        }
        out.extend_from_slice(&text[begin.min(end + 1)..=end]);
        out.extend(text[line_start..=end].iter().take_while(|b| newline(**b)));
        begin = line_start;
        if begin == 0 {
            return out;
        }
        begin -= 1;
        end = begin;
    }
}

/// Words are not broken, if the line has more than one.
fn word_start(text: &[u8], begin: usize, count: i64) -> usize {
    let window = &text[begin..(begin + count as usize).min(text.len())];
    window.iter().position(|b| blank(*b) || newline(*b)).map_or(begin, |at| begin + at)
}
