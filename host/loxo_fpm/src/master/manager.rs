//! How many children there are: those that wait are counted each second.

use super::signals::{SIGKILL, SIGQUIT};
use super::state::Master;
use crate::config::Pm;
use crate::scoreboard::Stage;
use crate::sockets::queue;

impl Master {
    /// The look of each second.
    pub(super) fn maintain(&mut self, now: u64) {
        for index in 0..self.pools.len() {
            let pool = &self.pools[index];
            let waiting = if pool.config.is_tcp() { queue(&pool.socket).map_or(0, |(waiting, _)| waiting) } else { 0 };
            let is_idle = |slot: &usize| pool.board.stage(*slot) == Stage::Accepting;
            let slots = || pool.children.iter().flat_map(|child| &child.slots);
            let idle = slots().filter(|slot| is_idle(slot)).count();
            let active = slots().count() - idle;
            let oldest = pool.children.iter().filter(|child| child.slots.iter().all(is_idle)).min_by_key(|child| child.started);
            let oldest = oldest.map(|child| (child.pid, pool.board.changed(child.slots[0])));
            pool.board.set_counts(idle, active, waiting);
            let name = &pool.config.name;
            match pool.config.manager() {
                Pm::Static => {}
                Pm::Ondemand => {
                    self.log.debug(format!("[pool {name}] currently {active} active children, {idle} spare children"));
                    let patience = u64::try_from(pool.config.process_idle_timeout).unwrap_or(0);
                    if let Some((pid, changed)) = oldest
                        && changed / 1_000_000 + patience < now / 1_000_000
                    {
                        self.end_idle(index, pid);
                    }
                }
                Pm::Dynamic => {
                    self.log.debug(format!(
                        "[pool {name}] currently {active} active children, {idle} spare children, {} running children. Spawning rate {}",
                        pool.children.len(),
                        pool.spawn_rate
                    ));
                    self.balance(index, idle as i32, oldest.map(|(pid, _)| pid));
                }
            }
        }
    }

    /// Keeps the number of idle children between its bounds.
    fn balance(&mut self, index: usize, idle: i32, oldest: Option<i32>) {
        let pool = &self.pools[index];
        let config = &pool.config;
        let (min, max, all) = (config.min_spare_servers, config.max_spare_servers, config.max_children);
        let running = pool.children.len() as i32;
        if let Some(pid) = oldest.filter(|_| idle > max) {
            self.end_idle(index, pid);
            self.pools[index].spawn_rate = 1;
            return;
        }
        if idle >= min || pool.pause.is_some() {
            self.pools[index].spawn_rate = 1;
            return;
        }
        let rate = pool.spawn_rate;
        if running >= all {
            self.reached_max(index, "pm.max_children");
            self.pools[index].spawn_rate = 1;
            return;
        }
        if rate >= 8 {
            self.log.warning(format!(
                "[pool {}] seems busy (you may need to increase pm.start_servers, or pm.min/max_spare_servers), spawning {rate} children, there are {idle} idle, and {running} total children",
                config.name
            ));
        }
        let count = rate.min(min - idle).min(all - running);
        let limit = config.max_spawn_rate;
        let name = config.name.clone();
        self.pools[index].warned = false;
        self.make_children(index, running + count, true);
        self.log.debug(format!("[pool {name}] {count} child(ren) have been created dynamically"));
        if rate < limit {
            self.pools[index].spawn_rate = rate * 2;
        }
    }

    /// There are as many children as there may be. `setting`: as the message names it.
    fn reached_max(&mut self, index: usize, setting: &str) {
        let pool = &mut self.pools[index];
        if pool.config.status_of.is_none() && !std::mem::replace(&mut pool.warned, true) {
            pool.board.max_children_reached();
            let (name, max) = (&pool.config.name, pool.config.max_children);
            self.log.warning(format!("[pool {name}] server reached {setting} setting ({max}), consider raising it"));
        }
    }

    /// A connection waits at a pool that has children on demand.
    pub(super) fn connection_waits(&mut self, index: usize) {
        let Some(pool) = self.pools.get(index) else { return };
        let running = pool.children.len() as i32;
        if running >= pool.config.max_children {
            self.reached_max(index, "max_children");
            return;
        }
        let idle = pool.children.iter().flat_map(|child| &child.slots).any(|slot| pool.board.stage(*slot) == Stage::Accepting);
        if idle || pool.pause.is_some() {
            return;
        }
        let name = pool.config.name.clone();
        self.pools[index].warned = false;
        self.make_children(index, running + 1, true);
        self.log.debug(format!("[pool {name}] got accept without idle child available .... I forked"));
    }

    /// Asks a child to end that has nothing to do, and does not ask twice.
    fn end_idle(&mut self, index: usize, pid: i32) {
        let Some(child) = self.pools[index].children.iter_mut().find(|child| child.pid == pid) else { return };
        let signal = if std::mem::replace(&mut child.idle_kill, true) { SIGKILL } else { SIGQUIT };
        let _ = loxo_process_sys::kill(pid, signal);
    }
}
