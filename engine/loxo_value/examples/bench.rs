//! The hot paths against the same loops in the reference: `cargo run --release -p loxo_value --example bench [-- PHP]`.
//!
//! Both columns are nanoseconds per step, minimum of several runs; the reference's include its interpreter.

use loxo_value::*;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

const N: i64 = 1_000_000;
const RUNS: usize = 7;

static CLASS: ClassBase = ClassBase::new(2, 0);

struct Case {
    name: &'static str,
    run: fn(),
    /// Steps per run.
    steps: i64,
    /// The same in PHP: what is not timed; what is.
    php: (&'static str, &'static str),
}

fn list(n: i64) -> PhpArray {
    let mut a = PhpArray::new();
    for i in 0..n {
        a.push(Value::int(i)).unwrap();
    }
    a
}

fn words(n: i64) -> Vec<PhpStr> {
    (0..n).map(|i| PhpStr::from(format!("key_{i}"))).collect()
}

thread_local! {
    static LIST: PhpArray = list(N);
    static WORDS: Vec<PhpStr> = words(N);
    static TABLE: PhpArray = WORDS.with(|w| {
        let mut a = PhpArray::new();
        w.iter().for_each(|k| a.set_str(k, Value::TRUE));
        a
    });
    static SMALL: (PhpArray, Vec<PhpStr>) = {
        let w: Vec<_> = words(8).iter().map(|s| PhpStr::interned(s)).collect();
        let mut a = PhpArray::new();
        w.iter().for_each(|k| a.set_str(k, Value::TRUE));
        (a, w)
    };
}

fn collide(step: i64) {
    let mut a = PhpArray::new();
    for i in 0..65_536 {
        a.set_int(i * step, Value::TRUE);
    }
    black_box(a);
}

fn cases() -> Vec<Case> {
    let case = |name, steps, run, php| Case { name, run, steps, php };
    vec![
        case("push int", N, || drop(black_box(list(N))), ("", "$a=[]; for($i=0;$i<$n;$i++) $a[]=$i;")),
        case(
            "small lists of 5",
            N,
            || {
                for _ in 0..N / 5 {
                    black_box(list(5));
                }
            },
            ("", "for($i=0;$i<$n/5;$i++) { $a=[]; for($j=0;$j<5;$j++) $a[]=$j; }"),
        ),
        case(
            "read packed",
            N,
            || {
                LIST.with(|a| {
                    let mut s = 0i64;
                    for i in 0..N {
                        s = s.wrapping_add(black_box(a).get_int(i).unwrap().as_int().unwrap());
                    }
                    black_box(s);
                })
            },
            ("$a=range(0,$n-1);", "$s=0; for($i=0;$i<$n;$i++) $s+=$a[$i];"),
        ),
        case(
            "iterate packed",
            N,
            || {
                LIST.with(|a| {
                    black_box(a.values().map(|v| v.clone().as_int().unwrap()).sum::<i64>());
                })
            },
            ("$a=range(0,$n-1);", "$s=0; foreach($a as $v) $s+=$v;"),
        ),
        case(
            "insert int hash",
            N,
            || {
                let mut a = PhpArray::new();
                for i in 0..N {
                    a.set_int((i * 7919) % 1_048_573, Value::TRUE);
                }
                black_box(a);
            },
            ("", "$a=[]; for($i=0;$i<$n;$i++) $a[($i*7919)%1048573]=true;"),
        ),
        case(
            "insert string keys",
            N,
            || {
                WORDS.with(|w| {
                    let mut a = PhpArray::new();
                    for k in w {
                        a.set_str(k, Value::TRUE);
                    }
                    black_box(a);
                })
            },
            ("$w=[]; for($i=0;$i<$n;$i++) $w[]='key_'.$i;", "$a=[]; foreach($w as $k) $a[$k]=true;"),
        ),
        case(
            "read string keys",
            N,
            || {
                WORDS.with(|w| {
                    TABLE.with(|a| {
                        for k in w {
                            black_box(a.get_str(k).unwrap());
                        }
                    })
                })
            },
            ("$w=[]; $a=[]; for($i=0;$i<$n;$i++) { $w[]='key_'.$i; $a[$w[$i]]=true; }", "foreach($w as $k) $x=$a[$k];"),
        ),
        case(
            "read a small table",
            N,
            || {
                SMALL.with(|(a, w)| {
                    for i in 0..N as usize {
                        black_box(black_box(a).get_str(&w[i & 7]).unwrap());
                    }
                })
            },
            ("$w=[]; $a=[]; for($i=0;$i<8;$i++) { $w[]='key_'.$i; $a[$w[$i]]=true; }", "for($i=0;$i<$n;$i++) $x=$a[$w[$i&7]];"),
        ),
        case(
            "append to a string",
            N,
            || {
                let mut s = PhpStr::empty();
                for _ in 0..N {
                    s.append(black_box(b"x"));
                }
                black_box(s);
            },
            ("", "$s=''; for($i=0;$i<$n;$i++) $s.='x';"),
        ),
        case(
            "make short strings",
            N,
            || {
                for i in 0..N {
                    black_box(PhpStr::concat2(b"key_", number::write_int(i, &mut [0; 20])));
                }
            },
            ("", "for($i=0;$i<$n;$i++) $s='key_'.$i;"),
        ),
        case(
            "copy and write 10",
            N,
            || {
                let a = list(10);
                for i in 0..N {
                    let mut b = a.clone();
                    b.set_int(3, Value::int(i));
                    black_box(b);
                }
            },
            ("$a=range(0,9);", "for($i=0;$i<$n;$i++) { $b=$a; $b[3]=$i; }"),
        ),
        case(
            "new object, 2 slots",
            N,
            || {
                for i in 0..N {
                    // SAFETY: the class is static.
                    let o = unsafe { PhpObject::alloc(&CLASS) };
                    *o.slot_mut(0) = Value::int(i);
                    black_box(o);
                }
            },
            ("class P { public $a; public $b; }", "for($i=0;$i<$n;$i++) { $o=new P; $o->a=$i; }"),
        ),
        case(
            "keep objects",
            N,
            || {
                let mut a = PhpArray::new();
                for _ in 0..N {
                    // SAFETY: the class is static.
                    let o = unsafe { PhpObject::alloc(&CLASS) };
                    a.push(Value::object(o)).unwrap();
                }
                black_box(a);
            },
            ("class P { public $a; public $b; }", "$a=[]; for($i=0;$i<$n;$i++) $a[]=new P;"),
        ),
        case(
            "cyclic garbage",
            N,
            || {
                for _ in 0..N {
                    // SAFETY: the class is static.
                    let o = unsafe { PhpObject::alloc(&CLASS) };
                    *o.slot_mut(0) = Value::object(o.clone());
                    drop(o);
                    if interrupt::pending() != 0 {
                        gc::run_due(&mut |_| {});
                    }
                }
            },
            ("class P { public $a; public $b; }", "for($i=0;$i<$n;$i++) { $o=new P; $o->a=$o; }"),
        ),
        case(
            "sort ints",
            N,
            || {
                let mut a: PhpArray = (0..N).map(|i| i.wrapping_mul(0x5851_f42d_4c95_7f2d) >> 33).collect();
                a.sort_by(|x, y| x.value.as_int().cmp(&y.value.as_int()), true);
                black_box(a);
            },
            ("", "$a=[]; for($i=0;$i<$n;$i++) $a[]=($i*6364136223)&0xffffffff; sort($a);"),
        ),
        case(
            "float to string",
            N,
            || {
                for i in 0..N {
                    black_box(number::double_to_string(i as f64 * 1.1, -1));
                }
            },
            ("ini_set('precision', -1);", "for($i=0;$i<$n;$i++) $s=(string)($i*1.1);"),
        ),
        case("friendly keys", 65_536, || collide(1), ("", "$a=[]; for($i=0;$i<65536;$i++) $a[$i]=true;")),
        case("friendly hash keys", 65_536, || collide(3), ("", "$a=[]; for($i=0;$i<65536;$i++) $a[$i*3]=true;")),
        case("colliding keys", 65_536, || collide(65_536), ("", "$a=[]; for($i=0;$i<8192;$i++) $a[$i*65536]=true;")),
    ]
}

fn ours(c: &Case) -> f64 {
    let time = || {
        let start = Instant::now();
        (c.run)();
        start.elapsed().as_nanos() as f64
    };
    (0..RUNS).map(|_| time()).fold(f64::MAX, f64::min) / c.steps as f64
}

fn theirs(php: &str, c: &Case) -> Option<f64> {
    let (setup, body) = c.php;
    let code = format!(
        "function f($n) {{ {setup} $t=hrtime(true); {body} return hrtime(true)-$t; }}
         ini_set('memory_limit', -1); $m=INF; for($r=0;$r<{RUNS};$r++) $m=min($m, f({N})); echo $m;",
        setup = setup.replace("class P { public $a; public $b; }", ""),
    );
    let code = if setup.starts_with("class") { format!("class P {{ public $a; public $b; }} {code}") } else { code };
    let out = Command::new(php).args(["-r", &code]).output().ok()?;
    let ns: f64 = String::from_utf8_lossy(&out.stdout).trim().parse().ok()?;
    Some(ns / c.steps as f64)
}

fn main() {
    let php = std::env::args().nth(1);
    let only = std::env::args().nth(2);
    println!("{:<22}{:>10}{:>10}", "ns/step", "loxo", "php");
    for c in cases().iter().filter(|c| only.as_ref().is_none_or(|o| c.name.contains(o.as_str()))) {
        let them = php.as_deref().and_then(|p| theirs(p, c));
        println!("{:<22}{:>10.1}{:>10}", c.name, ours(c), them.map_or("-".into(), |t| format!("{t:.1}")));
    }
}
