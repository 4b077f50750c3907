//! The tree of files in a built program: whatever its tables hold, every path is found or not, and every file is read or damaged.
#![no_main]

use loxo_files::{Manifest, Tree, sealed};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // As it is, which its hashes refuse, and with hashes that are right.
    let _ = Tree::open(Box::new(data.to_vec()), 0);
    let Some((&[first, second], rest)) = data.split_first_chunk::<2>() else { return };
    let (entries, rest) = rest.split_at(rest.len().min(usize::from(first) * 8));
    let (names, contents) = rest.split_at(rest.len().min(usize::from(second)));
    let manifest = Manifest { root: b"/app".to_vec(), ..Manifest::default() };
    let bytes = sealed(&manifest, entries.to_vec(), names.to_vec(), contents.to_vec());
    let tree = Tree::open(Box::new(bytes), 0).expect("its hashes are right");
    assert_eq!(tree.manifest, manifest);
    for index in 0..tree.len() {
        let entry = tree.entry(index).expect("is within");
        let path = tree.path(&entry);
        for follow in [false, true] {
            let _ = tree.find(&path, follow);
        }
        let _ = (tree.content(&entry), tree.unit(&entry), tree.target(&entry));
        tree.names(&entry).for_each(drop);
    }
});
