//! What kernels answer, as text: other machines' answers, and wrong ones.

use loxo_hugepages::kernel::Kernel;
use loxo_hugepages::maps::parse;
use loxo_hugepages::{HUGE, Kinds, Range, part_of, reason, table};

/// A program whose text lies on pages of all kinds, a library that lies otherwise in its file, the system's own page.
const SMAPS: &str = include_str!("smaps.txt");

#[test]
fn mappings() {
    let all = parse(SMAPS);
    let text = &all[0];
    assert_eq!((text.range.len(), text.offset, text.executable), (6 << 20, 0x20_0000, true));
    assert_eq!((text.name.as_str(), text.file, text.huge()), ("/usr/sbin/a program", 4 << 20, 4 << 20));
    assert_eq!(
        all.iter().map(|mapping| mapping.name.as_str()).collect::<Vec<_>>(),
        ["/usr/sbin/a program", "/usr/lib/libx.so", "", "/memfd:code (deleted)", "[heap]", "[vdso]"]
    );
    assert_eq!((all[2].anonymous, all[3].shared, all[4].executable), (2 << 20, 2 << 20, false));
}

#[test]
fn which_are_meant() {
    let all = parse(SMAPS);
    let meant = |kinds: Kinds| all.iter().map(|mapping| kinds.has(mapping)).collect::<Vec<_>>();
    assert_eq!(meant(Kinds::Files), [true, true, false, true, false, false]);
    assert_eq!(meant(Kinds::Anonymous), [false, false, true, false, false, false]);
    assert_eq!(meant(Kinds::Both), [true, true, true, true, false, false]);
}

#[test]
fn reasons() {
    let kernel = Kernel { anonymous: "madvise".into(), ..Kernel::default() };
    let mut all = parse(SMAPS);
    assert_eq!(reason(&all[0], &kernel), Some("not asked for: loxo hugepages apply"));
    assert_eq!(reason(&all[0], &Kernel::default()), Some("the kernel has no transparent huge pages"));
    assert_eq!(reason(&all[1], &kernel), Some("lies otherwise in its file: link with -z max-page-size=2097152"));
    assert_eq!(reason(&all[2], &kernel), None);
    assert_eq!(reason(&all[5], &kernel), Some("no whole huge page"));
    all[0].refused = true;
    assert_eq!(reason(&all[0], &kernel), Some("the program refuses them (MADV_NOHUGEPAGE)"));
    let shown = table(&all, &kernel);
    assert_eq!(shown.lines().count(), 5, "{shown}");
    assert!(shown.contains("(anonymous)") && !shown.contains("heap"), "{shown}");
}

#[test]
fn wrong_answers() {
    for length in 0..SMAPS.len() {
        parse(SMAPS.get(..length).unwrap_or(""));
    }
    let all = parse(
        "5-3 r-xp 0 0 0\nffffffffffffffff-0 r-xp 0 00:00 0\nRss: 1 kB\n0-ffffffffffffffff r-xp ffffffffffffffff 0 0 x\nRss: 99999999999999999999 kB\n",
    );
    assert_eq!(all.len(), 1);
    table(&all, &Kernel::default());
}

#[test]
fn first_and_last_pages() {
    let text = |start, end| Range { start, end };
    let part = |range, pad| {
        let part = part_of(range, pad);
        (part.start, part.end)
    };
    // 64 KiB in the first page, 1 MiB in the last one.
    let range = text(2 * HUGE - (64 << 10), 4 * HUGE + (1 << 20));
    assert_eq!(part(range, 64 << 10), (HUGE, 5 * HUGE));
    assert_eq!(part(range, 65 << 10), (2 * HUGE, 5 * HUGE));
    assert_eq!(part(range, 2 << 20), (2 * HUGE, 4 * HUGE));
    assert_eq!(part(text(HUGE, 2 * HUGE), 0), (HUGE, 2 * HUGE));
    // All of it in one page.
    assert_eq!(part(text(HUGE + 4096, HUGE + 8192), 1), (HUGE, 2 * HUGE));
    assert!(part_of(text(HUGE + 4096, HUGE + 8192), 1 << 20).is_empty());
}

#[test]
fn kernels() {
    let folder = std::env::temp_dir().join(format!("loxo-kernel-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("transparent_hugepage")).expect("a folder");
    assert_eq!(Kernel::read(&folder), Kernel::default());
    std::fs::write(folder.join("transparent_hugepage/enabled"), "[always] madvise never\n").expect("a file");
    std::fs::create_dir_all(folder.join("hugepages/hugepages-2048kB")).expect("a folder");
    std::fs::write(folder.join("hugepages/hugepages-2048kB/free_hugepages"), "12\n").expect("a file");
    let kernel = Kernel::read(&folder);
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!((kernel.anonymous.as_str(), kernel.shared.as_str(), kernel.reserved), ("always", "", 12));
}
