//! The archives that a request knows, by path and by alias.

use std::cell::RefCell;
use std::rc::Rc;

use indexmap::IndexMap;
use loxo_runtime::paths;
use loxo_runtime::{Cx, ExtSlot};

use crate::archive::{ArchiveRef, Try, Unused, fail, flag};

/// What a request knows of archives.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) archives: IndexMap<Vec<u8>, ArchiveRef>,
    pub(crate) aliases: IndexMap<Vec<u8>, ArchiveRef>,
    /// What was asked for last: the archive, its name, and the alias.
    pub(crate) last: Option<(ArchiveRef, Vec<u8>, Vec<u8>)>,
    /// The directory in the archive of the first script that was included from it.
    pub(crate) cwd: Option<Vec<u8>>,
    pub(crate) cwd_known: bool,
    pub(crate) intercepting: bool,
    /// Which of `$_SERVER`'s entries `Phar::webPhar()` changes.
    pub(crate) munged: u8,
    /// The key of `setSignatureAlgorithm()`.
    pub(crate) private_key: Vec<u8>,
}

impl ExtSlot for Registry {}

thread_local! {
    static UNUSED: RefCell<Vec<Unused>> = const { RefCell::new(Vec::new()) };
}

/// Notes that an archive may be in use no more; [`registry`] looks after it.
pub(crate) fn note_unused(archive: Unused) {
    UNUSED.with_borrow_mut(|unused| unused.push(archive));
}

/// The request's registry, without what is in use no more and need not be kept.
pub(crate) fn registry(cx: &mut Cx) -> &mut Registry {
    let unused = UNUSED.with_borrow_mut(std::mem::take);
    let own = cx.ext::<Registry>();
    for archive in unused.iter().filter_map(Unused::upgrade) {
        if archive.refs.get() == 0 && !archive.stays.replace(false) {
            own.release(&archive);
        }
    }
    own
}

/// The end of a request.
pub(crate) fn forget() {
    UNUSED.with_borrow_mut(Vec::clear);
}

impl Registry {
    /// An archive that nobody uses: its file is closed, and it is forgotten if that costs nothing.
    fn release(&mut self, archive: &ArchiveRef) {
        self.last = None;
        let mut data = archive.edit();
        let mut forget = data.manifest.is_empty();
        let whole = data.flags & flag::WHOLE != 0;
        if data.file.is_some() && (!whole || data.alias.is_none()) {
            data.file = None;
            forget |= whole;
        }
        let name = data.name.clone();
        drop(data);
        if forget {
            self.remove(&name);
        }
    }

    /// Forgets an archive and its aliases.
    pub(crate) fn remove(&mut self, name: &[u8]) -> bool {
        self.last = None;
        let Some(archive) = self.archives.shift_remove(name) else { return false };
        self.aliases.retain(|_, other| !Rc::ptr_eq(other, &archive));
        true
    }

    /// Frees an alias by forgetting the archive that has it, if nobody uses that.
    pub(crate) fn free_alias(&mut self, archive: &ArchiveRef) -> bool {
        if archive.refs.get() != 0 {
            return false;
        }
        let name = archive.name();
        self.remove(&name)
    }

    fn remember(&mut self, archive: &ArchiveRef) -> ArchiveRef {
        let (name, alias) = (archive.name(), archive.get().alias_bytes().to_vec());
        self.last = Some((archive.clone(), name, alias));
        archive.clone()
    }

    /// Gives an archive that was found an alias for this request.
    fn rename_alias(&mut self, archive: &ArchiveRef, alias: &[u8], name: &[u8]) -> Try<()> {
        let (own, temporary) = (archive.get().alias_bytes().to_vec(), archive.get().temporary_alias);
        if !temporary && own != alias {
            return overloaded(alias, archive, name);
        }
        self.aliases.shift_remove(&own);
        self.aliases.insert(alias.to_vec(), archive.clone());
        Ok(())
    }
}

fn overloaded<T>(alias: &[u8], archive: &ArchiveRef, name: &[u8]) -> Try<T> {
    fail("alias \"{}\" is already used for archive \"{}\" cannot be overloaded with \"{}\"", &[alias, &archive.name(), name])
}

/// The archive of a path, or of an alias in its place. With `alias`, it gets that for this request.
pub(crate) fn find(cx: &mut Cx, name: &[u8], alias: Option<&[u8]>) -> Try<ArchiveRef> {
    let alias = alias.filter(|alias| !alias.is_empty());
    let own = registry(cx);
    if let Some((archive, last, _)) = own.last.clone()
        && last == name
    {
        if let Some(alias) = alias {
            own.rename_alias(&archive, alias, name)?;
            own.last = Some((archive.clone(), last, alias.to_vec()));
        }
        return Ok(archive);
    }
    if let Some(alias) = alias {
        let last = own.last.as_ref().filter(|(_, _, known)| known == alias).map(|(archive, ..)| archive.clone());
        if let Some(archive) = last.or_else(|| own.aliases.get(alias).cloned()) {
            let other = archive.name();
            if other != name {
                // It may go if nobody uses it; this attempt fails all the same.
                if own.free_alias(&archive) {
                    return Err(None);
                }
                return overloaded(alias, &archive, name);
            }
            own.last = Some((archive.clone(), other, alias.to_vec()));
            return Ok(archive);
        }
    }
    if name.is_empty() {
        return Err(None);
    }
    if let Some(archive) = own.archives.get(name).cloned() {
        if let Some(alias) = alias {
            own.rename_alias(&archive, alias, name)?;
        }
        return Ok(own.remember(&archive));
    }
    if let Some(archive) = own.aliases.get(name).cloned() {
        return Ok(own.remember(&archive));
    }
    let full = paths::expand(cx, name);
    let own = registry(cx);
    let Some(archive) = own.archives.get(&full).cloned() else { return Err(None) };
    if let Some(alias) = alias {
        own.aliases.entry(alias.to_vec()).or_insert_with(|| archive.clone());
    }
    Ok(own.remember(&archive))
}

/// `phar.readonly`
pub(crate) fn is_readonly(cx: &Cx) -> bool {
    cx.ini_bool("phar.readonly")
}
