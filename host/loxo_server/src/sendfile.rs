//! `X-Accel-Redirect` and `X-Sendfile`: a script decides, the server sends the file.

use crate::files::{self, Asked};
use crate::message::{RequestHead, Response, ResponseBody};
use crate::pages;
use crate::route::as_path;
use crate::site::Site;
use crate::uri::clean_path;

/// Replaces the body of an answer that names a file. Files outside the root are refused.
pub(crate) fn apply(site: &Site, head: &RequestHead, answer: Response) -> Response {
    let root = &site.root[..];
    let by_path = answer.header("x-accel-redirect").map(<[u8]>::to_vec);
    let by_file = answer.header("x-sendfile").map(<[u8]>::to_vec);
    let file = match (by_path, by_file) {
        (None, None) => return answer,
        // A path below the root, as a client would ask for it.
        (Some(path), _) => {
            let path = String::from_utf8_lossy(&path).into_owned();
            let path = path.split('?').next().unwrap_or_default();
            clean_path(path).map(|path| [root, &path].concat())
        }
        (None, Some(file)) => Some(file),
    };
    // Links are followed first, so that none leads out.
    let inside = file.and_then(|file| loxo_files::canonicalize(as_path(&file)).ok()).filter(|file| file.starts_with(as_path(root)));
    let Some(file) = inside else { return pages::error(head, 404) };
    use std::os::unix::ffi::OsStrExt;
    let kind = answer.header("content-type").map(<[u8]>::to_vec);
    let asked = Asked { path: file.as_os_str().as_bytes(), state: None, kind: kind.as_deref(), site };
    let Some(mut sent) = files::answer(head, &asked) else {
        return pages::error(head, 404);
    };
    drop_body(answer.body);
    for (name, value) in answer.headers {
        let lower = name.to_ascii_lowercase();
        let replaced = ["x-accel-redirect", "x-sendfile", "content-length", "content-type"].contains(&&*lower);
        let file_knows_better = matches!(&*lower, "etag" | "last-modified" | "accept-ranges" | "content-range");
        if !replaced && !file_knows_better {
            sent.headers.push((name, value));
        }
    }
    sent
}

/// The script may still be printing; its pieces go nowhere, and it learns that nobody listens.
fn drop_body(body: ResponseBody) {
    drop(body);
}
