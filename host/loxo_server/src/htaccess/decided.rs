//! What the evaluation of rules says about a request, and about the head of its answer.

use loxo_htaccess::{Action, Edits, Head, Outcome};

use super::asking::Asking;
use super::evaluator::Evaluator;
use super::rules_process::Held;
use crate::message::{RequestHead, Response};
use crate::site::{SapiKind, Site};
use crate::{log, pages};

/// What a request means, and what is to be done with the answer's head.
pub(crate) struct Decided {
    pub(crate) outcome: Outcome,
    edits: HeadEdits,
}

enum HeadEdits {
    None,
    Own(Edits),
    Other(Held),
}

impl Evaluator {
    /// What a request means. The error is the status of the answer; the log says why.
    pub(crate) async fn decide(&self, site: &Site, head: &RequestHead) -> Result<Decided, u16> {
        match self {
            Evaluator::Own(rules) => {
                let (outcome, edits) = rules.decide(head).await.ok_or(500u16)?;
                Ok(Decided { outcome, edits: edits.map_or(HeadEdits::None, HeadEdits::Own) })
            }
            Evaluator::Other(process) => {
                let (outcome, held) = process.evaluate(&site.root, &head.request()).await.map_err(|error| unreachable(site, &error))?;
                Ok(Decided { outcome, edits: held.map_or(HeadEdits::None, HeadEdits::Other) })
            }
        }
    }

    /// Changes the head of an answer as the rules say. An answer whose rules are not known is not sent.
    pub(crate) async fn edit(&self, site: &Site, head: &RequestHead, decided: Decided, answer: &mut Response) {
        let Decided { outcome, edits } = decided;
        if let Some(realm) = &outcome.realm {
            answer.headers.push(("WWW-Authenticate".into(), challenge(realm)));
        }
        if matches!(edits, HeadEdits::None) {
            return;
        }
        let modified = answer.header("last-modified").and_then(|date| httpdate::parse_http_date(std::str::from_utf8(date).ok()?).ok());
        let is_own_page = matches!(outcome.action, Action::Answer { .. });
        let is_of_script = matches!(outcome.action, Action::Script { .. });
        let headers = std::mem::take(&mut answer.headers);
        let made = Head { status: answer.status, headers, modified, is_own_page, is_of_script };
        let fields = match (self, edits) {
            (Evaluator::Own(rules), HeadEdits::Own(edits)) => {
                rules.edit(head, &outcome, edits, made).await.map(|made| made.headers).ok_or(500)
            }
            (Evaluator::Other(process), HeadEdits::Other(held)) => {
                process.edit(held, &made).await.map_err(|error| unreachable(site, &error))
            }
            // Edits are of whoever has decided.
            _ => Err(500),
        };
        match fields {
            Ok(fields) => answer.headers = fields,
            Err(status) => *answer = pages::error(head, status),
        }
    }
}

/// A request whose rules nobody evaluates is not answered.
fn unreachable(site: &Site, error: &std::io::Error) -> u16 {
    let root = String::from_utf8_lossy(&site.root);
    log::error(SapiKind::Fpm, format!("{root}: the process that evaluates its rules does not answer: {error}").as_bytes());
    503
}

/// `WWW-Authenticate`
fn challenge(realm: &[u8]) -> Vec<u8> {
    let mut value = b"Basic realm=\"".to_vec();
    for byte in realm.iter().filter(|byte| !byte.is_ascii_control()) {
        if matches!(byte, b'"' | b'\\') {
            value.push(b'\\');
        }
        value.push(*byte);
    }
    value.push(b'"');
    value
}
