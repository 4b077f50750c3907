//! Profiles of any size, the same ones each time.

use loxo_profile::*;

/// Numbers that look random.
pub struct Numbers(u64);

impl Numbers {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

const NAMES: [&str; 24] = [
    "Kernel::handle",
    "Router::match",
    "Container::get",
    "Controller::show",
    "View::render",
    "Template::include",
    "Cache::get",
    "Connection::query",
    "PDO::query",
    "Collection::map",
    "array_map",
    "preg_match",
    "Str::slug",
    "htmlspecialchars",
    "Autoloader::load",
    "require",
    "json_encode",
    "Session::read",
    "Redis::get",
    "Event::dispatch",
    "Listener::on",
    "Translator::get",
    "strtolower",
    "usort",
];

fn functions() -> Vec<Function> {
    let main = Function { name: "{main}".into(), file: "/app/index.php".into(), line: 0, kind: FunctionKind::Main };
    let rest = NAMES.iter().enumerate().map(|(at, name)| {
        let builtin = name.chars().next().is_some_and(char::is_lowercase) || name.starts_with("PDO") || name.starts_with("Redis");
        let kind = if builtin { FunctionKind::Builtin } else { FunctionKind::UserFunction };
        Function {
            name: name.to_string(),
            file: if builtin { String::new() } else { format!("/app/src/{}.php", at / 3) },
            line: at as u32 * 7,
            kind,
        }
    });
    std::iter::once(main).chain(rest).collect()
}

/// The next stack, near the one before, as in programs.
fn step(numbers: &mut Numbers, path: &mut Vec<u32>) {
    for _ in 0..numbers.below(4) {
        if path.len() > 1 {
            path.pop();
        }
    }
    for _ in 0..numbers.below(5) {
        if path.len() < 24 {
            // Some callees are likelier, by caller.
            let caller = u64::from(path[path.len() - 1]);
            path.push(((caller * 5 + numbers.below(3) * numbers.below(3)) % NAMES.len() as u64) as u32 + 1);
        }
    }
}

/// Samples at intervals of a millisecond.
pub fn sampled(count: u64) -> Profile {
    let (mut numbers, mut stacks, mut path) = (Numbers(count), Stacks::default(), vec![0]);
    let samples = (0..count)
        .map(|at| {
            step(&mut numbers, &mut path);
            let stack = path.iter().fold(None, |parent, function| Some(stacks.push(parent, FunctionId(*function), 0))).unwrap();
            Sample { at_ns: at * 1_000_000, cpu_ns: at * 800_000, weight: 1, stack }
        })
        .collect();
    let data = Data::Samples { period_ns: 1_000_000, samples, stacks };
    Profile { functions: functions(), duration_ns: count * 1_000_000, ..Profile::new("generated samples", data) }
}

/// A trace of about so many events.
pub fn trace(count: usize) -> Profile {
    let (mut numbers, mut path, mut events) = (Numbers(count as u64), vec![0], Vec::new());
    let (mut at_ns, mut cpu_ns, mut memory) = (0, 0, 400_000);
    let mut event = |numbers: &mut Numbers, what| {
        let wait = numbers.below(20_000);
        at_ns += wait;
        cpu_ns += if numbers.below(10) == 0 { 0 } else { wait };
        memory = 400_000 + (memory + numbers.below(9000) - numbers.below(8000).min(memory)) % 8_000_000;
        events.push(Event { at_ns, cpu_ns, memory, what });
        events.len()
    };
    let mut length = event(&mut numbers, What::Enter(FunctionId(0)));
    while length < count {
        let before = path.clone();
        step(&mut numbers, &mut path);
        let same = before.iter().zip(&path).take_while(|(a, b)| a == b).count();
        for _ in same..before.len() {
            length = event(&mut numbers, What::Leave);
        }
        for function in &path[same..] {
            length = event(&mut numbers, What::Enter(FunctionId(*function)));
        }
    }
    for _ in &path {
        event(&mut numbers, What::Leave);
    }
    Profile { functions: functions(), duration_ns: at_ns, ..Profile::new("generated trace", Data::Trace(events)) }
}
