//! Output buffers, operation by operation.

use loxo_value::Value;

use super::{Seen, context};
use crate::output::flag;
use crate::web::HeaderLine;
use crate::{Cx, Ending};

/// Runs a script of operations: `echo:text`, `start:callback[:chunk[:flags]]`, `flush`, `clean`, `end`, `discard`, `flush_all`...
fn run(cx: &mut Cx, script: &str) {
    for step in script.split_whitespace() {
        let parts: Vec<&str> = step.split(':').collect();
        let number = |i: usize, or: usize| parts.get(i).map_or(or, |n| n.parse().expect("a number"));
        match parts[0] {
            "echo" => cx.echo(parts[1].as_bytes()),
            "start" => {
                let callback = parts.get(1).filter(|name| !name.is_empty()).map_or(Value::NULL, |name| Value::bytes(name.as_bytes()));
                cx.start_buffer(&callback, number(2, 0), number(3, flag::STDFLAGS as usize) as u32);
            }
            "flush" => drop(cx.flush_buffer()),
            "clean" => drop(cx.clean_buffer()),
            "end" => drop(cx.end_buffer()),
            "discard" => drop(cx.discard_buffer()),
            "flush_all" => cx.flush_all_buffers(),
            "end_all" => cx.end_all_buffers(),
            "discard_all" => cx.discard_all_buffers(),
            other => panic!("{other}"),
        }
    }
}

fn body(seen: &Seen) -> String {
    String::from_utf8_lossy(&seen.body).into_owned()
}

#[test]
fn what_reaches_the_server() {
    // What PHP prints for the same calls of `ob_start()` and its family.
    let cases = [
        ("echo:a echo:b", "ab"),
        ("start echo:a end echo:b", "ab"),
        ("start echo:a discard echo:b", "b"),
        ("start:upper echo:a flush echo:b end", "AB"),
        ("start:bracket echo:a flush echo:b flush echo:c end", "[a:5][b:4][c:8]"),
        ("start:bracket echo:a clean echo:b end", "[b:8]"),
        ("start:bracket echo:a end", "[a:9]"),
        ("start:bracket discard", ""),
        ("start:bracket:2 echo:a echo:b echo:c end", "[ab:1][c:8]"),
        ("start:bracket start:upper echo:a flush echo:b end end", "[AB:9]"),
        ("start:refuse echo:a flush echo:b end", "ab"),
        ("start:swallow echo:a end echo:b", "b"),
        ("start:echoes echo:a flush echo:b end", "ab"),
        ("start:bracket echo:a start echo:b end end", "[ab:9]"),
        ("start:bracket:1 echo:a echo:b end", "[a:1][b:0][:8]"),
        ("start:bracket:1 clean echo:a end", "[a:0][:8]"),
        ("start:bracket start:bracket:2 echo:abc echo:d end end", "[[abc:1][d:8]:9]"),
        ("start:bracket:0:0 echo:a clean flush end end_all", "[a:9]"),
        ("start start start echo:a end_all", "a"),
        ("start echo:a start:upper echo:b discard_all echo:c", "c"),
    ];
    for (script, expected) in cases {
        let (mut cx, seen) = context(false);
        cx.set_error_reporting(0);
        run(&mut cx, script);
        cx.flush_output();
        assert_eq!(body(&seen.borrow()), expected, "{script}");
    }
}

#[test]
fn handlers_may_not_touch_buffers() {
    let (mut cx, seen) = context(false);
    cx.ini_set(b"html_errors", b"0").expect("a setting");
    run(&mut cx, "start:nested echo:a end");
    cx.flush_output();
    assert_eq!(cx.ending, Some(Ending::Fatal));
    assert_eq!(
        body(&seen.borrow()),
        "\nFatal error: Unknown: Cannot use output buffering in output buffering display handlers in t.php on line 7\n"
    );
}

#[test]
fn status_shows_what_php_shows() {
    let (mut cx, _) = context(false);
    run(&mut cx, "start start:upper:10 echo:abc");
    let rows: Vec<_> =
        cx.output.buffers().map(|b| (b.name.to_string(), b.flags, b.level, b.chunk_size, b.buffer_size, b.buffer_used)).collect();
    assert_eq!(rows, [("default output handler".to_string(), 112, 0, 0, 16384, 0), ("upper".to_string(), 113, 1, 10, 8192, 3)]);
    run(&mut cx, "flush");
    assert_eq!(cx.output.buffers().last().map(|b| b.flags), Some(113 | flag::STARTED | flag::PROCESSED));
    assert_eq!((cx.output.level(), cx.output.contents()), (2, Some(&b""[..])));
    assert!(!cx.start_buffer(&Value::bytes(b"no_such"), 0, flag::STDFLAGS));
}

#[test]
fn headers_go_before_the_first_byte() {
    let (mut cx, seen) = context(true);
    run(&mut cx, "start echo:a");
    assert!(!cx.info.headers_sent && cx.info.output_started.is_none());
    cx.info.headers.add("X-A", b"1");
    cx.info.status = 404;
    run(&mut cx, "end");
    assert!(cx.info.headers_sent);
    assert_eq!(cx.info.output_started.as_ref().map(|(file, line)| (file.to_string(), *line)), Some(("t.php".into(), 7)));
    cx.flush_pending();
    let head = seen.borrow_mut().head.take();
    let expected = vec![HeaderLine::field("X-A", b"1"), HeaderLine::field("Content-type", b"text/html; charset=UTF-8")];
    assert_eq!(head, Some((404, expected)));
    assert_eq!(body(&seen.borrow()), "a");
}

#[test]
fn large_output_is_sent_in_pieces() {
    let (mut cx, seen) = context(false);
    let line = vec![b'x'; 1000];
    (0..100).for_each(|_| cx.echo(&line));
    let sent = seen.borrow().body.len();
    assert!((60_000..100_000).contains(&sent), "{sent}");
    cx.echo(&vec![b'y'; 100_000]);
    cx.flush_output();
    assert_eq!(seen.borrow().body.len(), 200_000);
}
