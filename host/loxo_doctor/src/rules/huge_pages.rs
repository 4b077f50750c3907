//! Code that is to lie on huge pages and does not.

use crate::finding::Finding;
use crate::observed::Observed;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let Some(text) = observed.text else { return Vec::new() };
    let wanted = observed.settings.is_on("opcache.huge_code_pages", false);
    if !wanted || text.on_huge_pages > 0 {
        return Vec::new();
    }
    vec![Finding {
        rule: "huge-pages",
        // How much it is depends on the processor; nothing here measures it.
        share: 0.0,
        what: "Huge pages are asked for, and the code lies on small ones".into(),
        evidence: vec![format!("opcache.huge_code_pages=1; 0 of {} MB of code", text.bytes >> 20)],
        fix: "Ask why: loxo hugepages status PID. Usual reasons: /sys/kernel/mm/transparent_hugepage/enabled is \"never\" (\"madvise\" is enough), or no 2 MB \
              of memory are free in one piece (echo 1 > /proc/sys/vm/compact_memory, then restart the server)."
            .into(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;
    use crate::observed::Text;

    #[test]
    fn only_who_asks_for_them_misses_them() {
        let mut observed = healthy();
        observed.text = Some(Text { bytes: 42 << 20, on_huge_pages: 0 });
        assert_eq!(look(&observed), []);
        observed.settings.set("opcache.huge_code_pages", "1");
        assert!(look(&observed)[0].evidence[0].contains("42 MB"));
        observed.text = Some(Text { bytes: 42 << 20, on_huge_pages: 40 << 20 });
        assert_eq!(look(&observed), []);
    }
}
