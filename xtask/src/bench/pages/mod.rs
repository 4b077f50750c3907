//! `cargo xtask bench pages`: pages of real applications on Loxo and on PHP, warm, by CPU time or by instructions.

mod answers;
mod applications;
mod classes;
mod client;
mod count;
mod database;
mod dokuwiki;
mod engines;
mod frameworks;
mod ground;
mod mediawiki;
mod phpmyadmin;
mod site;
mod start;
mod table;
mod wordpress;

use crate::reference::{PHP84, PHP85};
use crate::{Outcome, Result, paths};
use applications::APPLICATIONS;
use client::{Answer, Client};
use count::{Counter, Event};
use engines::{Engine, Serving};
use ground::Grounds;
use lexopt::prelude::*;
use site::{Page, Site};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use table::{Row, Table};

const HELP: &str = "\
usage: cargo xtask bench pages [options] [NAME…]

Asks for pages of real applications (those whose name contains a NAME), again and again, from `loxo serve` and from nginx with php-fpm 8.4
(opcache, no JIT) and 8.5 (opcache and tracing JIT, where it is installed), one worker each, in turns; compares the answers, and prints the
CPU time of one request and its ratio: below 1 Loxo needs less. CPU time is that of the processes that run PHP: `loxo serve` as a whole,
php-fpm's worker and master without nginx.

Applications are Debian's, installed into the root of the reference and set up below target/bench/pages, once. MariaDB and nginx are started
for the run and stopped.

  --instructions   count instructions under valgrind instead, of Loxo and PHP 8.4: the same number on any machine, and much slower
  --misses         the same of misses of a first-level instruction cache of 32 KiB, as valgrind models it
  --profile        print which functions of Loxo take the instructions (callgrind), and leave the file for callgrind_annotate
  --php PATH       the binary under test (default: target/release/loxo); --engine is the same
  --only WHO       `loxo` or `reference`: one of them alone
  --fresh          set the applications up again
  --start          time the first requests of servers that were just started, -n times each: Loxo, with scripts kept on disk, and without its
                   compiler; PHP 8.4
  --compare        compare the answers and measure nothing; they are left in a folder that is named
  --list           names of pages, without measuring
  -n N             rounds of which the least time counts (default 7)
  --few N, --many N  --instructions, --misses: requests of the two runs whose difference counts (default 8 and 16)
                   (under LOXO_STRESS=jit what compiling takes differs by more than a page from run to run: --profile counts warm pages)
LOXO_JIT=0 in the environment turns Loxo's compiler off.
";

/// Requests before anything is measured: PHP's JIT compiles what has run some hundred times.
const WARM_UP: usize = 150;
/// CPU of one measurement, in nanoseconds; so many requests are made that the slowest engine needs about this.
const SAMPLE: u64 = 400_000_000;
/// Requests for each page when a build is trained.
const TRAINING: usize = 60;

struct Options {
    names: Vec<String>,
    binary: PathBuf,
    only: Option<String>,
    /// What is counted under valgrind in place of time.
    event: Option<Event>,
    profile: bool,
    fresh: bool,
    list: bool,
    compare: bool,
    start: bool,
    rounds: usize,
    few: u64,
    many: u64,
}

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let mut options = Options {
        names: Vec::new(),
        binary: paths::engine(),
        only: None,
        event: None,
        profile: false,
        fresh: false,
        list: false,
        compare: false,
        start: false,
        rounds: 7,
        few: 8,
        many: 16,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) => options.names.push(name.string()?),
            Long("php" | "engine") => options.binary = std::path::absolute(parser.value()?)?,
            Long("only") => options.only = Some(parser.value()?.string()?),
            Long("instructions") => options.event = Some(Event::Instruction),
            Long("misses") => options.event = Some(Event::Miss),
            Long("profile") => options.profile = true,
            Long("fresh") => options.fresh = true,
            Long("compare") => options.compare = true,
            Long("start") => options.start = true,
            Long("list") => options.list = true,
            Short('n') | Long("rounds") => options.rounds = parser.value()?.parse::<usize>()?.max(1),
            Long("few") => options.few = parser.value()?.parse::<u64>()?.max(2),
            Long("many") => options.many = parser.value()?.parse()?,
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    options.many = options.many.max(options.few + 1);
    if !options.binary.is_file() {
        return Err(format!("there is no {}: build it, or name another with --php", options.binary.display()).into());
    }
    let run = engines::run_folder()?;
    let outcome = options.run(&run);
    let kept = options.profile || options.compare || outcome.is_err();
    if !kept {
        std::fs::remove_dir_all(&run)?;
    }
    Ok(if outcome? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Asks a binary with counters for every page; what it counts goes to files of the name `pattern`.
pub fn train(binary: &Path, pattern: &Path) -> Result<()> {
    let run = engines::run_folder()?;
    let grounds = Grounds::new(&run, false);
    for application in APPLICATIONS {
        let mut site = match grounds.of(application.name).and_then(|ground| (application.prepare)(&ground)) {
            Ok(site) => site,
            Err(error) => {
                println!("without {}: {error}", application.name);
                continue;
            }
        };
        site.environment.push(("LLVM_PROFILE_FILE".into(), pattern.display().to_string()));
        let serving = Serving::start(&Engine::Loxo(binary.to_path_buf()), &site, &run)?;
        let mut client = Client::new(serving.port);
        for page in &site.pages {
            for _ in 0..TRAINING {
                client.get(&page.path, &page.all_headers())?;
            }
        }
    }
    std::fs::remove_dir_all(&run)?;
    Ok(())
}

impl Options {
    /// Whether all answers were right.
    fn run(&self, run: &Path) -> Result<bool> {
        let engines = self.engines()?;
        if self.event.is_some() || self.profile {
            super::valgrind::ensure()?;
        } else {
            engines::ensure_nginx()?;
        }
        let grounds = Grounds::new(run, self.fresh);
        let mut good = true;
        let mut table = Table::new(self.event, engines.iter().map(Engine::title).collect());
        for application in APPLICATIONS {
            if !application.is_wanted(&self.names) {
                continue;
            }
            let mut site = match grounds.of(application.name).and_then(|ground| (application.prepare)(&ground)) {
                Ok(site) => site,
                Err(error) => {
                    println!("{}: skipped: {error}", application.name);
                    continue;
                }
            };
            site.pages.retain(|page| self.names.is_empty() || self.names.iter().any(|name| page.name.contains(name)));
            if self.list {
                site.pages.iter().for_each(|page| println!("{:<32} {}", page.name, page.path));
            } else if self.compare {
                good &= self.compare(&engines, &site, run)?;
            } else if self.start {
                for page in std::mem::take(&mut site.pages) {
                    start::measure(&self.binary, &mut site, &page, self.rounds, run)?;
                }
            } else if self.profile {
                self.profile(&site, run)?;
            } else if let Some(event) = self.event {
                self.count(event, &engines, &site, run, &mut table)?;
            } else {
                self.time(&engines, &site, run, &mut table)?;
            }
        }
        if self.list || self.profile || self.compare || self.start {
            return Ok(good);
        }
        table.finish(self.names.is_empty() && self.only.is_none())
    }

    /// Loxo, and what it is compared with; the first of those is what ratios are of.
    fn engines(&self) -> Result<Vec<Engine>> {
        let wanted = |who: &str| self.only.as_deref().is_none_or(|only| only == who);
        let mut engines = Vec::new();
        if wanted("loxo") {
            engines.push(Engine::Loxo(self.binary.clone()));
        }
        if wanted("reference") {
            engines.push(Engine::Php(&PHP84));
            // It has no numbers of instructions that would tell its time.
            match PHP85.program("fpm") {
                _ if self.event.is_some() => {}
                Ok(_) => engines.push(Engine::Php(&PHP85)),
                Err(error) => println!("without PHP 8.5: {error}"),
            }
        }
        if engines.is_empty() { Err("--only takes `loxo` or `reference`".into()) } else { Ok(engines) }
    }

    /// Asks each engine for each page some times, and says what is different in the last answers.
    fn compare(&self, engines: &[Engine], site: &Site, run: &Path) -> Result<bool> {
        let serving = engines.iter().map(|engine| Serving::start(engine, site, run)).collect::<Result<Vec<_>>>()?;
        let mut same = true;
        for page in &site.pages {
            let mut answers = Vec::new();
            for one in &serving {
                let mut client = Client::new(one.port);
                let mut answer = Answer::default();
                for _ in 0..3 {
                    answer = client.get(&page.path, &page.all_headers())?;
                }
                let file = format!("{} {}", page.name, one.title).replace(|c: char| !c.is_alphanumeric(), "-");
                std::fs::write(run.join(file), &answer.body)?;
                answers.push(answer);
            }
            let first = &answers[0];
            println!("{:<32} status {}, {} bytes", page.name, first.status, first.body.len());
            for (answer, one) in answers.iter().zip(&serving).skip(1) {
                if let Some(found) = answers::difference(first, answer, site.masks) {
                    println!("    differs from {}: {found}", one.title);
                    same = false;
                }
            }
        }
        if !same {
            println!("the answers are in {}", run.display());
        }
        Ok(same)
    }

    fn count(&self, event: Event, engines: &[Engine], site: &Site, run: &Path, table: &mut Table) -> Result<()> {
        let counter = Counter { event, site, folder: run, few: self.few, many: self.many };
        for page in &site.pages {
            let problem = if self.only.is_none() { counter.difference(&self.binary, &PHP84, page)? } else { None };
            // Two at once: valgrind runs one thread at a time.
            let counts: Vec<std::result::Result<u64, String>> = std::thread::scope(|scope| {
                let handles: Vec<_> =
                    engines.iter().map(|engine| scope.spawn(|| counter.count(engine, page).map_err(|error| error.to_string()))).collect();
                handles.into_iter().map(|handle| handle.join().unwrap_or_else(|_| Err("a panic".into()))).collect()
            });
            let values = counts.into_iter().collect::<std::result::Result<Vec<u64>, String>>()?;
            table.add(Row { name: page.name.clone(), values, problem });
        }
        Ok(())
    }

    fn profile(&self, site: &Site, run: &Path) -> Result<()> {
        let counter = Counter { event: Event::Instruction, site, folder: run, few: self.few, many: self.many };
        for page in &site.pages {
            let requests = 2;
            let out = counter.profile(&self.binary, page, requests)?;
            println!("{}, {requests} requests, {}", page.name, out.display());
            let annotated = Command::new("callgrind_annotate").arg("--threshold=90").arg(&out).output()?;
            let text = String::from_utf8_lossy(&annotated.stdout).into_owned();
            let lines = text.lines().skip_while(|line| !line.contains("PROGRAM TOTALS"));
            for line in lines.filter(|line| line.contains('%')).take(100) {
                // The binary's name says nothing.
                println!("{}", line.split(" [").next().unwrap_or(line).replace("???:", ""));
            }
        }
        Ok(())
    }

    fn time(&self, engines: &[Engine], site: &Site, run: &Path, table: &mut Table) -> Result<()> {
        let serving = engines.iter().map(|engine| Serving::start(engine, site, run)).collect::<Result<Vec<_>>>()?;
        let mut clients: Vec<Client> = serving.iter().map(|serving| Client::new(serving.port)).collect();
        for page in &site.pages {
            let row = self.time_page(&serving, &mut clients, site, page)?;
            table.add(row);
        }
        let memory: Vec<String> = serving.iter().map(|one| format!("{} {:.0}", one.title, one.memory() as f64 / 1e6)).collect();
        println!("  memory after these pages, MB (proportional set size): {}", memory.join(", "));
        Ok(())
    }

    fn time_page(&self, serving: &[Serving], clients: &mut [Client], site: &Site, page: &Page) -> Result<Row> {
        let headers = page.all_headers();
        let mut ask = |at: usize, times: usize| -> Result<(u64, Answer)> {
            let before = serving[at].cpu()?;
            let mut answer = Answer::default();
            for _ in 0..times {
                answer = clients[at].get(&page.path, &headers)?;
            }
            Ok((serving[at].cpu()? - before, answer))
        };
        let (mut answers, mut slowest) = (Vec::new(), 1);
        for at in 0..serving.len() {
            ask(at, WARM_UP)?;
            let (cpu, answer) = ask(at, 5)?;
            slowest = slowest.max(cpu / 5);
            answers.push(answer);
        }
        let mut problem = None;
        for (at, answer) in answers.iter().enumerate().skip(1) {
            let found = answers::difference(&answers[0], answer, site.masks);
            // The answers of the two releases of PHP may differ; then those of the one that Loxo follows count.
            problem = problem.or(found.filter(|_| at == 1).map(|found| format!("differs from {}: {found}", serving[at].title)));
        }
        if answers[0].status >= 400 {
            problem = Some(format!("status {}", answers[0].status));
        }
        let times = usize::try_from(SAMPLE / slowest).unwrap_or(1).max(3);
        let mut values = vec![u64::MAX; serving.len()];
        for round in 0..self.rounds {
            for step in 0..serving.len() {
                // Each begins a round in turn.
                let at = (round + step) % serving.len();
                values[at] = values[at].min(ask(at, times)?.0 / times as u64);
            }
        }
        Ok(Row { name: page.name.clone(), values, problem })
    }
}
