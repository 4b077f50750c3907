//! A debugger or a coverage driver that is loaded into a server.

use crate::finding::Finding;
use crate::observed::Observed;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let Some(name) = &observed.debugger else { return Vec::new() };
    let mode = observed.settings.get("xdebug.mode");
    if name == "xdebug" && mode == Some("off") {
        return Vec::new();
    }
    // Measured by many: a loaded Xdebug doubles the time of calls.
    let share = if name == "xdebug" { 0.4 } else { 0.1 };
    vec![Finding {
        rule: "debugger",
        share,
        what: format!("The extension {name} is loaded"),
        evidence: vec![format!(
            "{name}.so is mapped into the workers{}",
            mode.map_or_else(String::new, |mode| format!(", xdebug.mode={mode}"))
        )],
        fix: format!("Take {name} out of the server's configuration; it is for development. What it costs here is estimated."),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn it_is_found_unless_it_is_off() {
        let mut observed = healthy();
        observed.debugger = Some("xdebug".into());
        assert_eq!(look(&observed).len(), 1);
        observed.settings.set("xdebug.mode", "off");
        assert_eq!(look(&observed), []);
    }
}
