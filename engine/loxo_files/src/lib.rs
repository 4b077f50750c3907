//! Files as programs see them: those of the disk, and the tree of files that a built program (`loxo build`) carries in itself.
//!
//! Whoever looks at a file that a PHP program names asks here: [`stat`], [`open`], [`read`], [`canonicalize`], [`each_name`]. A process without
//! a tree pays for that with one load. A tree has a place of its own, a path below which nothing of the disk is seen; it is read-only, and what
//! would change it is refused as on a read-only file system. What the path of a program's own machinery is (settings, logs, sockets) needs
//! none of this.
//!
//! Modules: `tree` (the format, and finding things in it), `pack` (making one), `program` (the file of the running program, where a tree lies),
//! `view` (the disk and the tree as one), `remote` (file systems that others may change).
#![forbid(unsafe_code)]

mod pack;
mod path;
mod program;
mod remote;
mod tree;
mod view;

pub use pack::{Packer, sealed};
pub use path::normalize;
pub use program::{BuildError, build_id, carried, write_program};
pub use remote::is_remote;
pub use tree::{Damaged, Entry, LONGEST, Manifest, ReadAt, Tree};
pub use view::{
    About, about, access, canonicalize, each_name, entry, exists, install, is_dir, is_file, lstat, may_change, may_create, open, open_file,
    read, read_link, stat, system_path, unit,
};
