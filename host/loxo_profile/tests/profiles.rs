//! Profiles saved and loaded, looked at, exported and imported: by examples that can be checked by hand, and by generated ones.

mod synthetic;

use loxo_profile::formats::{Format, export, import};
use loxo_profile::*;
use synthetic::{sampled, trace};

const MS: u64 = 1_000_000;

/// `main` 10 ms: `load` 2 ms, `render` 7 ms twice nested (3 + 4), each self unless it says.
fn example() -> Profile {
    let mut recorder = Recorder::new("example", vec!["php".into(), "x.php".into()], 1_700_000_000_000);
    let main = recorder.function("{main}", "/x.php", 0, FunctionKind::Main);
    let load = recorder.function("load", "/x.php", 3, FunctionKind::UserFunction);
    let render = recorder.function("render", "/x.php", 9, FunctionKind::UserFunction);
    recorder.enter(0, 0, 1000, main);
    recorder.enter(MS, MS, 1000, load);
    recorder.leave(3 * MS, 2 * MS, 5000);
    recorder.enter(3 * MS, 2 * MS, 5000, render);
    recorder.enter(6 * MS, 5 * MS, 6000, render);
    recorder.leave(10 * MS, 9 * MS, 5500);
    recorder.leave(10 * MS, 9 * MS, 5500);
    recorder.leave(10 * MS, 9 * MS, 5500);
    recorder.finish()
}

fn row<'a>(profile: &Profile, rows: &'a [FlatRow], name: &str) -> &'a FlatRow {
    rows.iter().find(|row| profile.function(row.function).name == name).unwrap()
}

#[test]
fn flat_table_counts_recursion_once() {
    let profile = example();
    let rows = flat(&profile, &Tree::of(&profile, None));
    let render = row(&profile, &rows, "render");
    assert_eq!((render.inclusive.wall_ns, render.exclusive.wall_ns, render.inclusive.calls), (7 * MS, 7 * MS, 2));
    let main = row(&profile, &rows, "{main}");
    assert_eq!((main.inclusive.wall_ns, main.exclusive.wall_ns, main.inclusive.cpu_ns), (10 * MS, MS, 9 * MS));
    let load = row(&profile, &rows, "load");
    assert_eq!((load.inclusive.memory, load.inclusive.peak_memory, load.inclusive.cpu_ns), (4000, 4000, MS));
    assert_eq!(rows[0].function, render.function);
}

#[test]
fn a_span_cuts_calls() {
    let profile = example();
    let rows = flat(&profile, &Tree::of(&profile, Some((2 * MS, 7 * MS))));
    assert_eq!(row(&profile, &rows, "load").inclusive.wall_ns, MS);
    assert_eq!(row(&profile, &rows, "render").inclusive.wall_ns, 4 * MS);
    assert_eq!(row(&profile, &rows, "{main}").inclusive.wall_ns, 5 * MS);
}

#[test]
fn call_graph_has_who_called_whom() {
    let profile = example();
    let graph = call_graph(&profile, &Tree::of(&profile, None));
    let edges: Vec<(&str, &str, u64, u64)> = graph
        .edges
        .iter()
        .map(|edge| {
            let name = |id| profile.function(id).name.as_str();
            (name(edge.caller), name(edge.callee), edge.cost.wall_ns / MS, edge.cost.calls)
        })
        .collect();
    assert_eq!(edges, [("{main}", "render", 7, 1), ("render", "render", 4, 1), ("{main}", "load", 2, 1)]);
}

#[test]
fn xhprof_names_recursion() {
    let json = String::from_utf8(export(&example(), Format::XhprofJson)).unwrap();
    assert!(json.contains(r#""render==>render@1":{"ct":1,"wt":4000,"cpu":4000,"mu":-500,"pmu":0}"#), "{json}");
    assert!(json.contains(r#""main()":{"ct":1,"wt":10000,"cpu":9000,"mu":4500,"pmu":5000}"#), "{json}");
    // Both ways to write it are one profile, and come out as they went in.
    let read = import(json.as_bytes()).unwrap();
    let serialized = export(&example(), Format::XhprofSerialized);
    assert_eq!(export(&import(&serialized).unwrap(), Format::XhprofSerialized), serialized);
    assert_eq!(import(&export(&import(&serialized).unwrap(), Format::XhprofJson)).unwrap(), read);
    let rows = flat(&read, &Tree::of(&read, None));
    assert_eq!(row(&read, &rows, "render").exclusive.wall_ns, 3 * MS);
    assert_eq!(row(&read, &rows, "render@1").exclusive.wall_ns, 4 * MS);
}

#[test]
fn too_long_traces_become_sums() {
    let mut recorder = Recorder::with_limit("long", Vec::new(), 0, 4);
    let main = recorder.function("{main}", "", 0, FunctionKind::Main);
    let call = recorder.function("call", "", 0, FunctionKind::UserFunction);
    recorder.enter(0, 0, 0, main);
    for at in 0..10 {
        recorder.enter(at * 10, 0, 0, call);
        recorder.leave(at * 10 + 5, 0, 0);
    }
    let profile = recorder.finish();
    let Data::Edges(edges) = &profile.data else { panic!("sums were expected") };
    assert_eq!(edges.iter().map(|edge| (edge.cost.calls, edge.cost.wall_ns)).collect::<Vec<_>>(), [(10, 50), (1, 95)]);
    assert!(profile.note.contains("more than 4 calls"));
}

#[test]
fn what_was_saved_is_loaded() {
    for profile in [example(), sampled(1), sampled(1000), trace(500), import(&export(&example(), Format::XhprofJson)).unwrap()] {
        let text = export(&profile, Format::Loxo);
        assert_eq!(Profile::load(&text).as_ref(), Ok(&profile));
        // Of a file that was cut off nothing is shown.
        for cut in (0..text.len() - 1).step_by(text.len() / 50 + 1) {
            assert!(Profile::load(&text[..cut]).is_err());
        }
    }
}

#[test]
fn damaged_files_are_one_clear_error() {
    let error = |text: &str| import(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error(""), "the file is empty");
    assert_eq!(error("loxo-profile 2\n"), "this profile was written by a newer version of Loxo");
    assert_eq!(error("loxo-profile 1\ntrace\n+\t0\t0\t0\t7\nend\n"), "line 3: there is no function 7");
    assert_eq!(error("loxo-profile 1\ntrace\n-\t0\t0\t0\nend\n"), "a function is left that was not entered");
    assert_eq!(error("a:1:{s:900:\"x\""), "this is no serialized array of xhprof: it is damaged at byte 12");
    assert_eq!(error("{\"x\":1}"), "this is no array of xhprof: not all of its values are arrays of numbers");
    assert!(error("hello\n").starts_with("line 1: this is no profile"));
}

#[test]
fn collapsed_stacks_and_speedscope_come_back() {
    let text = String::from_utf8(export(&example(), Format::Collapsed)).unwrap();
    assert_eq!(text, "{main} 1000\n{main};load 2000\n{main};render 3000\n{main};render;render 4000\n");
    for format in [Format::Collapsed, Format::Speedscope] {
        let read = import(&export(&example(), format)).unwrap();
        assert_eq!(export(&read, Format::Collapsed), text.as_bytes());
    }
    let profile = sampled(300);
    let read = import(&export(&profile, Format::Speedscope)).unwrap();
    let (total, before) = (Tree::of(&read, None).nodes[0].total, Tree::of(&profile, None).nodes[0].total);
    assert_eq!((total.wall_ns, total.calls), (300 * MS, before.calls));
}

#[test]
fn sums_keep_their_total() {
    let trace = trace(2000);
    let sums = import(&export(&trace, Format::XhprofJson)).unwrap();
    let (exact, estimated) = (Tree::of(&trace, None), Tree::of(&sums, None));
    assert!(estimated.estimated);
    let (exact, estimated) = (exact.nodes[0].total.wall_ns as f64, estimated.nodes[0].total.wall_ns as f64);
    assert!((exact - estimated).abs() < exact / 100.0, "{exact} {estimated}");
}

#[test]
fn a_difference_begins_with_what_changed_most() {
    let before = example();
    let mut after = example();
    let Data::Trace(events) = &mut after.data else { unreachable!() };
    for event in &mut events[2..] {
        event.at_ns += 5 * MS;
    }
    let rows = diff::diff(&before, &after);
    assert_eq!((rows[0].name.as_str(), rows[0].exclusive_wall()), ("load", 5 * MS as i64));
    assert_eq!(rows[1].exclusive_wall(), 0);
}

#[test]
fn pictures_are_whole() {
    let hostile = Profile { title: "<&\"\u{1}>".into(), ..example() };
    for profile in [example(), hostile, sampled(1), sampled(100_000), trace(20_000), Profile::new("nothing", Data::Edges(Vec::new()))] {
        for metric in [Metric::Wall, Metric::Cpu, Metric::Memory, Metric::Calls] {
            for svg in [picture::flame_graph_svg(&profile, metric), picture::call_graph_svg(&profile, metric, picture::THRESHOLD)] {
                assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                assert!(!svg.contains('\u{1}') && !svg.contains("<&"));
            }
        }
        assert!(picture::flame_graph_png(&profile, Metric::Wall).unwrap().starts_with(b"\x89PNG"));
        assert!(picture::call_graph_png(&profile, Metric::Wall, picture::THRESHOLD).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn flame_graph_of_characters_is_as_wide_as_the_terminal() {
    let plain = picture::Terminal { columns: 60, colors: false, rows: 10 };
    let text = picture::terminal_flame_graph(&example(), Metric::Wall, plain);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "example · wall time 10 ms");
    assert_eq!(lines[1], format!("[{:<58}]", "{main} 100%"));
    assert_eq!(lines[2], format!("[{:<10}][{:<40}]", "load 20%", "render 70%"));
    assert_eq!(lines[3], format!("{:12}[{:<22}]", "", "render 40%"));
    let colors = picture::terminal_flame_graph(&example(), Metric::Wall, picture::Terminal { colors: true, ..plain });
    assert!(colors.contains("\x1b[30;48;5;"));
}

#[test]
fn the_page_holds_all_and_loads_nothing() {
    let hostile = Profile { title: "</title><script>alert(1)</script>".into(), note: "</script><!--".into(), ..example() };
    let html = page::write(&hostile, Some(&trace(100)));
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("src=") && !html.contains("url(") && !html.contains("@import") && !html.contains("fetch("));
    assert!(html.contains("&lt;/title>") && html.contains("\\u003c/script>"));
}

#[test]
fn costs_as_large_as_numbers_go_are_summed_without_overflow() {
    let most = u64::MAX;
    let lines = format!("a;b {most}\na;c {most}\na {most}\n");
    let calls = format!("{{\"main()\":{{\"ct\":1,\"wt\":{0}}},\"main()==>a\":{{\"ct\":{0},\"wt\":{0},\"cpu\":{0},\"mu\":{0}}}}}", i64::MAX);
    for text in [lines, calls] {
        let profile = import(text.as_bytes()).expect("is well formed");
        for (_, format) in Format::ALL {
            export(&profile, format);
        }
        let graph = call_graph(&profile, &Tree::of(&profile, None));
        assert!(!graph.rows.is_empty());
    }
}
