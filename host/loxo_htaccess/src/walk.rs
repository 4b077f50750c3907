//! From the path of an address to a file: which folders' rules count, what of the path is behind the file, and what the file's name says.

use std::borrow::Cow;
use std::sync::Arc;

use crate::bytes::{climbs_out, find, normal_path, shown};
use crate::expr::evaluate;
use crate::options::Options;
use crate::rules::{FilesMatcher, IfSection, Rules};
use crate::sources::Sources;
use crate::state::{Handler, State};
use crate::view::{About, Kind};

/// Folders within each other; deeper paths are refused.
const DEEPEST: usize = 200;

/// Finds the file of `State::filename`, which is an absolute path, and merges the rules that count. The error is the status of the answer.
pub(crate) fn find_file(state: &mut State<'_>) -> Result<(), u16> {
    let mut sources = Sources::default();
    state.sources = None;
    let found = walk(state, &mut sources);
    match found {
        Ok(()) => state.sources = Some(Arc::new(sources)),
        // Rules that were met before a fault count for nothing.
        Err(_) => state.rules = state.world.site.own.clone(),
    }
    found
}

fn walk(state: &mut State<'_>, sources: &mut Sources) -> Result<(), u16> {
    let root = state.world.site.root.clone();
    state.rules = state.world.site.own.clone();
    state.path_info.clear();
    state.kind = None;
    state.modified = None;
    let path = std::mem::take(&mut state.filename);
    let Some(rest) = path.strip_prefix(&root[..]).filter(|rest| rest.is_empty() || rest.starts_with(b"/")) else {
        state.filename = path;
        state.error(&format!("{} is outside of the site's folder", shown(&state.filename)));
        return Err(403);
    };
    let mut known = root;
    enter(state, sources, &mut known)?;
    // Rules of a site make paths that nobody has looked at.
    let Some(rest) = inside(rest) else {
        state.filename = path;
        state.error(&format!("{} leads out of the site's folder", shown(&state.filename)));
        return Err(403);
    };
    let mut rest = rest.strip_prefix(b"/").unwrap_or(&rest);
    let mut depth = 0;
    state.kind = Some(Kind::Folder);
    while !rest.is_empty() {
        depth += 1;
        if depth > DEEPEST {
            return Err(404);
        }
        let end = find(rest, b'/').unwrap_or(rest.len());
        known.extend_from_slice(&rest[..end]);
        rest = &rest[end..];
        let about = state.world.files.about(&known);
        check_link(state, &known, about)?;
        state.kind = about.map(|about| about.kind);
        state.modified = about.map(|about| about.modified);
        match state.kind {
            Some(Kind::Folder) => {
                let has_slash = !rest.is_empty();
                enter(state, sources, &mut known)?;
                if has_slash {
                    rest = &rest[1..];
                } else {
                    known.pop();
                }
            }
            Some(Kind::File) | None => break,
            Some(_) => {
                state.filename = known;
                return Err(403);
            }
        }
    }
    state.path_info = rest.to_vec();
    state.filename = known;
    merge_sections(state, sources);
    Ok(())
}

/// A path without dot segments. `None`: it climbs above where it begins.
fn inside(path: &[u8]) -> Option<Cow<'_, [u8]>> {
    let is_plain = !path.windows(2).any(|pair| matches!(pair, b"//" | b"/."));
    if is_plain {
        return Some(Cow::Borrowed(path));
    }
    (!climbs_out(path)).then(|| Cow::Owned(normal_path(path)))
}

/// Takes in the rules of a folder, whose path gets its slash.
fn enter(state: &mut State<'_>, sources: &mut Sources, folder: &mut Vec<u8>) -> Result<(), u16> {
    folder.push(b'/');
    if state.world.site.allow.is_none() {
        return Ok(());
    }
    let Some(file) = state.world.folders.get(folder) else { return Ok(()) };
    match &file.rules {
        Ok(_) if state.world.site.has_no_rules && Arc::ptr_eq(&state.rules, &state.world.site.own) => state.rules = file.alone.clone(),
        Ok(rules) => Arc::make_mut(&mut state.rules).merge(rules),
        Err(fault) => {
            let name = String::from_utf8_lossy(&state.world.site.file_name).into_owned();
            state.error(&format!("{}{name}:{}: {}", shown(folder), fault.line, shown(fault.message.as_bytes())));
            state.filename = std::mem::take(folder);
            // Without a line: it could not be read.
            return Err(if fault.line == 0 { 403 } else { 500 });
        }
    }
    sources.folders.push(file);
    Ok(())
}

/// Symbolic links that `Options` forbid to follow, or whose target does not exist.
fn check_link(state: &mut State<'_>, path: &[u8], target: Option<About>) -> Result<(), u16> {
    let options = state.rules.options;
    if options.follow_links() && target.is_some() {
        return Ok(());
    }
    let Some(link) = state.world.files.about_link(path).filter(|about| about.kind == Kind::Link) else { return Ok(()) };
    if options.follow_owners_links() && target.is_some_and(|target| target.owner == link.owner) {
        return Ok(());
    }
    state.filename = path.to_vec();
    state.error(&format!("Symbolic link not allowed or link target not accessible: {}", shown(path)));
    Err(403)
}

/// Merges `<Files>` whose names fit, then `<If>` whose conditions hold.
fn merge_sections(state: &mut State<'_>, sources: &mut Sources) {
    let name = state.filename.rsplit(|b| *b == b'/').next().unwrap_or_default().to_vec();
    sources.is_script = state.world.site.is_script(&name);
    sources.is_hidden = name.starts_with(b".ht");
    // A server names its scripts by a `<FilesMatch>` of its own, which counts before those of folders, and after what they say outside of theirs: so
    // Debian's packages have it, and the text of a script is not shown for a handler that is known to nobody.
    if sources.is_script {
        let options = state.rules.options.with(Options::of_section());
        if state.rules.core.handler.is_some() || options != state.rules.options {
            let rules = Arc::make_mut(&mut state.rules);
            rules.core.handler = rules.core.handler.as_ref().map(|_| Some(b"application/x-httpd-php".to_vec()));
            rules.options = options;
        }
    }
    if !state.rules.files.is_empty() {
        for section in state.rules.files.clone() {
            let fits = match &section.matches {
                FilesMatcher::Wildcards(pattern) => crate::pattern::wildcards_match(pattern, &name, true),
                FilesMatcher::Pattern(pattern) => match pattern.named(&name) {
                    Some(groups) => {
                        for (group, held) in groups {
                            state.env.set(&[b"MATCH_", &group.to_ascii_uppercase()[..]].concat(), &held);
                        }
                        true
                    }
                    None => false,
                },
            };
            if fits {
                Arc::make_mut(&mut state.rules).merge(&section.rules);
                sources.files.push(section);
            }
        }
    }
    let sections = state.rules.conditional.clone();
    merge_conditional(state, sources, &sections, false);
}

/// Sections within sections count, too; how deep they are is bounded where they are read.
fn merge_conditional(state: &mut State<'_>, sources: &mut Sources, sections: &[Arc<IfSection>], is_nested: bool) {
    for section in sections {
        let held = section.branches.iter().position(|(expr, _)| evaluate::holds(expr, state));
        let Some((at, (_, rules))) = held.and_then(|at| Some((at, section.branches.get(at)?))) else { continue };
        sources.is_nested |= is_nested;
        sources.conditional.push((section.clone(), at));
        Arc::make_mut(&mut state.rules).merge(rules);
        merge_conditional(state, sources, &rules.conditional, true);
    }
}

/// Type, handler and coding, by the name and by what rules say.
pub(crate) fn find_type(state: &mut State<'_>) {
    let rules = state.rules.clone();
    let name = match rules.mime.uses_path_info {
        Some(true) => [&state.filename[..], &state.path_info].concat(),
        _ => state.filename.clone(),
    };
    if state.kind != Some(Kind::Folder) {
        let typed = rules.mime.of_name(&name, &state.world.site.type_of);
        state.content_type = typed.kind.map(|kind| kind.to_vec());
        if let (Some(kind), Some(charset)) = (&mut state.content_type, typed.charset) {
            kind.extend([b"; charset=", &charset[..]].concat());
        }
        state.coding = typed.coding;
        state.language = typed.language.or_else(|| rules.mime.language.as_ref().map(|language| language.to_vec()));
        state.handler = typed.handler.map(Handler::Named);
    }
    if let Some(Some(kind)) = &rules.core.forced_type {
        state.content_type = Some(kind.clone());
    }
    state.handler_is_set = false;
    if let Some(handler) = &rules.core.handler {
        state.handler = handler.as_ref().map(|handler| Handler::Named(handler.to_ascii_lowercase().into()));
        state.handler_is_set = true;
    }
}

/// Whether PHP runs what the request has come to.
pub(crate) fn is_script(state: &State<'_>) -> bool {
    let rules: &Rules = &state.rules;
    let engine = rules.settings.iter().rev().find(|setting| setting.name == b"engine");
    let is_off = |value: &[u8]| matches!(value.to_ascii_lowercase().as_slice(), b"off" | b"0" | b"false" | b"no");
    if engine.is_some_and(|setting| is_off(&setting.value)) {
        return false;
    }
    if let Some(handler) = &state.forced_handler {
        return is_php(handler);
    }
    match &state.handler {
        Some(Handler::Named(name)) if state.handler_is_set || is_php(name) => is_php(name),
        // `SetHandler None`: as the site has it.
        _ => state.world.site.is_script(&state.filename) || state.content_type.as_deref().is_some_and(is_php),
    }
}

/// Names under which PHP is known as a handler.
fn is_php(handler: &[u8]) -> bool {
    let by_name = handler.strip_prefix(b"application/x-httpd-").unwrap_or(handler);
    let version = by_name.strip_prefix(b"php").map(|rest| rest.strip_suffix(b"-script").unwrap_or(rest));
    let is_version = |rest: &[u8]| rest.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    version.is_some_and(is_version) || handler.starts_with(b"proxy:") && crate::bytes::contains(handler, b"fcgi:")
}
