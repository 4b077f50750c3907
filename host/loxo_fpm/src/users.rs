//! Who a pool's children are, and whose its socket is.

use std::ffi::CString;
use std::io;

use nix::unistd::{Gid, Group, Uid, User};

use crate::config::Pool;
use crate::log::{ERROR, Log, reason};
use crate::transfer::Message;

/// As whom children run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Identity {
    /// 0: as the supervisor.
    pub uid: u32,
    pub gid: u32,
    /// Whose groups they have.
    pub groups_of: Option<String>,
    /// `USER` and `HOME` of their environment.
    pub user: Option<String>,
    pub home: Option<String>,
}

fn number(name: &str) -> Option<u32> {
    name.bytes().all(|b| b.is_ascii_digit()).then(|| name.parse().unwrap_or(0))
}

fn filled(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// Whether an error comes with the system's reason, as php-fpm has it where sockets are concerned. There is none: nobody of that name is no
/// failure.
fn report(log: &Log, message: String, with_reason: bool) {
    let why = io::Error::last_os_error();
    log.log(ERROR, if with_reason { format!("{message}: {}", reason(&why)) } else { message });
}

fn find_user(pool: &Pool, name: &str, log: &Log, with_reason: bool) -> Option<User> {
    let found = User::from_name(name).ok().flatten();
    if found.is_none() {
        report(log, format!("[pool {}] cannot get uid for user '{name}'", pool.name), with_reason);
    }
    found
}

fn find_group(pool: &Pool, name: &str, log: &Log, with_reason: bool) -> Option<Group> {
    let found = Group::from_name(name).ok().flatten();
    if found.is_none() {
        report(log, format!("[pool {}] cannot get gid for group '{name}'", pool.name), with_reason);
    }
    found
}

/// Is there a user of this name? A number is one.
pub fn has_user(name: &str) -> bool {
    !name.is_empty() && (number(name).is_some() || User::from_name(name).is_ok_and(|user| user.is_some()))
}

/// The number of a user.
pub fn user_id(name: &str) -> Option<u32> {
    number(name).or_else(|| User::from_name(name).ok().flatten().map(|user| user.uid.as_raw()))
}

/// The same for groups.
pub fn has_group(name: &str) -> bool {
    !name.is_empty() && (number(name).is_some() || Group::from_name(name).is_ok_and(|group| group.is_some()))
}

/// `-t`: are there such users and groups, and does the path of the socket fit? False: the log says why.
pub(crate) fn check(pool: &Pool, log: &Log) -> bool {
    let user = |name: &Option<String>, reason| {
        name.as_deref().is_none_or(|name| number(name).is_some() || find_user(pool, name, log, reason).is_some())
    };
    let group = |name: &Option<String>, reason| {
        name.as_deref().is_none_or(|name| number(name).is_some() || find_group(pool, name, log, reason).is_some())
    };
    user(&pool.user, false)
        && group(&pool.group, false)
        && (pool.is_tcp() || socket_path_fits(pool, log))
        && user(&pool.listen_owner, true)
        && group(&pool.listen_group, true)
}

/// Longest path of a socket, its terminator included.
pub(crate) const SOCKET_PATH: usize = 108;

fn socket_path_fits(pool: &Pool, log: &Log) -> bool {
    let address = pool.address();
    if address.len() < SOCKET_PATH {
        return true;
    }
    let message = format!(
        "[pool {}] cannot bind to UNIX socket '{address}' as path is too long (found length: {}, maximal length: {SOCKET_PATH})",
        pool.name,
        address.len()
    );
    report(log, message, true);
    false
}

/// As whom a pool's children run. `None`: the log says why not.
pub(crate) fn identity(pool: &Pool, run_as_root: bool, log: &Log) -> Option<Identity> {
    let mut identity = Identity::default();
    if !nix::unistd::geteuid().is_root() {
        for (given, directive) in [
            (filled(&pool.user).is_some(), "user"),
            (filled(&pool.group).is_some(), "group"),
            (filled(&pool.chroot).is_some(), "chroot"),
            (pool.process_priority.is_some(), "process.priority"),
        ] {
            if given {
                log.notice(format!("[pool {}] '{directive}' directive is ignored when FPM is not running as root", pool.name));
            }
        }
        if let Ok(Some(user)) = User::from_uid(nix::unistd::getuid()) {
            (identity.home, identity.user) = (Some(user.dir.to_string_lossy().into_owned()), Some(user.name));
        }
        return Some(identity);
    }
    if let Some(name) = filled(&pool.user) {
        identity.groups_of = Some(name.to_string());
        match number(name) {
            Some(uid) => {
                identity.uid = uid;
                if let Ok(Some(user)) = User::from_uid(uid.into()) {
                    (identity.gid, identity.groups_of) = (user.gid.as_raw(), Some(user.name));
                }
            }
            None => {
                let user = find_user(pool, name, log, false)?;
                (identity.uid, identity.gid) = (user.uid.as_raw(), user.gid.as_raw());
                (identity.home, identity.user) = (Some(user.dir.to_string_lossy().into_owned()), Some(user.name));
            }
        }
    }
    if let Some(name) = filled(&pool.group) {
        identity.gid = match number(name) {
            Some(gid) => gid,
            None => find_group(pool, name, log, false)?.gid.as_raw(),
        };
    }
    if !run_as_root && (identity.uid == 0 || identity.gid == 0) {
        log.error(format!("[pool {}] please specify user and group other than root", pool.name));
        return None;
    }
    Some(identity)
}

/// The process becomes whom the supervisor's message names, with that user's groups, for good. `failed`: reports what could not be done.
pub(crate) fn become_user(message: &Message, failed: &dyn Fn(String, io::Error) -> bool) -> bool {
    if message.get("priority").is_some() {
        let priority = i32::try_from(message.number("priority")).unwrap_or(0);
        if let Err(error) = loxo_process_sys::set_priority(0, 0, priority) {
            return failed("Unable to set priority for this new process".into(), error);
        }
    }
    let id = |name: &str| u32::try_from(message.number(name)).unwrap_or(0);
    let (uid, gid) = (id("uid"), id("gid"));
    if gid != 0
        && let Err(error) = nix::unistd::setgid(Gid::from_raw(gid))
    {
        return failed(format!("failed to setgid({gid})"), error.into());
    }
    if uid == 0 {
        return true;
    }
    let name = message.text("groups_of").unwrap_or_default();
    let groups = CString::new(name.clone()).map_err(io::Error::from);
    if let Err(error) = groups.and_then(|groups| Ok(nix::unistd::initgroups(&groups, Gid::from_raw(gid))?)) {
        return failed(format!("failed to initgroups({name}, {gid})"), error);
    }
    match nix::unistd::setuid(Uid::from_raw(uid)) {
        Ok(()) => true,
        Err(error) => failed(format!("failed to setuid({uid})"), error.into()),
    }
}

/// Whose a socket is, and who may connect.
#[derive(Debug, Default)]
pub(crate) struct SocketRights {
    pub owner: Option<u32>,
    pub group: Option<u32>,
    pub mode: u32,
    /// Users and groups that may connect besides.
    pub users: Vec<u32>,
    pub groups: Vec<u32>,
}

/// The rights of a pool's socket. `None`: the log says why not.
pub(crate) fn socket_rights(pool: &Pool, log: &Log) -> Option<SocketRights> {
    let mode = filled(&pool.listen_mode).map_or(0o660, |mode| u32::from_str_radix(mode, 8).unwrap_or(0));
    let mut rights = SocketRights { mode, ..SocketRights::default() };
    for name in filled(&pool.listen_acl_users).into_iter().flat_map(|names| names.split(',')) {
        rights.users.push(find_user(pool, name, log, true)?.uid.as_raw());
    }
    for name in filled(&pool.listen_acl_groups).into_iter().flat_map(|names| names.split(',')) {
        rights.groups.push(find_group(pool, name, log, true)?.gid.as_raw());
    }
    let (owner, group) = (filled(&pool.listen_owner), filled(&pool.listen_group));
    if !rights.users.is_empty() || !rights.groups.is_empty() {
        for (directive, value) in [("owner", owner), ("group", group)] {
            if let Some(value) = value {
                log.warning(format!("[pool {}] ACL set, listen.{directive} = '{value}' is ignored", pool.name));
            }
        }
        return Some(rights);
    }
    if let Some(name) = owner {
        match number(name) {
            Some(uid) => rights.owner = Some(uid),
            None => {
                let user = find_user(pool, name, log, true)?;
                (rights.owner, rights.group) = (Some(user.uid.as_raw()), Some(user.gid.as_raw()));
            }
        }
    }
    if let Some(name) = group {
        rights.group = Some(match number(name) {
            Some(gid) => gid,
            None => find_group(pool, name, log, true)?.gid.as_raw(),
        });
    }
    Some(rights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_there() {
        let log = Log::for_tests();
        let pool = Pool { user: Some("nobody-of-this-name".into()), ..Pool::new("w") };
        assert!(!check(&pool, &log));
        assert_eq!(log.recorded(), "ERROR: [pool w] cannot get uid for user 'nobody-of-this-name'\n");
        assert!(check(&Pool { user: Some("4711".into()), group: Some("0".into()), ..Pool::new("w") }, &log));
        let long = Pool { listen: Some(format!("/{}", "x".repeat(200))), ..Pool::new("w") };
        assert!(!check(&long, &log) && log.recorded().contains("(found length: 201, maximal length: 108)"));
    }

    #[test]
    fn rights_of_sockets() {
        let log = Log::for_tests();
        let pool = Pool { listen_owner: Some("12".into()), listen_mode: Some("0600".into()), ..Pool::new("w") };
        let rights = socket_rights(&pool, &log).expect("rights");
        assert_eq!((rights.owner, rights.group, rights.mode), (Some(12), None, 0o600));
    }
}
