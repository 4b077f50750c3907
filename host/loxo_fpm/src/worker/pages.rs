//! The pages that the manager answers itself: ping and status, the latter in five formats.

use loxo_cgi::{METRICS_TYPE, metrics, status_array, status_page};
use loxo_runtime::value::PhpArray;

use crate::scoreboard::{Own, Scoreboard};

/// Under which names they are asked for.
pub(super) struct Paths {
    pub status: Option<Vec<u8>>,
    pub ping: Option<Vec<u8>>,
    pub pong: Vec<u8>,
    /// Figures for Prometheus.
    pub metrics: Option<Vec<u8>>,
}

pub(super) struct Page {
    pub status: u16,
    pub headers: Vec<String>,
    pub body: Vec<u8>,
}

const NO_CACHE: [&str; 2] = ["Expires: Thu, 01 Jan 1970 00:00:00 GMT", "Cache-Control: no-cache, no-store, must-revalidate, max-age=0"];

/// The page of a path, if it is one of these.
pub(super) fn page(paths: &Paths, uri: &[u8], query: &[u8], board: &Scoreboard, own: &Own) -> Option<Page> {
    let is = |path: &Option<Vec<u8>>| path.as_deref() == Some(uri);
    let page = |kind: &str, kind_first: bool, body: Vec<u8>| {
        let kind = format!("Content-Type: {kind}");
        let mut headers: Vec<String> = NO_CACHE.map(str::to_string).to_vec();
        headers.insert(if kind_first { 0 } else { headers.len() }, kind);
        Page { status: 200, headers, body }
    };
    if is(&paths.ping) {
        return Some(page("text/plain", true, paths.pong.clone()));
    }
    if is(&paths.metrics) {
        return Some(page(METRICS_TYPE, false, metrics(&board.totals()).into_bytes()));
    }
    if !is(&paths.status) {
        return None;
    }
    own.executing();
    let (body, kind) = status_page(query, &board.totals(), || board.processes());
    Some(page(kind, false, body.into_bytes()))
}

/// `fpm_get_status()`
pub(super) fn as_array(board: &Scoreboard) -> PhpArray {
    status_array(&board.totals(), &board.processes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Pm;

    fn shown(query: &str) -> (Vec<String>, String) {
        let board = Scoreboard::create("w", Pm::Static, 2).expect("memory");
        let slot = board.allocate(1).expect("a slot")[0];
        let own = Own::new(std::sync::Arc::new(board), slot);
        own.accepting();
        let paths = Paths { status: Some(b"/s".to_vec()), ping: Some(b"/p".to_vec()), pong: b"pong".to_vec(), metrics: None };
        let page = page(&paths, b"/s", query.as_bytes(), &own.board, &own).expect("a page");
        (page.headers, String::from_utf8_lossy(&page.body).into_owned())
    }

    #[test]
    fn formats() {
        let (headers, plain) = shown("full");
        assert_eq!(headers[2], "Content-Type: text/plain");
        assert!(plain.starts_with("pool:                 w\nprocess manager:      static\nstart time:           "));
        assert!(
            plain.contains("memory peak:          0\n\n************************\npid:                  0\nstate:                Running\n")
        );
        assert!(shown("html").1.contains("<tr><th>listen queue len</th><td>0</td></tr>\n"));
        assert!(shown("xml&full").1.ends_with("<last-request-memory>0</last-request-memory></process>\n</processes>\n</status>"));
        let json = shown("json&full").1;
        assert!(json.starts_with("{\"pool\":\"w\",\"process manager\":\"static\",\"start time\":"));
        assert!(json.contains(", \"processes\":[{\"pid\":0,\"state\":\"Running\",") && json.ends_with("}]}"));
        let metrics = shown("openmetrics").1;
        assert!(
            metrics.starts_with(
                "# HELP phpfpm_up Could pool w using a static PM on PHP-FPM be reached?\n# TYPE phpfpm_up gauge\nphpfpm_up 1\n"
            )
        );
        assert!(metrics.ends_with("phpfpm_memory_peak 0\n# EOF\n"));
    }
}
