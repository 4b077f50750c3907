//! Pages of a development server: a page that takes a script is otherwise as it was, however it is cut, and what an error says becomes no markup.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use loxo_dev::{Failure, Injector, error_page, is_plain_error};

const TAG: &[u8] = b"\x00[tag]\x00";

fn injected(page: &[u8], is_shown: bool, size: usize) -> Vec<u8> {
    let mut injector = Injector::new(TAG.to_vec(), is_shown);
    let mut out: Vec<u8> = page.chunks(size).flat_map(|part| injector.push(part)).collect();
    out.extend(injector.finish());
    out
}

fuzz_target!(|data: &[u8]| {
    let Some((first, page)) = data.split_first() else { return };
    let (is_shown, size) = (first & 1 == 1, usize::from(first >> 1).max(1));
    let out = injected(page, is_shown, page.len().max(1));
    // Where a page is longer than what is held back, its pieces may decide.
    if page.len() < 16 << 10 {
        assert_eq!(out, injected(page, is_shown, size));
    }
    if !page.windows(TAG.len()).any(|part| part == TAG) {
        let at = out.windows(TAG.len()).position(|part| part == TAG);
        let rest = at.map_or(out.clone(), |at| [&out[..at], &out[at + TAG.len()..]].concat());
        assert_eq!(rest, page);
        assert!(at.is_some() || !is_shown);
    }
    let message = String::from_utf8_lossy(page).into_owned();
    let failure = Failure { level: i32::from(*first), message, file: "/nonexistent<.php".into(), line: u64::from(*first) };
    let _ = is_plain_error(page, &failure);
    let shown = error_page(&failure, page, Path::new("/nonexistent"), &failure.message);
    let body = shown.split_once("</head>").map_or("", |(_, body)| body);
    for tag in body.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let known =
            ["body", "main", "header", "footer", "p", "h1", "h2", "span", "b", "ol", "li", "code", "pre", "details", "summary", "html"];
        assert!(known.contains(&name), "{tag}");
    }
});
