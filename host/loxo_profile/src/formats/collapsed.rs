//! Collapsed stacks: a line is functions from the outermost to the innermost, separated by semicolons, and a number. Here that is
//! microseconds of a trace, and samples of what was sampled.

use crate::model::*;
use crate::text::LoadError;
use crate::tree::Tree;

pub fn write(profile: &Profile) -> Vec<u8> {
    let tree = Tree::of(profile, None);
    let sampled = matches!(profile.data, Data::Samples { .. });
    // The names of the stack up to each depth: nodes come in any order, so each line is put together anew.
    let mut out = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate().skip(1) {
        let value = if sampled { node.own.calls } else { node.own.wall_ns.div_ceil(1000) };
        if value == 0 {
            continue;
        }
        let names: Vec<String> = tree.path(at as u32).iter().map(|id| clean(&profile.function(*id).name)).collect();
        out.extend_from_slice(format!("{} {value}\n", names.join(";")).as_bytes());
    }
    out
}

/// Of what separates frames and lines, a name has nothing.
fn clean(name: &str) -> String {
    name.replace(';', ":").replace(['\n', '\r'], " ")
}

pub fn read(bytes: &[u8]) -> Result<Profile, LoadError> {
    let text = String::from_utf8_lossy(bytes);
    let mut functions = Functions::default();
    let mut stacks = Stacks::default();
    let mut samples = Vec::new();
    let mut total = 0u64;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts = line.rsplit_once(' ').and_then(|(names, number)| Some((names, number.parse::<f64>().ok()?)));
        let Some((names, number)) = parts.filter(|(_, number)| *number >= 0.0) else {
            let message = "this is no profile: a line of collapsed stacks is functions separated by `;`, a space and a number".into();
            return Err(LoadError { line: at + 1, message });
        };
        let mut stack = None;
        for name in names.trim().split(';') {
            stack = Some(stacks.push(stack, functions.named(name), 0));
        }
        let Some(stack) = stack else { continue };
        total = total.saturating_add(number as u64);
        samples.push(Sample { at_ns: 0, cpu_ns: 0, weight: number as u64, stack });
    }
    if samples.is_empty() {
        return Err(LoadError::whole("there is no stack in this file"));
    }
    let mut profile = Profile::new("collapsed stacks", Data::Samples { period_ns: 1000, samples, stacks });
    profile.duration_ns = total.saturating_mul(1000);
    profile.note = "Collapsed stacks say neither their unit nor when: one is shown as a microsecond.".into();
    profile.functions = functions.into_list();
    Ok(profile)
}
