//! Parses every file named on standard input and prints one line each: `path<TAB>ok` or `path<TAB>line<TAB>kind<TAB>message`.
//! With `--bench` it only measures: files are read first, then parsed, and the speed is printed.

use loxo_syntax::{ParseOptions, parse};
use std::io::{BufRead, Write};
use std::time::Instant;

fn main() {
    // The whole stack belongs to one thread here, so that deep nesting is refused and not fatal.
    let worker = std::thread::Builder::new().stack_size(64 << 20).spawn(run);
    if worker.map(|thread| thread.join()).is_err() {
        eprintln!("cannot start a thread");
    }
}

fn run() {
    loxo_base::stack::set_remaining(60 << 20);
    let bench = std::env::args().any(|arg| arg == "--bench");
    let paths: Vec<String> = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    let files = paths.iter().filter_map(|path| std::fs::read(path).ok().map(|source| (path, source)));
    if bench {
        return measure(files.map(|(_, source)| source).collect());
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (path, source) in files {
        let arena = bumpalo::Bump::new();
        let written = match parse(&arena, &source, &ParseOptions { short_open_tag: true, skip_shebang: true, encodings: None }) {
            Ok(_) => writeln!(out, "{path}\tok"),
            Err(e) => writeln!(out, "{path}\t{}\t{:?}\t{}", e.line, e.kind, e.message),
        };
        if written.is_err() {
            return;
        }
    }
}

fn measure(files: Vec<Vec<u8>>) {
    let bytes: usize = files.iter().map(Vec::len).sum();
    for _ in 0..3 {
        let start = Instant::now();
        let mut arena = bumpalo::Bump::new();
        let mut accepted = 0;
        for source in &files {
            accepted +=
                usize::from(parse(&arena, source, &ParseOptions { short_open_tag: true, skip_shebang: true, encodings: None }).is_ok());
            arena.reset();
        }
        let seconds = start.elapsed().as_secs_f64();
        let mib = bytes as f64 / 1048576.0;
        println!("{} files, {accepted} accepted, {mib:.1} MiB in {seconds:.3} s: {:.0} MiB/s", files.len(), mib / seconds);
    }
}
