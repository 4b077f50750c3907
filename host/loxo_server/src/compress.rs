//! Compression of responses by the coding that the client likes best. What a script prints slowly is not held back, and what is compressed
//! already, or would not become shorter, is sent as it is.

use std::io::Write;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Sleep;

use crate::message::{RequestHead, Response, ResponseBody};
use crate::response_body::PieceStream;
use crate::route::as_path;

/// Shorter responses gain nothing.
const LEAST: usize = 256;
/// Longer ones are compressed beside the connections, not between them.
const BESIDE: usize = 32 << 10;
/// Compressed bytes that are worth a piece of their own.
const PIECE: usize = 16 << 10;
/// A script that prints nothing more for so long wants what there is to be seen.
const FLUSH_DELAY: Duration = Duration::from_millis(10);

/// A content coding; the earlier of two is used where the client does not care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding {
    Zstd,
    Brotli,
    Gzip,
}

impl Coding {
    const ALL: [Coding; 3] = [Coding::Zstd, Coding::Brotli, Coding::Gzip];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Coding::Zstd => "zstd",
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Coding::Zstd => ".zst",
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
        }
    }
}

/// What the client accepts, the best first.
fn accepted(head: &RequestHead) -> Vec<Coding> {
    let Some(list) = head.header("accept-encoding").and_then(|list| std::str::from_utf8(list).ok()) else { return Vec::new() };
    // Proxies of that age keep one form for all.
    if head.protocol == "HTTP/1.0" {
        return Vec::new();
    }
    let mut codings: Vec<(Coding, f32)> = Coding::ALL.into_iter().map(|coding| (coding, quality(list, coding.name()))).collect();
    codings.retain(|(_, quality)| *quality > 0.0);
    codings.sort_by(|a, b| b.1.total_cmp(&a.1));
    codings.into_iter().map(|(coding, _)| coding).collect()
}

/// `gzip;q=0.5`: from 0, not at all, to 1.
fn quality(list: &str, name: &str) -> f32 {
    let entries = list.split(',').map(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let coding = parts.next().unwrap_or_default();
        let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        (coding, quality.map_or(1.0, |quality| quality.trim().parse().unwrap_or(0.0)))
    });
    let of = |wanted: &str| entries.clone().find(|(coding, _)| coding.eq_ignore_ascii_case(wanted)).map(|(_, quality)| quality);
    of(name).or_else(|| of("*")).unwrap_or(0.0)
}

/// Media types of text and of what has not been compressed by its own format.
fn is_compressible(kind: &[u8]) -> bool {
    let essence = kind.split(|b| *b == b';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase();
    // Events are to be seen one by one.
    let text = essence.starts_with(b"text/") && essence != b"text/event-stream";
    const OTHERS: [&[u8]; 15] = [
        b"application/javascript",
        b"application/json",
        b"application/ld+json",
        b"application/manifest+json",
        b"application/rtf",
        b"application/vnd.ms-fontobject",
        b"application/wasm",
        b"application/x-javascript",
        b"application/xml",
        b"font/otf",
        b"font/ttf",
        b"image/bmp",
        b"image/svg+xml",
        b"image/vnd.microsoft.icon",
        b"image/x-icon",
    ];
    text || essence.ends_with(b"+xml") || essence.ends_with(b"+json") || OTHERS.contains(&&essence[..])
}

/// A file beside this one that holds the same, compressed by a coding that the client accepts.
pub(crate) fn stored(head: &RequestHead, file: &[u8], kind: &[u8]) -> Option<(Vec<u8>, Coding)> {
    if !is_compressible(kind) || head.header("range").is_some() {
        return None;
    }
    let changed = |path: &[u8]| loxo_files::about(as_path(path)).ok().filter(loxo_files::About::is_file).map(|about| about.modified);
    let mut original = None;
    accepted(head).into_iter().find_map(|coding| {
        let path = [file, coding.extension().as_bytes()].concat();
        let compressed = changed(&path)?;
        // One that is older may be of what the file was.
        let original = *original.get_or_insert_with(|| changed(file));
        (original <= Some(compressed)).then_some((path, coding))
    })
}

/// Whether a body of this kind would be compressed for the client.
pub(crate) fn is_wanted(head: &RequestHead, kind: &[u8]) -> bool {
    is_compressible(kind) && !accepted(head).is_empty()
}

/// Compresses a response if client and response allow it.
pub(crate) async fn apply(head: &RequestHead, mut answer: Response) -> Response {
    if !may_compress(&answer) {
        return answer;
    }
    vary(&mut answer.headers);
    let Some(&coding) = accepted(head).first().filter(|_| !head.is_head()) else { return answer };
    let Ok(encoder) = Encoder::new(coding) else { return answer };
    answer.body = match answer.body {
        ResponseBody::Whole(bytes) if bytes.len() < BESIDE => match encoder.whole(&bytes) {
            Some(compressed) => ResponseBody::Whole(compressed),
            None => {
                answer.body = ResponseBody::Whole(bytes);
                return answer;
            }
        },
        ResponseBody::Whole(bytes) => {
            let input = bytes.clone();
            match tokio::task::spawn_blocking(move || encoder.whole(&input)).await {
                Ok(Some(compressed)) => ResponseBody::Whole(compressed),
                _ => {
                    answer.body = ResponseBody::Whole(bytes);
                    return answer;
                }
            }
        }
        ResponseBody::Pieces(pieces) => {
            ResponseBody::Pieces(Box::new(CompressedBody { pieces, encoder: Some(encoder), waiting: false, timer: None }))
        }
        other => {
            answer.body = other;
            return answer;
        }
    };
    answer.headers.retain(|(name, _)| !["content-length", "accept-ranges"].iter().any(|gone| name.eq_ignore_ascii_case(gone)));
    for (name, value) in &mut answer.headers {
        // Other bytes, though of the same meaning.
        if name.eq_ignore_ascii_case("etag") && value.starts_with(b"\"") {
            value.splice(0..0, *b"W/");
        }
    }
    answer.headers.push(("Content-Encoding".to_string(), coding.name().as_bytes().to_vec()));
    answer
}

/// Whether a text of so many bytes would be compressed for the client.
pub(crate) fn is_worth_it(head: &RequestHead, length: u64) -> bool {
    length >= LEAST as u64 && !accepted(head).is_empty()
}

fn may_compress(answer: &Response) -> bool {
    let long_enough = match &answer.body {
        ResponseBody::Whole(bytes) => bytes.len() >= LEAST,
        ResponseBody::Pieces(_) => true,
        ResponseBody::Absent(length) => *length >= LEAST as u64,
    };
    long_enough && is_text(answer)
}

/// Whether a response may be compressed, by its head.
pub(crate) fn is_text(answer: &Response) -> bool {
    let has_body = !matches!(answer.status, 100..=199 | 204 | 205 | 206 | 304);
    let stays =
        answer.header("cache-control").is_some_and(|value| value.to_ascii_lowercase().windows(12).any(|part| part == b"no-transform"));
    has_body
        && !stays
        && answer.header("content-encoding").is_none()
        && answer.header("content-range").is_none()
        && answer.header("content-type").is_some_and(is_compressible)
}

/// Caches keep a form for each kind of client.
pub(crate) fn vary(headers: &mut Vec<(String, Vec<u8>)>) {
    let covers = |value: &[u8]| {
        value.split(|b| *b == b',').map(<[u8]>::trim_ascii).any(|name| name == b"*" || name.eq_ignore_ascii_case(b"accept-encoding"))
    };
    match headers.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case("vary")) {
        Some((_, value)) if covers(value) => {}
        Some((_, value)) if !value.is_empty() => value.extend_from_slice(b", Accept-Encoding"),
        _ => headers.push(("Vary".to_string(), b"Accept-Encoding".to_vec())),
    }
}

enum Encoder {
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
    Gzip(flate2::write::GzEncoder<Vec<u8>>),
}

impl Encoder {
    fn new(coding: Coding) -> std::io::Result<Encoder> {
        Ok(match coding {
            Coding::Zstd => {
                let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3)?;
                // Clients take no more than 8 MiB (RFC 9659).
                encoder.window_log(21)?;
                Encoder::Zstd(encoder)
            }
            Coding::Brotli => Encoder::Brotli(Box::new(brotli::CompressorWriter::new(Vec::new(), 4096, 4, 20))),
            Coding::Gzip => Encoder::Gzip(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(5))),
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Zstd(encoder) => encoder,
            Encoder::Brotli(encoder) => encoder,
            Encoder::Gzip(encoder) => encoder,
        }
    }

    fn output(&mut self) -> &mut Vec<u8> {
        match self {
            Encoder::Zstd(encoder) => encoder.get_mut(),
            Encoder::Brotli(encoder) => encoder.get_mut(),
            Encoder::Gzip(encoder) => encoder.get_mut(),
        }
    }

    fn finish(self) -> std::io::Result<Vec<u8>> {
        match self {
            Encoder::Zstd(encoder) => encoder.finish(),
            Encoder::Brotli(encoder) => Ok(encoder.into_inner()),
            Encoder::Gzip(encoder) => encoder.finish(),
        }
    }

    /// `None`: it would not become shorter.
    fn whole(mut self, bytes: &[u8]) -> Option<Bytes> {
        self.writer().write_all(bytes).ok()?;
        self.finish().ok().filter(|compressed| compressed.len() < bytes.len()).map(Bytes::from)
    }
}

/// A body that is compressed while it comes.
struct CompressedBody {
    pieces: Box<dyn PieceStream>,
    /// `None` behind the end.
    encoder: Option<Encoder>,
    /// The encoder holds what the client could have.
    waiting: bool,
    timer: Option<Pin<Box<Sleep>>>,
}

impl std::fmt::Debug for CompressedBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompressedBody").field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

impl PieceStream for CompressedBody {
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        loop {
            let Some(encoder) = &mut self.encoder else { return Poll::Ready(None) };
            match self.pieces.poll_next(context) {
                Poll::Ready(Some(piece)) => {
                    // Nothing that is written to memory fails.
                    let _ = encoder.writer().write_all(&piece);
                    (self.waiting, self.timer) = (true, None);
                    if encoder.output().len() >= PIECE {
                        return Poll::Ready(Some(std::mem::take(encoder.output()).into()));
                    }
                }
                // The client must not take what it has for all.
                Poll::Ready(None) if self.pieces.is_cut() => {
                    self.encoder = None;
                    return Poll::Ready(None);
                }
                Poll::Ready(None) => {
                    let rest = self.encoder.take().and_then(|encoder| encoder.finish().ok()).unwrap_or_default();
                    return Poll::Ready(Some(rest).filter(|rest| !rest.is_empty()).map(Bytes::from));
                }
                Poll::Pending if !self.waiting => return Poll::Pending,
                Poll::Pending => {
                    let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(FLUSH_DELAY)));
                    if timer.as_mut().poll(context).is_pending() {
                        return Poll::Pending;
                    }
                    (self.waiting, self.timer) = (false, None);
                    let _ = encoder.writer().flush();
                    let out = std::mem::take(encoder.output());
                    if !out.is_empty() {
                        return Poll::Ready(Some(out.into()));
                    }
                }
            }
        }
    }

    fn is_cut(&self) -> bool {
        self.pieces.is_cut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response_body;
    use std::io::Read;

    fn codings(accept: &str) -> Vec<Coding> {
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
        accepted(&RequestHead {
            method: "GET".into(),
            target: "/".into(),
            path: b"/".to_vec(),
            query: None,
            protocol: "HTTP/1.1",
            headers: vec![("accept-encoding".into(), accept.into())],
            fields: None,
            secure: false,
            peer: address,
            local: address,
        })
    }

    #[test]
    fn what_clients_accept() {
        assert_eq!(codings("gzip, deflate, br, zstd"), [Coding::Zstd, Coding::Brotli, Coding::Gzip]);
        assert_eq!(codings("gzip;q=1.0, br; q=0.8, identity"), [Coding::Gzip, Coding::Brotli]);
        assert_eq!(codings("*;q=0.1, br;q=0, GZIP"), [Coding::Gzip, Coding::Zstd]);
        assert_eq!(codings("gzip;q=x, identity"), []);
        assert_eq!(codings(""), []);
    }

    #[test]
    fn types() {
        for kind in ["text/html; charset=UTF-8", "application/json", "image/svg+xml", "application/atom+xml;x", "TEXT/CSS"] {
            assert!(is_compressible(kind.as_bytes()), "{kind}");
        }
        for kind in ["image/png", "text/event-stream", "application/octet-stream", ""] {
            assert!(!is_compressible(kind.as_bytes()), "{kind}");
        }
    }

    fn decoded(coding: Coding, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        let read = match coding {
            Coding::Zstd => zstd::stream::read::Decoder::new(bytes).and_then(|mut decoder| decoder.read_to_end(&mut text)),
            Coding::Brotli => brotli::Decompressor::new(bytes, 4096).read_to_end(&mut text),
            Coding::Gzip => flate2::read::GzDecoder::new(bytes).read_to_end(&mut text),
        };
        read.expect("decodes");
        text
    }

    #[tokio::test]
    async fn pieces_are_seen_as_they_come() {
        for coding in Coding::ALL {
            let (mut writer, reader) = response_body::channel();
            let encoder = Encoder::new(coding).expect("an encoder");
            let mut body = CompressedBody { pieces: Box::new(reader), encoder: Some(encoder), waiting: false, timer: None };
            let mut expected = Vec::new();
            let mut all = Vec::new();
            for n in 0..20u32 {
                let piece = n.to_string().repeat(3000).into_bytes();
                assert!(writer.write(&piece));
                expected.extend_from_slice(&piece);
                // Comes although the script is not done.
                all.extend_from_slice(&std::future::poll_fn(|context| body.poll_next(context)).await.expect("a piece"));
            }
            drop(writer);
            while let Some(bytes) = std::future::poll_fn(|context| body.poll_next(context)).await {
                all.extend_from_slice(&bytes);
            }
            assert!(decoded(coding, &all) == expected && all.len() < expected.len() / 10, "{coding:?}: {}", all.len());
            assert_eq!(Encoder::new(coding).expect("an encoder").whole(b"x"), None);
        }
    }
}
