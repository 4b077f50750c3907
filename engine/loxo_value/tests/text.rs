//! Strings, and numbers as text.

use loxo_value::number::*;
use loxo_value::*;
use std::cmp::Ordering;

#[test]
fn strings_are_bytes() {
    let s = PhpStr::new(b"a\0\xff");
    assert_eq!((s.len(), s.as_bytes()), (3, &b"a\0\xff"[..]));
    assert!(PhpStr::empty().is_interned() && PhpStr::new(b"x").is_interned() && !s.is_interned());
    assert!(PhpStr::interned(b"some name").ptr_eq(&PhpStr::interned(b"some name")));
    assert!(PhpStr::interned(b"x").ptr_eq(&PhpStr::byte(b'x')));
    assert_eq!(PhpStr::concat(&[b"ab", b"", b"cd"]), "abcd");
    assert_eq!(PhpStr::concat(&[b"", b"c", b""]), "c");
    assert_eq!(PhpStr::concat2(b"ab", b"c"), "abc");
    for parts in [&["ab", "", "cd"][..], &["", "c"], &["", ""], &[], &["a long part that takes more than two words", "x"]] {
        let part = |i: usize| parts.get(i).map(|part| Part::Bytes(part.as_bytes()));
        // SAFETY: the parts stay the same.
        let joined = unsafe { PhpStr::concat_parts(parts.len(), part) };
        assert_eq!(joined.unwrap(), parts.concat().as_str());
        // SAFETY: as above.
        assert!(unsafe { PhpStr::concat_parts(parts.len() + 1, part) }.is_none());
        for separator in ["", "-", ", "] {
            assert_eq!(PhpStr::join(separator.as_bytes(), parts.iter().map(|part| part.as_bytes())), parts.join(separator).as_str());
        }
    }
    assert_eq!(PhpStr::repeat(b"ab", 3), "ababab");
    assert_eq!(s.slice(0..1), "a");
    let mut sorted = ["b", "abd", "ab", "abc"].map(PhpStr::from);
    sorted.sort();
    assert_eq!(sorted, ["ab", "abc", "abd", "b"]);
}

#[test]
fn hashes_do_not_depend_on_where_a_string_lives() {
    let long: Vec<u8> = (0..200).map(|i| (i * 7) as u8).collect();
    let mut seen = std::collections::HashSet::new();
    for n in 0..200 {
        let a = PhpStr::new(&long[..n]);
        let b = PhpStr::interned(&long[..n]);
        assert_eq!((a.hash(), a.hash() >> 63), (b.hash(), 1));
        assert_eq!(a, b);
        assert!(seen.insert(a.hash() as u32));
    }
}

#[test]
fn appending_separates() {
    let mut s = PhpStr::from("abc");
    let t = s.clone();
    let h = s.hash();
    s.append(b"d");
    assert_eq!((s.as_bytes(), t.as_bytes()), (&b"abcd"[..], &b"abc"[..]));
    assert_ne!(s.hash(), h);
    let own = s.clone();
    s.append(own.as_bytes());
    assert_eq!(s, "abcdabcd");
    let mut e = PhpStr::empty();
    e.append(b"");
    assert!(e.is_interned());
    e.append(b"xy");
    e.as_mut_bytes()[0] = b'z';
    assert_eq!(e, "zy");
    let mut i = PhpStr::interned(b"constant");
    i.as_mut_bytes()[0] = b'K';
    assert_eq!(PhpStr::interned(b"constant"), "constant");
    let mut v = Value::string(PhpStr::interned(b"constant"));
    v.as_str_mut().unwrap().append(b"!");
    let w = v.clone();
    v.as_str_mut().unwrap().append(b"!");
    assert_eq!((v.as_bytes(), w.as_bytes()), (Some(&b"constant!!"[..]), Some(&b"constant!"[..])));
}

#[test]
fn case_folding_copies_only_what_changes() {
    let lower = PhpStr::from("all lower case, and longer than a vector register is wide");
    assert!(lower.to_ascii_lower().ptr_eq(&lower));
    let mut mixed = lower.clone();
    mixed.append(b" But Not \xc4");
    assert_eq!(mixed.to_ascii_lower().as_bytes(), mixed.as_bytes().to_ascii_lowercase());
    assert_eq!(mixed.to_ascii_upper().as_bytes(), mixed.as_bytes().to_ascii_uppercase());
    assert!(PhpStr::byte(b'A').to_ascii_lower().ptr_eq(&PhpStr::byte(b'a')));
}

#[test]
fn builders_finish_in_place() {
    let mut b = StrBuilder::new();
    for i in 0..1000 {
        b.push_int(i - 500);
        b.push(b',');
    }
    let want: String = (-500..500).map(|i| format!("{i},")).collect();
    assert_eq!(b.as_bytes(), want.as_bytes());
    assert_eq!(b.finish(), want.as_str());
    assert!(StrBuilder::new().finish().is_empty());
    let mut b = PhpStr::with_capacity(1000);
    b.push_str("x");
    assert!(b.finish().is_interned());
    let mut b = PhpStr::with_capacity(10_000);
    b.push_n(b'y', 3);
    b.truncate(2);
    assert_eq!(b.finish(), "yy");
    assert_eq!(heap::memory_usage(false), 0);
}

#[test]
fn threads_intern_alike() {
    let all: Vec<Vec<usize>> = std::thread::scope(|s| {
        let run = || (0..200).map(|i| PhpStr::interned(format!("name {i}").as_bytes()).header_ptr().addr()).collect();
        (0..3).map(|_| s.spawn(run)).collect::<Vec<_>>().into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(all.windows(2).all(|w| w[0] == w[1]));
}

#[test]
fn values_know_their_types() {
    let all = [Value::UNDEF, Value::NULL, Value::FALSE, Value::TRUE, Value::int(1), Value::float(0.0), "0".into(), PhpArray::new().into()];
    let names: Vec<_> = all.iter().map(Value::type_name).collect();
    assert_eq!(names, ["null", "null", "bool", "bool", "int", "float", "string", "array"]);
    let truth: Vec<_> = all.iter().map(Value::to_bool).collect();
    assert_eq!(truth, [false, false, false, true, true, false, false, false]);
    assert_eq!(Value::from(Some(3i64)).as_int(), Some(3));
    assert!(Value::from(None::<i64>).is_null());
    let mut v = Value::from("text");
    v.set_aux(7);
    assert_eq!((v.clone().aux(), v.aux()), (0, 7));
    assert_eq!(v.take().as_bytes(), Some(&b"text"[..]));
    assert!(v.is_null() && v.clone().into_str().is_err());
}

#[test]
fn floats_are_written_as_php_does() {
    let short = [
        (0.0, "0"),
        (-0.0, "-0"),
        (1.5, "1.5"),
        (1e25, "1.0E+25"),
        (1e17, "1.0E+17"),
        (1e16, "10000000000000000"),
        (123456789012345678.0, "1.2345678901234568E+17"),
        (0.0001, "0.0001"),
        (0.00001, "1.0E-5"),
        (-1.25e-7, "-1.25E-7"),
        (0.1 + 0.2, "0.30000000000000004"),
        (f64::INFINITY, "INF"),
        (f64::NEG_INFINITY, "-INF"),
        (f64::NAN, "NAN"),
        (100000.0, "100000"),
        (5e-324, "5.0E-324"),
        (f64::MAX, "1.7976931348623157E+308"),
    ];
    for (d, want) in short {
        assert_eq!(double_to_string(d, -1), want);
    }
    let fourteen =
        [(1e14, "1.0E+14"), (1e15, "1.0E+15"), (0.1 + 0.2, "0.3"), (1.0 / 3.0, "0.33333333333333"), (99999999999999.9, "1.0E+14")];
    for (d, want) in fourteen {
        assert_eq!(double_to_string(d, 14), want, "{d}");
    }
    assert_eq!(double_to_string(1.0 / 3.0, 0), "0.3");
    assert_eq!(double_to_string(0.1, 17), "0.10000000000000001");
    let powers = (0..19).map(|digits| 10i64.pow(digits)).flat_map(|power| [power - 1, power, power + 1]);
    let bits = (0..63).map(|bit| 1i64 << bit).flat_map(|power| [power - 1, power, power + 1]);
    for n in powers.chain(bits).flat_map(|n| [n, -n]).chain([i64::MAX, i64::MIN, 1_234_567]) {
        let text = n.to_string();
        assert_eq!((int_to_string(n), write_int(n, &mut [0; 20])), (PhpStr::from(text.as_str()), text.as_bytes()));
        assert_eq!(PhpStr::concat_int(b"a", n), format!("a{n}").as_str());
        // SAFETY: the parts stay the same.
        let joined = |parts: &[Part<'_>]| unsafe { PhpStr::concat_parts(parts.len(), |i| parts.get(i).copied()) }.unwrap();
        assert_eq!(joined(&[Part::Bytes(b""), Part::Int(n)]), text.as_str());
        assert_eq!(joined(&[Part::Int(n), Part::Bytes(b": "), Part::Int(-7), Part::Int(0)]), format!("{n}: -70").as_str());
        let mut long = PhpStr::from("xy");
        let before = long.clone();
        for _ in 0..3 {
            // SAFETY: the parts stay the same, and are not the string's.
            unsafe { long.append_parts(2, |i| [Part::Bytes(b"a part of some length"), Part::Int(n)][i]) };
        }
        assert_eq!(
            (long.as_bytes(), before.as_bytes()),
            (format!("xy{}", format!("a part of some length{n}").repeat(3)).as_bytes(), &b"xy"[..])
        );
    }
}

#[test]
fn numeric_strings() {
    let int = |n| Some((Numeric::Int(n), false));
    let float = |d| Some((Numeric::Float(d), false));
    let parse = |s: &str| parse_numeric(s.as_bytes()).map(|p| (p.number, p.trailing_data));
    assert_eq!(parse("123"), int(123));
    assert_eq!(parse(" \n-5 \t"), int(-5));
    assert_eq!(parse("+007"), int(7));
    assert_eq!(parse("1e3"), float(1000.0));
    assert_eq!(parse(".5"), float(0.5));
    assert_eq!(parse("5."), float(5.0));
    assert_eq!(parse("9223372036854775807"), int(i64::MAX));
    assert_eq!(parse("-9223372036854775808"), int(i64::MIN));
    assert_eq!(parse("9223372036854775808"), float(9223372036854775808.0));
    assert_eq!(parse("12abc"), Some((Numeric::Int(12), true)));
    assert_eq!(parse("1e"), Some((Numeric::Int(1), true)));
    assert_eq!(parse("1e+"), Some((Numeric::Int(1), true)));
    for s in ["", " ", "abc", ".", "-", "+.e3", "- 1", "e5", "0x1A".trim_start_matches('0'), "INF", "\0"] {
        assert_eq!(parse(s), None, "{s:?}");
    }
    assert!(is_numeric(b" 1.5e3 ") && !is_numeric(b"1 2"));
    assert_eq!(
        (str_to_int(b"1e3xyz"), str_to_int(b"zzz"), str_to_int(b"1e1000"), str_to_int(b"99999999999999999999")),
        (1000, 0, 0, i64::MAX)
    );
    assert_eq!((str_to_float(b" 1.5abc"), strtod(b"1e5x"), strtod(b"x")), (1.5, (1e5, 3), (0.0, 0)));
}

#[test]
fn floats_become_ints_modulo_2_64() {
    let cases = [(1.9, 1), (-1.9, -1), (f64::NAN, 0), (f64::INFINITY, 0), (9223372036854775808.0, i64::MIN), (1e19, 1e19 as u64 as i64)];
    for (d, want) in cases {
        assert_eq!(float_to_int(d), want, "{d}");
    }
    assert_eq!(float_to_int(-1e19), (-10_000_000_000_000_000_000i128) as i64);
    assert!(float_is_int(3.0) && !float_is_int(3.5) && !float_is_int(1e19) && !float_is_int(f64::NAN));
}

#[test]
fn numeric_strings_compare_as_numbers() {
    use Ordering::*;
    let cases = [
        ("10", "1e1", Equal),
        ("abc", "ABC", Greater),
        ("10", "9", Greater),
        ("10", "9a", Less),
        (" 1", "1", Equal),
        ("1 ", "1", Equal),
        ("9223372036854775808", "9223372036854775807", Greater),
        ("9223372036854775808", "9223372036854775809", Less),
        ("1e1000", "1e2000", Less),
        ("", "0", Less),
    ];
    for (a, b, want) in cases {
        assert_eq!(smart_str_compare(a.as_bytes(), b.as_bytes()), want, "{a:?} {b:?}");
        assert_eq!(smart_str_equal(a.as_bytes(), b.as_bytes()), want == Equal);
    }
    assert_eq!((compare_int_string(0, b""), compare_int_string(0, b"a")), (Greater, Less));
    assert_eq!((compare_int_string(1, b"1.5"), compare_float_string(1.5, b"1.5", 17)), (Less, Equal));
    assert_eq!(compare_int_float(1, f64::NAN), None);
}

#[test]
fn names_in_data_are_those_of_the_program() {
    let text = b"a name that only this test has";
    for _ in 0..2 {
        let new = PhpStr::name_in_data(text);
        assert_eq!((new.as_bytes(), new.is_interned(), new.hash()), (&text[..], false, PhpStr::new(text).hash()));
    }
    let interned = PhpStr::interned(text);
    for _ in 0..2 {
        assert!(PhpStr::name_in_data(text).ptr_eq(&interned));
    }
    assert!(!PhpStr::name_in_data(b"another that only this test has").is_interned());
    assert_eq!((PhpStr::name_in_data(b"").as_bytes(), PhpStr::name_in_data(b"x").as_bytes()), (&b""[..], &b"x"[..]));
}
