//! `LOAD DATA LOCAL`: files of ours that the server asks for.

use loxo_mysql::{Error, Reply, code};
use loxo_runtime::{Cx, PhpResult};
use loxo_streams::OpenOptions;

use crate::link::Conn;

const FORBIDDEN: &str = "LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY";
const OUTSIDE: &str = "LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file";
const PIECE: usize = 4096;

/// Is the file one that may be sent?
fn allowed(cx: &mut Cx, conn: &Conn, name: &[u8]) -> Result<(), Error> {
    let rejected = |text: &str| Err(Error::unknown(code::LOCAL_INFILE, text));
    if conn.local_infile.get() {
        return Ok(());
    }
    let directory = conn.local_directory.borrow().clone();
    let Some(directory) = directory else { return rejected(FORBIDDEN) };
    let Some(directory) = loxo_runtime::paths::real(cx, &directory) else { return rejected("cannot open local_infile_directory") };
    let inside = loxo_runtime::paths::real(cx, name).is_some_and(|path| path.starts_with(&[&directory[..], b"/"].concat()));
    if inside { Ok(()) } else { rejected(OUTSIDE) }
}

/// Sends the file, or nothing; the server's answer.
pub(crate) fn send(cx: &mut Cx, conn: &Conn, name: &[u8]) -> PhpResult<Result<Reply, Error>> {
    const OUT_OF_BASE: &str = "open_basedir restriction in effect. Unable to open file";
    let mut problem = allowed(cx, conn, name).err();
    if problem.is_none() && !loxo_runtime::paths::check_open_basedir(cx, name, false) {
        problem = Some(Error::unknown(code::UNKNOWN, OUT_OF_BASE));
    }
    let mut stream = None;
    if problem.is_none() {
        stream = loxo_streams::open_stream(cx, name, b"r", OpenOptions::default(), None)?;
        if stream.is_none() {
            let shown = String::from_utf8_lossy(name);
            problem = Some(Error::unknown(code::UNKNOWN, format!("Can't find file '{shown}'.")));
        }
    }
    let outcome = conn.run(|client| {
        client.send_file(|| match &stream {
            Some(stream) => stream.read_str(cx, PIECE).map_or_else(Vec::new, |piece| piece.as_bytes().to_vec()),
            None => Vec::new(),
        })
    });
    if let Some(stream) = stream {
        stream.close(cx);
    }
    if let Some(problem) = problem {
        *conn.error.borrow_mut() = Some(problem.clone());
        return Ok(Err(problem));
    }
    Ok(outcome)
}

/// A file's text; `None`: it cannot be read.
pub(crate) fn read_file(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<Vec<u8>>> {
    let Some(stream) = loxo_streams::open_stream(cx, name, b"rb", OpenOptions::default(), None)? else { return Ok(None) };
    let text = stream.read_all(cx, Some(1 << 16));
    stream.close(cx);
    Ok(Some(text.as_bytes().to_vec()))
}
