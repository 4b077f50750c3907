//! `cargo xtask conformance`: php-src's own tests, run with Loxo.

mod clusters;
mod database;
mod expect;
mod phpt;
mod post;
mod ratchet;
mod record;
mod report;
mod run;
mod schedule;
mod tree;

use crate::process::Limits;
use crate::{Outcome, Result, paths, reference};
use lexopt::prelude::*;
use record::Record;
use report::Sink;
use run::{Engine, Runner, Status, Test};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
usage: cargo xtask conformance [options] [PATH…]

Runs .phpt tests in parallel and prints a table by folder. PATH is a test or folder of php-src's tree (Zend/tests, ext/standard/tests/array),
or of this repository (tests of our own). Without PATH: every attainable test, those that PHP 8.4 itself passes.

which tests
  --own               PATHs are folders of this repository, and every test in them must pass
  --all               everything the tree has, not only tests/conformance/attainable.txt
  --filter TEXT       only tests whose name contains TEXT (may be repeated: any of them)
  --failed            only tests that did not pass when they were last run here
  --last              run nothing: report on the last results
with what
  --php PATH          the binary under test (default: target/release/loxo, called as php)
  --php-cgi PATH      the same for CGI tests (default: the binary called as php-cgi, or its neighbour of that name)
  -d KEY=VALUE        an ini setting for every program (may be repeated)
  --php-src DIR       php-src's tree (default: $LOXO_PHP_SRC, or the reference's; installed when missing)
  --skipif-with PHP   decide --SKIPIF-- with another binary
  --jobs N            how many at once (default: one per core)
  --timeout SECONDS   for one program (default 30)
  --memory MIB        resident memory of one program (default 4096)
                      LOXO_STRESS=poison,collect,jit in the environment: freed memory is overwritten, cycles are collected at every
                      allocation, loops are compiled at once
  --out DIR           where results go (default: target/conformance)
what to print
  --show TEST         run one test and print its difference, output and command line
  --clusters          group failures by what they have in common, most frequent first (--top N of them, default 40; --skipped adds skips)
  --list STATUS       names of passed, failed (all kinds), crashed, timeout or skipped tests, with the reason
  --slow N            the N slowest tests
the ratchet (tests/conformance/passing.txt)
  --ratchet           run the listed tests only; fail when one of them no longer passes in three tries
  --bless             add what passes twice; --force also removes what no longer passes
";

struct Options {
    paths: Vec<String>,
    all: bool,
    filters: Vec<String>,
    failed: bool,
    last: bool,
    php: PathBuf,
    php_cgi: Option<PathBuf>,
    settings: Vec<String>,
    php_src: Option<PathBuf>,
    judge: Option<PathBuf>,
    jobs: usize,
    limits: Limits,
    out: PathBuf,
    show: Option<String>,
    clusters: bool,
    top: usize,
    skipped: bool,
    list: Option<String>,
    slow: usize,
    ratchet: bool,
    bless: bool,
    force: bool,
    own: bool,
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut options = Options {
        paths: Vec::new(),
        all: false,
        filters: Vec::new(),
        failed: false,
        last: false,
        php: paths::engine(),
        php_cgi: None,
        settings: Vec::new(),
        php_src: None,
        judge: None,
        jobs: std::thread::available_parallelism().map_or(2, |cores| cores.get()),
        limits: Limits { time: Duration::from_secs(30), memory: 4 << 30 },
        out: paths::target().join("conformance"),
        show: None,
        clusters: false,
        top: 40,
        skipped: false,
        list: None,
        slow: 0,
        ratchet: false,
        bless: false,
        force: false,
        own: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Value(path) => options.paths.push(path.string()?),
            Long("all") => options.all = true,
            Long("attainable-only") => options.all = false,
            Long("filter") => options.filters.push(parser.value()?.string()?),
            Long("failed") => options.failed = true,
            Long("last") => options.last = true,
            Long("php") => options.php = std::path::absolute(parser.value()?)?,
            Long("php-cgi") => options.php_cgi = Some(std::path::absolute(parser.value()?)?),
            Short('d') => options.settings.push(parser.value()?.string()?),
            Long("php-src") => options.php_src = Some(std::path::absolute(parser.value()?)?),
            Long("skipif-with") => options.judge = Some(std::path::absolute(parser.value()?)?),
            Short('j') | Long("jobs") => options.jobs = parser.value()?.parse::<usize>()?.max(1),
            Long("timeout") => options.limits.time = Duration::from_secs_f64(parser.value()?.parse()?),
            Long("memory") => options.limits.memory = parser.value()?.parse::<u64>()? << 20,
            Long("out") => options.out = std::path::absolute(parser.value()?)?,
            Long("show") => options.show = Some(parser.value()?.string()?),
            Long("clusters") => options.clusters = true,
            Long("top") => options.top = parser.value()?.parse()?,
            Long("skipped") => options.skipped = true,
            Long("list") => options.list = Some(parser.value()?.string()?),
            Long("slow") => options.slow = parser.value()?.parse()?,
            Long("ratchet") => options.ratchet = true,
            Long("bless") => options.bless = true,
            Long("own") => options.own = true,
            Long("force") => options.force = true,
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    options.run()
}

impl Options {
    fn run(self) -> Outcome {
        let results = self.out.join("results.txt");
        if self.last {
            let wanted = self.selection(report::load(&results).into_iter().map(|record| record.name))?;
            let records: Vec<Record> = report::load(&results).into_iter().filter(|record| wanted.contains(&record.name)).collect();
            return self.print(&records);
        }
        fs::create_dir_all(&self.out)?;
        let lock = fs::File::create(self.out.join("lock"))?;
        if lock.try_lock().is_err() {
            eprintln!("waiting for another run in {} …", self.out.display());
            lock.lock()?;
        }
        let copy = self.out.join("php-src");
        if !self.own {
            self.restore(&copy)?;
        } else {
            fs::create_dir_all(&copy)?;
        }
        let mut runner =
            Runner::new(copy, self.engine()?, self.judge.clone().map(|php| Engine::new(php, None)), self.settings.clone(), self.limits);
        let sink = Sink { failures: self.out.join("failures") };
        if let Some(name) = &self.show {
            let server = if database::is_wanted(std::iter::once(name.as_str())) { database::Server::start(&self.out)? } else { None };
            runner.environment = server.as_ref().map(database::Server::environment).unwrap_or_default();
            return self.show(&runner, name);
        }
        let tests = self.tests(&runner, &report::load(&results))?;
        if tests.is_empty() {
            if self.ratchet {
                println!("conformance: the ratchet lists no such test\n0 passed, 0 failed");
                return Ok(ExitCode::SUCCESS);
            }
            return Err("no test is selected (--all takes those that are not attainable too)".into());
        }
        let server = match database::is_wanted(tests.iter().map(|test| test.name.as_str())) {
            true => database::Server::start(&self.out)?,
            false => None,
        };
        runner.environment = server.as_ref().map(database::Server::environment).unwrap_or_default();
        let start = Instant::now();
        let mut records = schedule::run(&runner, tests.clone(), self.jobs, &sink, false);
        if self.ratchet || self.own {
            self.retry(&runner, &tests, &mut records, &sink);
        }
        report::save(&results, &records)?;
        if self.bless {
            self.bless(&runner, &tests, &mut records, &sink)?;
        }
        eprintln!("{} tests in {:.0} s; outputs of what failed: {}", records.len(), start.elapsed().as_secs_f64(), sink.failures.display());
        if self.ratchet || self.own { self.print_ratchet(&records) } else { self.print(&records) }
    }

    /// The tree that tests run in, as php-src has it.
    fn restore(&self, copy: &Path) -> Result<()> {
        let source = match &self.php_src {
            Some(source) => source.clone(),
            None => reference::ensure_php_src()?,
        };
        if !copy.exists() {
            eprintln!("copying {} …", source.display());
        }
        tree::synchronize(&source, copy)?;
        Ok(())
    }

    fn print(&self, records: &[Record]) -> Outcome {
        print!("{}", report::table(records));
        if self.clusters {
            print!("\n{}", clusters::render(records, self.top, self.skipped));
        }
        if let Some(status) = &self.list {
            println!();
            for record in records {
                let chosen = status == record.status.name() || status == "failed" && record.is_failure() || status == "all";
                if chosen {
                    let why = if record.is_failure() { &record.cluster } else { &record.reason };
                    println!("{:<8} {}  {why}", record.status.name(), record.name);
                }
            }
        }
        if self.slow > 0 {
            println!();
            let mut slowest: Vec<&Record> = records.iter().collect();
            slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
            for record in slowest.iter().take(self.slow) {
                println!("{:>7.2} s  {}", record.seconds, record.name);
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn print_ratchet(&self, records: &[Record]) -> Outcome {
        print!("{}", report::table(records));
        let machine = ratchet::read(&ratchet::machine_path())?;
        let lost = ratchet::lost(&machine, records);
        for record in records.iter().filter(|record| record.status == Status::Skipped && machine.contains(&record.name)) {
            println!("not run on this machine: {} ({})", record.name, record.reason);
        }
        for record in &lost {
            println!("no longer passes: {} ({}) {}", record.name, record.status.name(), record.cluster);
        }
        println!("{} passed, {} failed", records.len() - lost.len(), lost.len());
        Ok(if lost.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// A busy machine makes tests fail; those that matter get three tries before they are reported.
    fn retry(&self, runner: &Runner, tests: &[Test], records: &mut [Record], sink: &Sink) {
        for round in 0..3 {
            let again: Vec<Test> = tests
                .iter()
                .filter(|test| find(records, &test.name).is_some_and(|at| records[at].status != Status::Passed))
                .cloned()
                .collect();
            if again.is_empty() || round > 0 && again.len() > 200 {
                return;
            }
            let jobs = if again.len() > 50 { self.jobs } else { 1 };
            for record in schedule::run(runner, again, jobs, sink, true) {
                if let Some(at) = find(records, &record.name) {
                    records[at] = record;
                }
            }
        }
    }

    /// What passes for the first time must pass twice to be listed.
    fn bless(&self, runner: &Runner, tests: &[Test], records: &mut [Record], sink: &Sink) -> Result<()> {
        let path = ratchet::passing_path();
        let listed = ratchet::read(&path).unwrap_or_default();
        let is_new =
            |test: &&Test| !listed.contains(&test.name) && find(records, &test.name).is_some_and(|at| records[at].status == Status::Passed);
        let fresh: Vec<Test> = tests.iter().filter(is_new).cloned().collect();
        for record in schedule::run(runner, fresh, self.jobs, sink, false) {
            if let Some(at) = find(records, &record.name) {
                records[at] = record;
            }
        }
        let (added, removed) = ratchet::bless(&path, &ratchet::read(&ratchet::attainable_path())?, records, self.force)?;
        println!("{}: {added} added, {removed} removed", path.display());
        Ok(())
    }

    /// The binary under test by the names it is to be called by.
    fn engine(&self) -> Result<Engine> {
        if !self.php.is_file() {
            return Err(
                format!("there is no {}: build it with `cargo build --release`, or name another with --php", self.php.display()).into()
            );
        }
        let name = self.php.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with("loxo") {
            let neighbour = |program: &str| {
                let path = self.php.with_file_name(name.replacen("php", program, 1));
                (name.contains("php") && path.is_file()).then_some(path)
            };
            let cgi = self.php_cgi.clone().or_else(|| neighbour("php-cgi"));
            if let Some(fpm) = neighbour("php-fpm") {
                self.link_fpm(&fpm)?;
            }
            return Ok(Engine::new(self.php.clone(), cgi));
        }
        let bin = self.out.join("bin");
        fs::create_dir_all(&bin)?;
        for name in ["php", "php-cgi"] {
            let link = bin.join(name);
            let _ = fs::remove_file(&link);
            symlink(&self.php, &link)?;
        }
        self.link_fpm(&self.php)?;
        Ok(Engine::new(bin.join("php"), Some(self.php_cgi.clone().unwrap_or_else(|| bin.join("php-cgi")))))
    }

    /// Tests of php-fpm look for it beside their folder.
    fn link_fpm(&self, program: &Path) -> Result<()> {
        let folder = self.out.join("php-src/sapi/fpm");
        fs::create_dir_all(&folder)?;
        let link = folder.join("php-fpm");
        let _ = fs::remove_file(&link);
        Ok(symlink(program, &link)?)
    }

    /// The tests to run. Names that lie in php-src's tree are run in the copy; our own in a copy of their folder.
    fn tests(&self, runner: &Runner, results: &[Record]) -> Result<Vec<Test>> {
        let root = &runner.root;
        if self.ratchet {
            let listed = ratchet::read(&ratchet::passing_path()).unwrap_or_default();
            let chosen = listed.into_iter().filter(|name| self.matches(name));
            return Ok(chosen.map(|name| Test { file: root.join(&name), name, redirect: None }).collect());
        }
        let mut tests: Vec<Test> = Vec::new();
        if self.all {
            for folder in ["Zend", "tests", "ext", "sapi"] {
                for file in tree::find_tests(&root.join(folder)) {
                    let name = file.strip_prefix(root)?.display().to_string();
                    let test = Test { name, file, redirect: None };
                    if self.matches(&test.name) {
                        let redirected = if is_redirect(&test) { runner.redirected(&test)? } else { Vec::new() };
                        tests.push(test);
                        tests.extend(redirected);
                    }
                }
            }
        } else if !self.own {
            let listed = ratchet::read(&ratchet::attainable_path())?;
            tests.extend(listed.into_iter().filter(|name| self.matches(name)).map(|name| Test {
                file: root.join(&name),
                name,
                redirect: None,
            }));
        }
        for path in &self.paths {
            tests.extend(self.tests_at(runner, path, &tests)?);
        }
        if self.failed {
            let failed: BTreeSet<&str> =
                results.iter().filter(|record| record.status != Status::Passed).map(|record| &*record.name).collect();
            tests.retain(|test| failed.contains(&*test.name));
        }
        Ok(tests)
    }

    /// A single test that is not attainable, or tests of our own.
    fn tests_at(&self, runner: &Runner, path: &str, known: &[Test]) -> Result<Vec<Test>> {
        let path = self.relative(path);
        let inside = runner.root.join(&path);
        if !self.own && Path::new(&path).is_relative() && inside.exists() {
            let test = Test { name: path.clone(), file: inside.clone(), redirect: None };
            let listed = known.iter().any(|test| test.name == path);
            if inside.is_dir() || listed {
                return Ok(Vec::new());
            }
            return Ok(if is_redirect(&test) { runner.redirected(&test)? } else { vec![test] });
        }
        let Ok(source) = fs::canonicalize(paths::root().join(&path)).or_else(|_| fs::canonicalize(&path)) else {
            return Err(format!("there is no {path} in php-src nor here").into());
        };
        let folder = if source.is_dir() { source.clone() } else { source.parent().unwrap_or(Path::new("/")).to_path_buf() };
        let name = folder.strip_prefix(paths::root()).unwrap_or(&folder).display().to_string();
        let copy = self.out.join("own").join(name.trim_start_matches('/'));
        tree::synchronize(&folder, &copy)?;
        let files = if source.is_dir() { tree::find_tests(&copy) } else { vec![copy.join(source.file_name().unwrap_or_default())] };
        let own = self.out.join("own");
        let named = |file: PathBuf| Test { name: file.strip_prefix(&own).unwrap_or(&file).display().to_string(), file, redirect: None };
        Ok(files
            .into_iter()
            .map(named)
            .filter(|test| self.filters.is_empty() || self.filters.iter().any(|filter| test.name.contains(filter)))
            .collect())
    }

    fn show(&self, runner: &Runner, name: &str) -> Outcome {
        let name = self.relative(name);
        let attainable = ratchet::read(&ratchet::attainable_path()).unwrap_or_default();
        let by_part = || attainable.iter().find(|known| known.contains(&name)).cloned();
        let name = if runner.root.join(&name).is_file() || paths::root().join(&name).is_file() {
            name.clone()
        } else {
            by_part().unwrap_or(name.clone())
        };
        let test = match self.tests_at(runner, &name, &[])?.into_iter().next() {
            Some(test) => test,
            None => return Err(format!("{name} is not a test").into()),
        };
        let report = runner.run(&test, 1);
        let colour = std::io::IsTerminal::is_terminal(&std::io::stdout());
        println!("{}: {} {}  ({:.2} s)", test.name, report.status.name(), report.reason, report.time.as_secs_f64());
        println!("test:    {}", test.file.display());
        println!("command: cd {} && {}", runner.root.display(), report.command);
        if let Some(expectation) = &report.expectation {
            use std::io::Write;
            let diff = expectation.diff(&report.output);
            let mut stdout = std::io::stdout().lock();
            if report.status != Status::Passed {
                stdout.write_all("\n--- expected, +++ came\n".as_bytes())?;
                stdout.write_all(&diff.render(5, colour))?;
            }
            stdout.write_all(b"\n=== output\n")?;
            stdout.write_all(&report.output)?;
            stdout.write_all(b"\n")?;
        }
        Ok(if report.status == Status::Passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn selection(&self, names: impl Iterator<Item = String>) -> Result<BTreeSet<String>> {
        let attainable = ratchet::read(&ratchet::attainable_path())?;
        Ok(names.filter(|name| (self.all || attainable.contains(name) || !self.paths.is_empty()) && self.matches(name)).collect())
    }

    fn matches(&self, name: &str) -> bool {
        let inside = |path: &String| {
            let path = self.relative(path);
            name == path || name.strip_prefix(path.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
        };
        (self.paths.is_empty() || self.paths.iter().any(inside))
            && (self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter)))
    }

    /// A path as tests are named: without php-src's folder, the copy's or ours in front.
    fn relative(&self, path: &str) -> String {
        let copy = self.out.join("php-src");
        let source = self.php_src.clone().unwrap_or_else(paths::php_src);
        let bases = [copy.as_path(), source.as_path(), paths::root()];
        let stripped = bases.iter().find_map(|base| Path::new(path).strip_prefix(base).ok());
        stripped.map_or_else(|| path.trim_start_matches("./").to_string(), |path| path.display().to_string())
    }
}

fn is_redirect(test: &Test) -> bool {
    phpt::Phpt::read(&test.file).is_ok_and(|phpt| phpt.has("REDIRECTTEST"))
}

fn find(records: &[Record], name: &str) -> Option<usize> {
    records.binary_search_by(|record| record.name.as_str().cmp(name)).ok()
}
