//! Finds out what expressions say of a request.

use std::cmp::Ordering;

use loxo_base::base64;

use crate::access::Network;
use crate::bytes::{escape_whole_path, number, unescape};
use crate::expr::{Comparison, Expr, Function, Word};
use crate::limits;
use crate::pattern::wildcards_match;
use crate::state::{LookUp, State, header_variable};
use crate::view::Kind;

/// Whether an expression holds, with which the answer varies.
pub(crate) fn holds(expr: &Expr, state: &mut State<'_>) -> bool {
    state.vary_candidate.clear();
    let holds = is_true(expr, state);
    let mut names = std::mem::take(&mut state.vary_candidate);
    state.vary.append(&mut names);
    holds
}

/// Whether an expression holds.
pub(crate) fn is_true(expr: &Expr, state: &mut State<'_>) -> bool {
    match expr {
        Expr::Constant(value) => *value,
        Expr::Not(inner) => !is_true(inner, state),
        Expr::And(all) => all.iter().all(|one| is_true(one, state)),
        Expr::Or(all) => all.iter().any(|one| is_true(one, state)),
        Expr::Compare(left, comparison, right) => {
            let (left, right) = (text(left, state), text(right, state));
            compares(*comparison, &left, &right)
        }
        Expr::In(word, list) => {
            let word = text(word, state);
            list.iter().any(|one| text(one, state) == word)
        }
        Expr::Matches(word, pattern) => {
            let word = text(word, state);
            if !pattern.has_groups() {
                return pattern.is_in(&word);
            }
            // What a match held is there for what follows.
            let groups = pattern.find(&word);
            let found = groups.is_some();
            state.groups = groups.unwrap_or_default();
            found
        }
        Expr::Test(letter, word) => {
            let word = text(word, state);
            test(*letter, &word, state)
        }
        Expr::Wildcards { text: subject, pattern, any_case, path } => {
            let (mut subject, mut pattern) = (text(subject, state), text(pattern, state));
            if *any_case {
                subject.make_ascii_lowercase();
                pattern.make_ascii_lowercase();
            }
            wildcards_match(&pattern, &subject, *path)
        }
        Expr::Networks(address, network) => {
            let (address, network) = (text(address, state), text(network, state));
            let address = std::str::from_utf8(&address).ok().and_then(|address| address.parse().ok());
            address.zip(Network::parse(&network)).is_some_and(|(address, network)| network.contains(address))
        }
    }
}

fn compares(comparison: Comparison, left: &[u8], right: &[u8]) -> bool {
    let order = if comparison.numeric { number(left).cmp(&number(right)) } else { left.cmp(right) };
    match order {
        Ordering::Less => comparison.less,
        Ordering::Equal => comparison.equal,
        Ordering::Greater => comparison.greater,
    }
}

fn test(letter: u8, word: &[u8], state: &mut State<'_>) -> bool {
    let about = |state: &State<'_>| state.world.files.about(word);
    match letter {
        b'n' => !word.is_empty(),
        b'z' => word.is_empty(),
        b'R' => Network::parse(word).is_some_and(|network| network.contains(state.peer())),
        b'T' => !matches!(word.to_ascii_lowercase().as_slice(), b"" | b"0" | b"off" | b"false" | b"no"),
        b'd' => about(state).is_some_and(|about| about.kind == Kind::Folder),
        b'e' => about(state).is_some(),
        b'f' => about(state).is_some_and(|about| about.kind == Kind::File),
        b's' => about(state).is_some_and(|about| about.kind == Kind::File && about.size > 0),
        b'L' | b'h' => state.world.files.about_link(word).is_some_and(|about| about.kind == Kind::Link),
        b'x' => about(state).is_some_and(|about| about.is_executable),
        b'F' | b'U' | b'A' => {
            let what = if letter == b'F' { LookUp::File } else { LookUp::Uri };
            !word.is_empty() && state.may_look_up() && {
                let found = (state.world.look_up)(state, word, what);
                if letter == b'F' { found.is_reachable_file() } else { found.status < 400 }
            }
        }
        _ => false,
    }
}

/// The text that a word stands for.
pub(crate) fn text(word: &Word, state: &mut State<'_>) -> Vec<u8> {
    let made = match word {
        Word::Text(text) => text.clone(),
        Word::Group(number) => state.groups.get(*number).to_vec(),
        Word::All(words) => words.iter().flat_map(|word| text(word, state)).collect(),
        Word::Variable(name) => match header_variable(name.as_bytes()) {
            Some(name) => field(name, state),
            None => state.variable(name).unwrap_or_default(),
        },
        Word::Call(function, argument) => {
            let argument = text(argument, state);
            call(*function, argument, state)
        }
    };
    if limits::may_make(made.len()) { made } else { Vec::new() }
}

/// A field of the request, with which the answer varies even if there is none. `Vary` does not name `Host`, which is part of the address (RFC 9110, 12.5.5).
fn field(name: &[u8], state: &mut State<'_>) -> Vec<u8> {
    if !name.eq_ignore_ascii_case(b"host") {
        state.vary_candidate.push(name.to_vec());
    }
    state.header(name).unwrap_or_default().to_vec()
}

fn call(function: Function, argument: Vec<u8>, state: &mut State<'_>) -> Vec<u8> {
    match function {
        Function::RequestHeader => field(&argument, state),
        Function::ResponseHeader => {
            let headers = state.response.as_ref().map_or(&[][..], |response| &response.headers);
            let found = headers.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(&argument));
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        }
        Function::Environment => state.env.get(&argument).unwrap_or_default().to_vec(),
        Function::ProcessEnvironment | Function::Note => Vec::new(),
        Function::Lower => argument.to_ascii_lowercase(),
        Function::Upper => argument.to_ascii_uppercase(),
        Function::Escape => escape_whole_path(&argument),
        Function::Unescape => unescape(&argument).unwrap_or_default(),
        Function::Sha1 => hex(&crate::passwords::sha1(&argument)),
        Function::Md5 => hex(&crate::passwords::md5(&[&argument])),
        Function::Base64 => base64::encode(&argument),
        Function::Unbase64 => base64::decode_strict(&argument).unwrap_or_default(),
    }
}

fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()
}
