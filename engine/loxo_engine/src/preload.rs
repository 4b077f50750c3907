//! `opcache.preload`: a script that runs when the process starts, and leaves its functions and classes to all requests.

use std::cell::RefCell;

use loxo_bytecode::ClassFlags;
use loxo_runtime::ini::Ini;
use loxo_runtime::{Class, ClassId, Cx, ErrorLevel, FnId, Func, RequestInfo, Sapi};
use loxo_units::LoadedUnit;
use loxo_units::preloaded::{self, Preloaded};
use loxo_vm::Vm;

use crate::files::FileId;
use crate::request::{failed_opening, run_file};
use crate::resolve_path::resolve;
use crate::sources::{Units, sources};
use crate::{Engine, Outcome, Request};

impl Engine {
    /// Runs a preload script, with nothing of an earlier one; what it declares is that of all requests which begin later. False: it did not get to
    /// its end, and all is as before.
    pub fn preload(&self, sapi: Box<dyn Sapi>, info: RequestInfo, ini: Ini, path: &[u8]) -> bool {
        let mut request = self.begin(sapi, info, ini, |_| ());
        sources(request.cx()).preloading = Some(Units::default());
        request.set_superglobals();
        let outcome = request.guarded(|cx| match resolve(cx, path) {
            Some(resolved) => match run_file(cx, &resolved)? {
                Some(_) => Ok(()),
                None => Err(failed_opening(cx, path)),
            },
            None => Err(failed_opening(cx, path)),
        });
        let good = outcome == Outcome::Done;
        request.finish();
        if good {
            request.keep_declarations();
        }
        request.release();
        good
    }
}

impl Request {
    /// Links what was only compiled, and makes all declarations those of every request to come.
    fn keep_declarations(&mut self) {
        self.guarded(|cx| {
            link_preloaded(cx);
            cx.flush_pending();
            Ok(())
        });
        let cx = self.cx();
        let scripts = sources(cx).files.paths().map(|path| path.to_vec()).collect();
        let functions: Vec<_> = cx.declared.fns.iter().filter_map(|&id| Some((id, cx.func(id)?))).collect();
        let classes: Vec<_> = cx.declared.classes.iter().filter_map(|&id| Some((id, cx.class_by_id(id)?))).collect();
        let addresses = functions.iter().map(|(_, func)| std::ptr::from_ref::<Func>(func) as usize);
        let addresses = addresses.chain(classes.iter().map(|(_, class)| std::ptr::from_ref::<Class>(class) as usize)).collect();
        preloaded::install(Preloaded { functions, classes, addresses, scripts });
    }
}

fn link_preloaded(cx: &mut Cx) {
    // Neither handlers nor autoloaders of the script have a say in what follows.
    cx.autoloaders.clear();
    cx.errors.handler = None;
    let units = sources(cx).preloading.take().unwrap_or_default();
    Vm::of(cx).grow_caches();
    let mut waiting: Vec<(&'static LoadedUnit, u32)> = Vec::new();
    for unit in &units.compiled {
        sources(cx).files.add(FileId::of(unit.path.as_bytes()));
        for &index in &unit.unit.hoisted_functions {
            let func = unit.funcs[index as usize];
            let id = FnId::of(func.name.as_bytes());
            if cx.func(id).is_none() {
                cx.set_func(id, func);
            }
        }
        waiting.extend(declared(unit, ClassFlags::TOP_LEVEL.with(ClassFlags::ANONYMOUS)));
    }
    for unit in &units.run {
        waiting.extend(declared(unit, ClassFlags::ANONYMOUS));
    }
    link_waiting(cx, waiting);
}

/// Links classes whose ancestors are there until none is left that can be; says why the others cannot.
fn link_waiting(cx: &mut Cx, mut waiting: Vec<(&'static LoadedUnit, u32)>) {
    loop {
        let before = waiting.len();
        waiting.retain(|&(unit, index)| cannot_preload(cx, unit, index).is_some());
        if waiting.len() == before {
            break;
        }
    }
    for (unit, index) in waiting {
        let Some(reason) = cannot_preload(cx, unit, index) else { continue };
        let decl = &unit.unit.classes[index as usize];
        let name = loxo_runtime::convert::shown_name(&decl.name);
        let message = [b"Can't preload unlinked class ", name, b": ", &reason[..]].concat();
        cx.raise_at(ErrorLevel::Warning, message, &*unit.unit.path, decl.start_line);
    }
}

/// Links a class, or says what keeps it from being linked.
fn cannot_preload(cx: &mut Cx, unit: &'static LoadedUnit, index: u32) -> Option<Vec<u8>> {
    let decl = &unit.unit.classes[index as usize];
    let id = ClassId::of(&decl.name);
    if cx.class_by_id(id).is_some() {
        return None;
    }
    let parents = decl.parent.iter().map(|name| ("parent", name));
    let interfaces = decl.interfaces.iter().map(|name| ("interface", name));
    let traits = decl.trait_uses.iter().map(|name| ("trait", name));
    for (kind, name) in parents.chain(interfaces).chain(traits) {
        if ClassId::find(name).and_then(|id| cx.class_by_id(id)).is_none() {
            return Some([b"Unknown ", kind.as_bytes(), b" ", name].concat());
        }
    }
    let refusal = RefCell::default();
    match Vm::of(cx).link(unit, index, false, Some(&refusal)) {
        Ok(class) => {
            cx.set_class(id, class);
            None
        }
        Err(_) => {
            // It may have been declared before its last checks.
            if let Some(place) = cx.classes.get_mut(id.0 as usize) {
                place.set(None);
            }
            cx.declared.classes.retain(|declared| *declared != id);
            cx.exception = None;
            Some(refusal.into_inner().into_bytes())
        }
    }
}

/// Classes of a unit with one of some flags.
fn declared(unit: &'static LoadedUnit, flags: ClassFlags) -> impl Iterator<Item = (&'static LoadedUnit, u32)> {
    let classes = unit.unit.classes.iter().enumerate();
    classes.filter(move |(_, decl)| decl.flags.any(flags)).map(move |(index, _)| (unit, index as u32))
}
