//! What is made of a profile: pictures, pages, tables and files of other tools.

use std::io::{IsTerminal, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use loxo_observer::Clock;
use loxo_profile::formats::{self, Format};
use loxo_profile::{Data, Metric, Profile, Tree, diff, flat, page, picture};

use crate::sapi;
use crate::script::as_path;
use crate::serve_args::fail;

pub const HELP: &str = "\
usage: loxo profile --open FILE
       loxo profile [options] FILE
       loxo profile --diff BEFORE AFTER

Shows profiles. A FILE is one of Loxo, an array of xhprof (JSON or serialized), a file of speedscope, or collapsed stacks.

  --open               a page for the browser, with everything in it
  --page OUT.html      that page into a file (also with --diff)
  --flamegraph OUT     a flame graph: OUT.svg or OUT.png
  --callgraph OUT      a call graph: OUT.svg or OUT.png
  --export FORMAT OUT  for other tools: loxo, xhprof, xhprof-json, cachegrind, speedscope, pprof, collapsed
  --show               a flame graph and a table in the terminal
  --diff               what changed, function by function
  --metric NAME        what pictures show: wall (default), cpu, memory, calls
  --threshold PERCENT  functions below it are not in the call graph (default 1)
";

#[derive(Default)]
struct Args {
    open: bool,
    show: bool,
    diff: bool,
    page: Option<PathBuf>,
    flame_graph: Option<PathBuf>,
    call_graph: Option<PathBuf>,
    export: Option<(Format, PathBuf)>,
    metric: Option<Metric>,
    threshold: Option<f64>,
    files: Vec<PathBuf>,
}

fn parse(argv: &[Vec<u8>]) -> Result<Args, String> {
    let mut args = Args::default();
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let text = String::from_utf8_lossy(arg);
        let mut value = || rest.next().ok_or_else(|| format!("{text} needs a value: see loxo profile --help-views"));
        match &*text {
            "--open" => args.open = true,
            "--show" => args.show = true,
            "--diff" => args.diff = true,
            "--page" => args.page = Some(as_path(value()?).to_path_buf()),
            "--flamegraph" => args.flame_graph = Some(as_path(value()?).to_path_buf()),
            "--callgraph" => args.call_graph = Some(as_path(value()?).to_path_buf()),
            "--export" => {
                let name = String::from_utf8_lossy(value()?).into_owned();
                let known = Format::by_name(&name);
                let names = || Format::ALL.map(|(name, _)| name).join(", ");
                let format = known.ok_or_else(|| format!("there is no format {name}: take one of {}", names()))?;
                args.export = Some((format, as_path(value()?).to_path_buf()));
            }
            "--metric" => {
                args.metric = Some(match &value()?[..] {
                    b"wall" => Metric::Wall,
                    b"cpu" => Metric::Cpu,
                    b"memory" => Metric::Memory,
                    b"calls" => Metric::Calls,
                    _ => return Err("--metric is one of wall, cpu, memory, calls".into()),
                });
            }
            "--threshold" => {
                let percent = String::from_utf8_lossy(value()?).parse::<f64>().ok().filter(|percent| (0.0..=100.0).contains(percent));
                args.threshold = Some(percent.ok_or("--threshold needs a number from 0 to 100")? / 100.0);
            }
            text if text.starts_with('-') => return Err(format!("unknown option {text}: see loxo profile --help-views")),
            _ => args.files.push(as_path(arg).to_path_buf()),
        }
    }
    let wanted = if args.diff { 2 } else { 1 };
    if args.files.len() != wanted {
        let what = if args.diff { "--diff needs two profiles, before and after" } else { "which profile? See loxo profile --help-views" };
        return Err(what.into());
    }
    Ok(args)
}

/// Runs the command if its first argument asks for a view of a saved profile.
pub fn run(argv: &[Vec<u8>]) -> Option<i32> {
    const FIRST: [&[u8]; 9] =
        [b"--open", b"--page", b"--flamegraph", b"--callgraph", b"--export", b"--show", b"--diff", b"--metric", b"--threshold"];
    let first = &argv.first()?[..];
    if first == b"--help-views" {
        sapi::write_stdout(HELP.as_bytes());
        return Some(0);
    }
    FIRST.contains(&first).then(|| match parse(argv).and_then(|args| views(&args)) {
        Ok(()) => 0,
        Err(message) => fail(&message),
    })
}

fn load(path: &Path) -> Result<Profile, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let mut profile = formats::import(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    // Formats of other tools have no title.
    if !bytes.starts_with(b"loxo-profile ")
        && let Some(name) = path.file_name()
    {
        profile.title = name.to_string_lossy().into_owned();
    }
    Ok(profile)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Which of two picture formats the name of a file asks for.
fn picture(path: &Path, svg: impl FnOnce() -> String, png: impl FnOnce() -> Result<Vec<u8>, picture::PictureError>) -> Result<(), String> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => write(path, svg().as_bytes()),
        Some("png") => write(path, &png().map_err(|error| error.to_string())?),
        _ => Err(format!("{}: the name of a picture ends with .svg or .png", path.display())),
    }
}

fn views(args: &Args) -> Result<(), String> {
    let profile = load(&args.files[0])?;
    let after = args.files.get(1).map(|file| load(file)).transpose()?;
    let (metric, shown) = (args.metric.unwrap_or(Metric::Wall), after.as_ref().unwrap_or(&profile));
    let threshold = args.threshold.unwrap_or(picture::THRESHOLD);
    if let Some(path) = &args.flame_graph {
        picture(path, || picture::flame_graph_svg(shown, metric), || picture::flame_graph_png(shown, metric))?;
    }
    if let Some(path) = &args.call_graph {
        let (svg, png) = (|| picture::call_graph_svg(shown, metric, threshold), || picture::call_graph_png(shown, metric, threshold));
        picture(path, svg, png)?;
    }
    if let Some((format, path)) = &args.export {
        write(path, &formats::export(shown, *format))?;
    }
    if let Some(path) = &args.page {
        write(path, page::write(&profile, after.as_ref()).as_bytes())?;
    }
    if args.open {
        open(&page::write(&profile, after.as_ref()))?;
    }
    let elsewhere = args.flame_graph.is_some() || args.call_graph.is_some() || args.export.is_some() || args.page.is_some() || args.open;
    if args.show || !elsewhere {
        let text = match &after {
            Some(after) => changes(&profile, after),
            None => table(&profile, metric),
        };
        sapi::write_stdout(text.as_bytes());
    }
    Ok(())
}

/// Writes the page where nobody else can read it, and hands it to the desktop's browser if there is a desktop.
fn open(html: &str) -> Result<(), String> {
    let path = std::env::temp_dir().join(format!("loxo-profile-{}.html", std::process::id()));
    let no_file = |error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    // Never through a link that somebody else put there.
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(no_file)?;
    file.write_all(html.as_bytes()).map_err(no_file)?;
    sapi::write_stdout(format!("{}\n", path.display()).as_bytes());
    if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        // The path is printed: without a browser one can open it oneself.
        let _ = std::process::Command::new("xdg-open").arg(&path).status();
    }
    Ok(())
}

fn columns() -> usize {
    let size = std::io::stdout().is_terminal().then(|| rustix::termios::tcgetwinsize(std::io::stdout()).ok()).flatten();
    size.map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0).unwrap_or(100)
}

/// Functions that a table in the terminal has.
const LINES: usize = 30;
/// Names in it are shortened to so many characters.
const WIDTH: usize = 70;

fn table(profile: &Profile, metric: Metric) -> String {
    let columns = columns();
    let colors = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut out = picture::terminal_flame_graph(profile, metric, picture::Terminal { columns, colors, rows: 40 });
    out.push('\n');
    out.push_str(&functions(profile, LINES));
    out
}

/// The table that a run ends with.
pub fn listed(profile: &Profile, clock: Clock, lines: usize) -> String {
    let clock = if clock == Clock::Cpu { "processor" } else { "wall" };
    format!("\n{:.3} ms ({clock} time)\n{}", profile.duration_ns as f64 / 1e6, functions(profile, lines))
}

/// The dearest functions, those first that take most time themselves.
fn functions(profile: &Profile, lines: usize) -> String {
    let tree = Tree::of(profile, None);
    let whole = tree.nodes[0].total.wall_ns.max(1) as f64;
    let rows = flat(profile, &tree);
    let sampled = matches!(profile.data, Data::Samples { .. });
    let count = if sampled { "samples" } else { "calls" };
    let mut out = format!("{:>7} {:>12} {:>12} {count:>10} {:>12}  function\n", "self %", "self ms", "inclusive", "memory");
    for row in rows.iter().take(lines) {
        let (own, inclusive) = (row.exclusive.wall_ns as f64, row.inclusive.wall_ns as f64);
        let memory = if sampled { "-".to_string() } else { row.exclusive.memory.to_string() };
        let (share, calls, name) = (own / whole * 100.0, row.inclusive.calls, short(&profile.function(row.function).name));
        out.push_str(&format!("{share:>7.2} {:>12.3} {:>12.3} {calls:>10} {memory:>12}  {name}\n", own / 1e6, inclusive / 1e6));
    }
    if rows.len() > lines {
        out.push_str(&format!("… and {} more\n", rows.len() - lines));
    }
    if !profile.note.is_empty() {
        out.push_str(&profile.note);
        out.push('\n');
    }
    out
}

/// The end of a long name says most.
fn short(name: &str) -> String {
    let length = name.chars().count();
    if length <= WIDTH { name.into() } else { format!("…{}", name.chars().skip(length + 1 - WIDTH).collect::<String>()) }
}

/// Saves a profile as the end of the file's name says.
pub fn save(profile: &Profile, path: &Path) -> Result<(), String> {
    let name = path.to_string_lossy();
    let ends = |end: &str| name.ends_with(end);
    if ends(".html") {
        return write(path, page::write(profile, None).as_bytes());
    }
    if ends(".svg") || ends(".png") {
        let metric = Metric::Wall;
        return picture(path, || picture::flame_graph_svg(profile, metric), || picture::flame_graph_png(profile, metric));
    }
    let formats = [(".json", Format::Speedscope), (".collapsed", Format::Collapsed), (".pb.gz", Format::Pprof)];
    let format = formats.into_iter().find(|(end, _)| ends(end)).map_or(Format::Loxo, |(_, format)| format);
    write(path, &formats::export(profile, format))
}

fn changes(before: &Profile, after: &Profile) -> String {
    let mut out = format!("{:>11} {:>11} {:>11}  function (self time)\n", "before", "after", "change");
    for row in diff::diff(before, after).iter().filter(|row| row.exclusive_wall() != 0).take(LINES) {
        let time = |value: u64| Metric::Wall.show(value as f64);
        let [old, new] = row.exclusive.map(|cost| cost.wall_ns);
        let sign = if new > old { '+' } else { '-' };
        out.push_str(&format!("{:>11} {:>11} {:>11}  {}\n", time(old), time(new), format!("{sign}{}", time(old.abs_diff(new))), row.name));
    }
    out
}
