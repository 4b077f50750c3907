//! What an HTTP server and the process that evaluates a site's rules say to each other, as any bytes: what is a message means the same when it is written
//! again.
#![no_main]

use std::time::SystemTime;

use libfuzzer_sys::fuzz_target;
use loxo_htaccess::message::{self, Question};

fuzz_target!(|data: &[u8]| {
    if let Some(question) = message::question(data) {
        let again = match &question {
            Question::Evaluate(asked) => message::of_request(asked.site, &asked.root, &asked.request(b"Loxo", SystemTime::UNIX_EPOCH)),
            Question::Edit(head) => message::of_head(head),
        };
        assert!(message::question(&again) == Some(question));
    }
    if let Some((outcome, has_edits)) = message::outcome(data) {
        assert!((100..=999).contains(&outcome.status));
        assert!(message::outcome(&message::of_outcome(&outcome, has_edits)) == Some((outcome, has_edits)));
    }
    if let Some(fields) = message::fields(data) {
        assert!(message::fields(&message::of_fields(&fields)) == Some(fields));
    }
});
