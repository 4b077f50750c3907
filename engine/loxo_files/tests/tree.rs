//! A tree that was packed: what is found in it, and what becomes of bytes that have changed.

use std::path::Path;

use loxo_files::{Damaged, Manifest, Packer, Tree};
use rustix::fs::{Access, FileType, Mode, OFlags};
use rustix::io::Errno;

fn manifest() -> Manifest {
    Manifest { root: b"/app".to_vec(), entry: b"bin/run".to_vec(), serve: None, defines: vec![b"a=b=c".to_vec()] }
}

fn packed() -> Vec<u8> {
    let mut packer = Packer::default();
    // In no order: a tree has its own.
    packer.file(b"src/b.php", false, 7, b"<?php // ".repeat(100), Some(b"a unit".to_vec()));
    packer.folder(b"", 9);
    packer.folder(b"src", 8);
    packer.folder(b"src/sub", 8);
    packer.file(b"src.txt", false, 7, b"short".to_vec(), None);
    packer.file(b"src/empty", false, 7, Vec::new(), None);
    packer.folder(b"bin", 7);
    packer.file(b"bin/run", true, -1, b"#!".to_vec(), None);
    packer.link(b"linked", 7, b"src");
    packer.link(b"bin/b", 7, b"linked/b.php");
    packer.link(b"round", 7, b"round");
    packer.finish(&manifest())
}

fn open(bytes: Vec<u8>) -> Result<Tree, Damaged> {
    Tree::open(Box::new(bytes), 0)
}

#[test]
fn everything_is_found() {
    let tree = open(packed()).expect("can be opened");
    assert_eq!(tree.manifest, manifest());
    let names = |path: &[u8]| {
        let folder = tree.find(path, true).expect("is there");
        tree.names(&folder).map(|(name, _)| String::from_utf8_lossy(name).into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(b""), ["bin", "linked", "round", "src", "src.txt"]);
    assert_eq!(names(b"linked"), ["b.php", "empty", "sub"]);
    assert_eq!(names(b"src/sub"), [""; 0]);
    let file = tree.find(b"bin/b", true).expect("is there");
    assert_eq!((tree.path(&file), file.mode, file.mtime, file.size), (b"src/b.php".to_vec(), 0o100_644, 7, 900));
    assert_eq!(tree.content(&file), Ok(b"<?php // ".repeat(100)));
    assert_eq!(tree.unit(&file), Ok(Some(b"a unit".to_vec())));
    let script = tree.find(b"bin/run", true).expect("is there");
    assert_eq!((script.mode, script.mtime, tree.unit(&script)), (0o100_755, -1, Ok(None)));
    assert!(tree.find(b"bin/b", false).is_ok_and(|link| link.is_link() && tree.target(&link) == b"linked/b.php"));
    for (path, error) in [
        (&b"missing"[..], Errno::NOENT),
        (b"missing/else", Errno::NOENT),
        (b"src/missing", Errno::NOENT),
        (b"src.txt/below", Errno::NOTDIR),
        (b"linked/missing", Errno::NOENT),
        (b"linked/b.php/x", Errno::NOTDIR),
        (b"round", Errno::LOOP),
        (b"round/x", Errno::LOOP),
    ] {
        assert_eq!(tree.find(path, true).err(), Some(error), "{}", String::from_utf8_lossy(path));
    }
}

#[test]
fn every_byte_is_checked_before_it_is_used() {
    let bytes = packed();
    let read_all = |tree: &Tree| {
        let entries = (0..tree.len()).map(|index| tree.entry(index).expect("is within"));
        entries.filter(|entry| entry.is_file()).all(|file| tree.content(&file).is_ok() && tree.unit(&file).is_ok())
    };
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(!open(changed).is_ok_and(|tree| read_all(&tree)), "byte {at}");
    }
    for end in 0..bytes.len() {
        assert!(!open(bytes[..end].to_vec()).is_ok_and(|tree| read_all(&tree)), "the first {end} bytes");
    }
}

/// One process sees one tree, so this is one test.
#[test]
fn the_process_sees_the_tree_at_its_place() {
    let path = Path::new;
    assert_eq!(loxo_files::stat(path("/app/src")).err(), Some(Errno::NOENT));
    loxo_files::install(open(packed()).expect("can be opened"));
    assert!(loxo_files::is_dir(path("/app")) && loxo_files::is_dir(path("/app/")) && loxo_files::is_dir(path("//app/src/../.")));
    assert!(loxo_files::is_file(path("/missing/../app/linked/b.php")) && !loxo_files::exists(path("/app/src.txt/")));
    assert!(!loxo_files::exists(path("/application")));
    assert_eq!(loxo_files::read(path("/app/src.txt")).ok(), Some(b"short".to_vec()));
    assert_eq!(loxo_files::canonicalize(path("/app/bin/../bin/b")).ok().as_deref(), Some(path("/app/src/b.php")));
    assert_eq!(loxo_files::canonicalize(path("/app/.")).ok().as_deref(), Some(path("/app")));
    assert_eq!(loxo_files::read_link(path("/app/linked")).ok().as_deref(), Some(path("/app/src")));
    assert!(loxo_files::lstat(path("/app/linked")).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_symlink()));
    let about = loxo_files::about(path("/app/src/b.php")).expect("is there");
    assert_eq!((about.size, about.is_file(), about.device), (900, true, 0));
    let mut names = Vec::new();
    loxo_files::each_name(path("/app/bin"), |name, kind| names.push((name.to_vec(), kind.is_symlink()))).expect("can be listed");
    assert_eq!(names, [(b".".to_vec(), false), (b"..".to_vec(), false), (b"b".to_vec(), true), (b"run".to_vec(), false)]);

    let mut text = String::new();
    let mut file = loxo_files::open_file(path("/app/src.txt")).expect("can be opened");
    std::io::Read::read_to_string(&mut file, &mut text).expect("can be read");
    assert_eq!(text, "short");
    assert!(std::io::Write::write(&mut file, b"x").is_err());
    let copied = loxo_files::system_path(path("/app/src.txt"));
    assert_eq!(std::fs::read(&copied).ok(), Some(b"short".to_vec()));
    assert_eq!(loxo_files::system_path(path("/etc/none")), path("/etc/none"));
    let write = |name: &str, flags: OFlags| loxo_files::open(path(name), OFlags::WRONLY | flags, Mode::RUSR).err();
    assert_eq!(write("/app/src.txt", OFlags::TRUNC), Some(Errno::ROFS));
    assert_eq!(write("/app/new", OFlags::CREATE), Some(Errno::ROFS));
    assert_eq!(write("/app/src.txt", OFlags::CREATE | OFlags::EXCL), Some(Errno::EXIST));
    assert_eq!(write("/app/none/new", OFlags::CREATE), Some(Errno::NOENT));
    assert_eq!(write("/app/src", OFlags::empty()), Some(Errno::ISDIR));
    assert_eq!(loxo_files::may_create(path("/app/src/new")).err(), Some(Errno::ROFS));
    assert_eq!(loxo_files::may_create(path("/app/src.txt/new")).err(), Some(Errno::NOTDIR));
    assert_eq!(loxo_files::may_change(path("/app/linked")).err(), Some(Errno::ROFS));
    assert_eq!(loxo_files::may_change(path("/app/missing")).err(), Some(Errno::NOENT));
    assert_eq!(loxo_files::may_change(path("/application")).err(), None);
    assert_eq!(loxo_files::access(path("/app/src.txt"), Access::WRITE_OK).err(), Some(Errno::ROFS));
    assert_eq!(loxo_files::access(path("/app/src.txt"), Access::EXEC_OK).err(), Some(Errno::ACCESS));
    assert_eq!(loxo_files::access(path("/app/bin/run"), Access::READ_OK | Access::EXEC_OK), Ok(()));
}
