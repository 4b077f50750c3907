//! Callgrind's format, version 1: costs of functions and of their calls, for KCachegrind and `callgrind_annotate`.

use std::fmt::Write;

use crate::model::*;
use crate::tree::Tree;
use crate::views::call_graph;

pub fn write(profile: &Profile) -> Vec<u8> {
    let graph = call_graph(profile, &Tree::of(profile, None));
    let mut of_caller = vec![Vec::new(); profile.functions.len()];
    for edge in &graph.edges {
        of_caller[edge.caller.0 as usize].push(edge);
    }
    let mut out = String::new();
    let one_line = |text: &str| text.replace(['\n', '\r'], " ");
    let costs = |cost: &Cost| format!("{} {} {}", cost.wall_ns, cost.cpu_ns, cost.memory.max(0));
    let _ = write!(
        out,
        "# callgrind format\nversion: 1\ncreator: Loxo\ncmd: {}\npart: 1\npositions: line\n\
         event: Wall : Wall time (ns)\nevent: Cpu : CPU time (ns)\nevent: Memory : Memory kept (bytes)\n\
         events: Wall Cpu Memory\nsummary: {}\n",
        one_line(&profile.command.join(" ")),
        costs(&graph.total)
    );
    let place = |id: FunctionId| {
        let function = profile.function(id);
        let file = match function.kind {
            FunctionKind::Builtin => "php:internal",
            _ if function.file.is_empty() => "???",
            _ => &function.file,
        };
        (one_line(file), one_line(&function.name), function.line)
    };
    for row in &graph.rows {
        let (file, name, line) = place(row.function);
        let _ = write!(out, "\nfl={file}\nfn={name}\n{line} {}\n", costs(&row.exclusive));
        for edge in &of_caller[row.function.0 as usize] {
            let (file, name, to) = place(edge.callee);
            let calls = edge.cost.calls.max(1);
            let _ = write!(out, "cfi={file}\ncfn={name}\ncalls={calls} {to}\n{line} {}\n", costs(&edge.cost));
        }
    }
    out.into_bytes()
}
