//! The settings `phar.readonly` and `phar.require_hash`, which a program may make stricter than the administrator and never laxer.

use loxo_runtime::Cx;
use loxo_runtime::ini::{IniStage, parse_bool};

use crate::registry::registry;

/// What the administrator forbids, programs cannot allow.
fn may_change(cx: &Cx, name: &[u8], value: bool) -> bool {
    let wanted = cx.ini.config().get(name).is_some_and(parse_bool);
    matches!(cx.ini.stage, IniStage::Activate | IniStage::Restore) || !wanted || value
}

/// `phar.readonly`
pub(crate) fn readonly_changes(cx: &mut Cx, value: &[u8]) -> bool {
    let value = parse_bool(value);
    if !may_change(cx, b"phar.readonly", value) {
        return false;
    }
    if cx.ini.stage == IniStage::Runtime {
        let archives: Vec<_> = registry(cx).archives.values().cloned().collect();
        for archive in archives {
            let mut archive = archive.edit();
            if !archive.is_data {
                archive.writeable = !value;
            }
        }
    }
    cx.ini.settles(true)
}

/// `phar.require_hash`
pub(crate) fn require_hash_changes(cx: &mut Cx, value: &[u8]) -> bool {
    let accepted = may_change(cx, b"phar.require_hash", parse_bool(value));
    cx.ini.settles(accepted)
}
