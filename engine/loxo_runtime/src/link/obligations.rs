//! Checks that need classes which are not loaded: loads them, then checks again.

use super::Linker;
use super::draft::{Check, fault};
use super::subtype::Status;
use crate::display::name_text;

impl Linker<'_> {
    pub fn has_obligations(&self) -> bool {
        !(self.waiting_methods.is_empty()
            && self.waiting_properties.is_empty()
            && self.waiting_constants.is_empty()
            && self.waiting_hooks.is_empty())
    }

    /// Autoloads what the checks asked for.
    pub fn load_missing(&mut self) -> Check {
        let missing = std::mem::take(&mut self.asked.borrow_mut().missing);
        for id in missing {
            let name = id.name();
            if self.cx.class(name.as_bytes()).is_err() {
                // There is no half-linked class to throw away: others may be built on it already.
                let mut message = format!("During inheritance of {}, while autoloading {}", name_text(&self.name), name_text(&name));
                if let Some(exception) = self.cx.exception.take() {
                    let text = crate::error::throwable_to_string(self.cx, &exception).unwrap_or_default();
                    message = format!("{message}: Uncaught {}", String::from_utf8_lossy(&text));
                }
                return fault(message);
            }
        }
        Ok(())
    }

    /// What is unresolved now stays so.
    pub fn settle_obligations(&mut self) -> Check {
        for waiting in std::mem::take(&mut self.waiting_methods) {
            let status = self.universe().replaces(&waiting.child, &waiting.parent);
            self.judge_signature(&waiting.child, &waiting.parent, status)?;
        }
        for waiting in std::mem::take(&mut self.waiting_properties) {
            if self.property_type_status(&waiting.child, &waiting.parent, waiting.variance) != Status::Yes {
                return self.property_type_fault(&waiting.child, &waiting.parent, waiting.variance);
            }
        }
        for waiting in std::mem::take(&mut self.waiting_constants) {
            let child = self.constants.get(&waiting.name);
            if child.is_some_and(|child| self.constant_type_status(child, &waiting.parent) != Status::Yes) {
                return self.constant_type_fault(&waiting.parent);
            }
        }
        for name in std::mem::take(&mut self.waiting_hooks) {
            if let Some(prop) = self.props.get(&name)
                && self.hook_type_status(prop) != Status::Yes
            {
                return self.hook_type_fault(prop);
            }
        }
        Ok(())
    }
}
