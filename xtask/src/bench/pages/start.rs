//! The first requests of a server that was just started: how long they take, and from which one on it takes no more than later.

use super::client::Client;
use super::engines::{Engine, Serving};
use super::site::{Page, Site};
use crate::Result;
use crate::reference::PHP84;
use std::path::Path;
use std::time::{Duration, Instant};

/// Requests of one start.
const REQUESTS: usize = 120;
/// As many of the last ones say what a request takes in the end.
const STEADY: usize = 40;
/// A server is steady from that request on from which so many together take no more than a twentieth more.
const TOGETHER: usize = 5;

/// What nginx answers as long as php-fpm has not started.
const BAD_GATEWAY: u16 = 502;
/// It may take so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a server is started.
struct Way {
    title: &'static str,
    environment: Option<(&'static str, &'static str)>,
    /// Scripts were compiled by a server before, and are on disk.
    cached: bool,
}

const LOXO: &[Way] = &[
    Way { title: "loxo", environment: None, cached: false },
    Way { title: "loxo, opcache.file_cache", environment: None, cached: true },
    Way { title: "loxo, LOXO_JIT=0", environment: Some(("LOXO_JIT", "0")), cached: false },
];
const PHP: Way = Way { title: "PHP 8.4", environment: None, cached: false };

/// Of each request of one start, in nanoseconds: from asking to the answer, and processor time.
struct Start {
    times: Vec<u64>,
    cpu: Vec<u64>,
}

/// Starts each server so many times, and prints what the requests of a page have taken.
pub fn measure(binary: &Path, site: &mut Site, page: &Page, starts: usize, folder: &Path) -> Result<()> {
    println!("{}\n{:<28} {:>9} {:>9} {:>9} {:>9} {:>12}", page.name, "", "first ms", "99 % ms", "slowest", "CPU ms", "steady from");
    let loxo = Engine::Loxo(binary.to_path_buf());
    for (engine, way) in LOXO.iter().map(|way| (&loxo, way)).chain([(&Engine::Php(&PHP84), &PHP)]) {
        let cache = folder.join("file_cache");
        let (environment, settings) = (site.environment.len(), site.settings.len());
        site.environment.extend(way.environment.map(|(name, value)| (name.into(), value.into())));
        if way.cached {
            std::fs::create_dir_all(&cache)?;
            site.settings.push(format!("opcache.file_cache={}", cache.display()));
            // The server that writes the files.
            start(engine, site, page, folder)?;
        }
        let all = (0..starts).map(|_| start(engine, site, page, folder)).collect::<Result<Vec<_>>>();
        site.environment.truncate(environment);
        site.settings.truncate(settings);
        print(way.title, &all?);
    }
    Ok(())
}

fn start(engine: &Engine, site: &Site, page: &Page, folder: &Path) -> Result<Start> {
    let serving = Serving::start(engine, site, folder)?;
    let (mut client, headers) = (Client::new(serving.port), page.all_headers());
    let (mut times, mut cpu) = (Vec::new(), Vec::new());
    let deadline = Instant::now() + PATIENCE;
    while times.len() < REQUESTS {
        let (before, begun) = (serving.cpu()?, Instant::now());
        let answer = client.get(&page.path, &headers)?;
        if times.is_empty() && answer.status == BAD_GATEWAY && begun < deadline {
            std::thread::sleep(Duration::from_millis(50));
            continue;
        }
        times.push(nanoseconds(begun.elapsed()));
        // What is compiled for the request beside it is a part of it.
        cpu.push(serving.cpu()? - before);
        if answer.status >= 400 {
            return Err(format!("{}: status {}", page.name, answer.status).into());
        }
    }
    Ok(Start { times, cpu })
}

fn print(title: &str, starts: &[Start]) {
    let milliseconds = |nanoseconds: u64| nanoseconds as f64 / 1e6;
    let mut times: Vec<u64> = starts.iter().flat_map(|start| start.times.iter().copied()).collect();
    times.sort_unstable();
    let first = median(starts.iter().map(|start| start.times[0]).collect());
    // By request.
    let cpu: Vec<u64> = (0..REQUESTS).map(|at| median(starts.iter().map(|start| start.cpu[at]).collect())).collect();
    let steady = median(cpu[REQUESTS - STEADY..].to_vec());
    let from = cpu.windows(TOGETHER).position(|few| few.iter().sum::<u64>() as f64 <= 1.05 * (steady * few.len() as u64) as f64);
    println!(
        "{title:<28} {:>9.1} {:>9.1} {:>9.1} {:>9.2} {:>12}",
        milliseconds(first),
        milliseconds(times[(times.len() * 99).div_ceil(100) - 1]),
        milliseconds(times[times.len() - 1]),
        milliseconds(steady),
        from.map_or_else(|| "-".into(), |at| (at + 1).to_string()),
    );
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values[values.len() / 2]
}
