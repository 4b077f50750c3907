//! Start-up, memory, growth, collisions.

use super::{Options, Side};
use crate::{Result, paths, reference};

/// CPU and wall-clock time of a program that does nothing.
pub fn startup(options: &Options, sides: &[Side]) -> Result<()> {
    let rounds = options.rounds.max(20);
    println!("\nstart-up, `-r ''`, least of {rounds}, milliseconds\n{:<32} {:>8} {:>8}", "", "CPU", "wall");
    let mut first: Option<(f64, f64)> = None;
    let mut show = |name: &str, cpu: f64, wall: f64| {
        let (base_cpu, base_wall) = *first.get_or_insert((cpu, wall));
        println!("{name:<32} {:>8.2} {:>8.2}   loxo / it: {:.2}, {:.2}", cpu * 1e3, wall * 1e3, base_cpu / cpu, base_wall / wall);
    };
    let mut least = vec![(f64::INFINITY, f64::INFINITY); sides.len() + 1];
    for _ in 0..rounds {
        for (at, side) in sides.iter().enumerate() {
            let measured = side.measure(&["-r", ""])?;
            if !measured.ok {
                return Err(format!("{} cannot run `-r ''`: {}", side.name, String::from_utf8_lossy(&measured.output).trim()).into());
            }
            least[at] = (least[at].0.min(measured.cpu), least[at].1.min(measured.wall));
        }
        // As it is installed, with every extension.
        let before = super::cpu_seconds()?;
        let mut command = reference::command()?;
        command.args(["-r", ""]);
        let finished = crate::process::run(command, b"", crate::process::CAPTURE_ALL, super::LIMITS)?;
        let last = least.last_mut().expect("never empty");
        *last = (last.0.min(super::cpu_seconds()? - before), last.1.min(finished.time.as_secs_f64()));
    }
    for (side, (cpu, wall)) in sides.iter().zip(&least) {
        let note = if side.name == "reference" { ", 4 extensions" } else { "" };
        show(&format!("{}{note}", side.name), *cpu, *wall);
    }
    let (cpu, wall) = least[sides.len()];
    show("reference as installed", cpu, wall);
    Ok(())
}

/// Bytes of large values, as the engine counts them and as the system does.
pub fn memory(sides: &[Side]) -> Result<()> {
    println!("\nmemory of a million values, MB (10^6 bytes): memory_get_usage() / peak resident");
    let mut header = format!("{:<16}", "");
    for side in sides {
        header += &format!(" {:>19}", side.name);
    }
    println!("{header}");
    for name in scripts("benches/memory")? {
        let mut line = format!("{name:<16}");
        for side in sides {
            let file = paths::root().join("benches/memory").join(format!("{name}.php"));
            let numbers = side.numbers(&paths::root().join("benches/memory/harness.php"), &[&file.display().to_string()])?;
            line += &match numbers.as_deref() {
                Some([usage, resident, ..]) => format!(" {:>8.2} / {:>8.2}", usage / 1e6, resident / 1e6),
                _ => format!(" {:>19}", "failed"),
            };
        }
        println!("{line}");
    }
    Ok(())
}

/// Time per element at sizes a decade apart. The growth is the last over that at 10^4: below that the machine's noise is larger than the work.
pub fn scaling(options: &Options, sides: &[Side]) -> Result<()> {
    let sizes: Vec<u64> = (3..=9).map(|power| 10u64.pow(power)).take_while(|&size| size <= options.max).collect();
    println!("\nnanoseconds per element");
    let mut header = format!("{:<20} {:<10}", "", "");
    for size in &sizes {
        header += &format!(" {size:>9}");
    }
    println!("{header} {:>9}", "growth");
    for name in scripts("benches/scaling")? {
        for side in sides {
            let mut line = format!("{name:<20} {:<10}", side.name);
            let (mut first, mut last) = (f64::NAN, f64::NAN);
            for (at, size) in sizes.iter().enumerate() {
                let file = paths::root().join("benches/scaling").join(format!("{name}.php"));
                let arguments = [&*file.display().to_string(), &*size.to_string()];
                match side.numbers(&paths::root().join("benches/scaling/harness.php"), &arguments)?.as_deref() {
                    Some([time, ..]) => {
                        if at <= 1 {
                            first = *time;
                        }
                        last = *time;
                        line += &format!(" {time:>9.1}");
                    }
                    _ => line += &format!(" {:>9}", "failed"),
                }
            }
            println!("{line} {:>9.2}", last / first);
        }
    }
    println!("growth: the last over that at 10^4; n log n work such as sort may reach {:.2}", (options.max as f64).ln() / 1e4f64.ln());
    Ok(())
}

/// Colliding keys over friendly ones.
pub fn collisions(sides: &[Side]) -> Result<()> {
    println!(
        "\n65,536 keys inserted and looked up, milliseconds\n{:<12} {:>9} {:>10} {:>10} {:>8}",
        "", "keys", "friendly", "colliding", "factor"
    );
    let script = paths::root().join("benches/collisions/collisions.php");
    for side in sides {
        for kind in ["ints", "strings"] {
            let mut times = Vec::new();
            for nature in ["friendly", "colliding"] {
                let mut least = f64::INFINITY;
                for _ in 0..if nature == "friendly" { 3 } else { 1 } {
                    if let Some(numbers) = side.numbers(&script, &[&format!("{kind}-{nature}")])? {
                        least = least.min(numbers[0]);
                    }
                }
                times.push(least);
            }
            println!("{:<12} {kind:>9} {:>10.2} {:>10.2} {:>8.1}", side.name, times[0], times[1], times[1] / times[0]);
        }
    }
    Ok(())
}

/// Names of the PHP files of a folder, without the harness.
pub fn scripts(folder: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(paths::root().join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".php").filter(|name| *name != "harness").map(str::to_string));
    }
    names.sort();
    Ok(names)
}
