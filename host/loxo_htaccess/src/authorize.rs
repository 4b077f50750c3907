//! Finds out who may: the client's address, what is required, and logins by files of users.

use crate::access::{Access, Network, Order, Requirement, Satisfy, Who};
use crate::bytes::{shown, split_at_byte, strip_prefix_any_case};
use crate::expr::evaluate;
use crate::passwords;
use crate::rules::Rules;
use crate::state::State;

/// Longer files of users and groups are not read, bytes.
const LONGEST: u64 = 16 << 20;

/// What a requirement says of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grant {
    Granted,
    Denied,
    /// Nobody has logged in, and somebody may have to.
    DeniedWithoutUser,
    /// It says nothing.
    Neutral,
}

/// Whether the client may. The error is the status of the answer.
pub(crate) fn check(state: &mut State<'_>) -> Result<(), u16> {
    if is_checked(state) {
        return Ok(());
    }
    let rules = state.rules.clone();
    let checked = check_all(&rules, state);
    if checked == Err(401) && !state.is_subrequest {
        state.world.challenge.replace(rules.login.realm.clone());
    }
    checked
}

/// The request has begun anew, or is a subrequest, and the same rules count as before: they are not asked again, as with Apache. By this the page is
/// shown that they name for a refusal, though they refuse it as well.
fn is_checked(state: &State<'_>) -> bool {
    matches!((&state.sources, &state.sources_before), (Some(now), Some(before)) if now.are_same(before))
}

fn check_all(rules: &Rules, state: &mut State<'_>) -> Result<(), u16> {
    if !rules.transport.iter().all(|expr| evaluate::is_true(expr, state)) {
        state.error(&format!("access to {} failed, reason: SSL requirement expression not fulfilled", shown(&state.filename)));
        return Err(403);
    }
    let by_address = rules.access.as_ref().is_none_or(|access| allows(access, state));
    let satisfy = rules.access.as_ref().and_then(|access| access.satisfy.iter().rev().find(|(methods, _)| methods.include(&state.method)));
    match satisfy {
        Some((_, Satisfy::Any)) if by_address => return Ok(()),
        Some((_, Satisfy::Any)) => {}
        _ if !by_address => return refuse(state),
        _ => {}
    }
    // Without requirements everybody may.
    let Some(requirement) = &rules.require.requirement else { return Ok(()) };
    match grant(requirement, true, state) {
        Grant::Granted => Ok(()),
        Grant::DeniedWithoutUser => {
            log_in(rules, state)?;
            if grant(requirement, true, state) == Grant::Granted {
                return Ok(());
            }
            let user = shown(state.user.as_deref().unwrap_or_default());
            state.error(&format!("user {user}: authorization failure for \"{}\"", shown(&state.uri)));
            Err(if rules.login.forbids == Some(true) { 403 } else { 401 })
        }
        Grant::Denied | Grant::Neutral => refuse(state),
    }
}

fn refuse(state: &State<'_>) -> Result<(), u16> {
    state.error(&format!("client denied by server configuration: {}", shown(&state.filename)));
    Err(403)
}

fn is_localhost(state: &State<'_>) -> bool {
    Network::localhost().iter().any(|network| network.contains(state.peer()))
}

/// `Order`, `Allow`, `Deny`
fn allows(access: &Access, state: &State<'_>) -> bool {
    let method = &state.method;
    let order = access.order.iter().rev().find(|(methods, _)| methods.include(method)).map_or(Order::DenyAllow, |(_, order)| *order);
    let names = |list: &[(crate::access::Methods, Who)]| {
        list.iter().filter(|(methods, _)| methods.include(method)).any(|(_, who)| match who {
            Who::All => true,
            Who::Env { name, is_set } => state.env.get(name).is_some() == *is_set,
            Who::Network(network) => network.contains(state.peer()),
            Who::Localhost => is_localhost(state),
            Who::Host => false,
        })
    };
    match order {
        Order::AllowDeny => names(&access.allow) && !names(&access.deny),
        Order::DenyAllow => !names(&access.deny) || names(&access.allow),
        Order::Mutual => names(&access.allow) && !names(&access.deny),
    }
}

/// Whether a requirement is about the request's method. A section is if something in it is.
fn is_about(requirement: &Requirement, method: &[u8]) -> bool {
    match requirement {
        Requirement::Limited(methods, inner) => methods.include(method) && is_about(inner, method),
        Requirement::All(all) | Requirement::Any(all) | Requirement::None(all) => all.iter().any(|inner| is_about(inner, method)),
        _ => true,
    }
}

/// `in_all`: the section around it wants all of its requirements granted.
fn grant(requirement: &Requirement, in_all: bool, state: &mut State<'_>) -> Grant {
    if !is_about(requirement, &state.method) {
        return if in_all { Grant::Granted } else { Grant::Neutral };
    }
    let plain = |is_so: bool| if is_so { Grant::Granted } else { Grant::Denied };
    match requirement {
        Requirement::Granted => Grant::Granted,
        Requirement::Denied => Grant::Denied,
        Requirement::Host { or_localhost } => plain(*or_localhost && is_localhost(state)),
        Requirement::Env(names) => plain(names.iter().any(|name| state.env.get(name).is_some())),
        Requirement::Method(names) => {
            let method = if state.method == b"HEAD" { b"GET" } else { &state.method[..] };
            plain(names.iter().any(|name| name == method))
        }
        Requirement::Expression(expr) => plain(evaluate::holds(expr, state)),
        Requirement::Networks(networks) => plain(networks.iter().any(|network| network.contains(state.peer()))),
        Requirement::Local => {
            let peer = state.peer().to_canonical();
            plain(peer.is_loopback() || peer == state.world.request.local.ip().to_canonical())
        }
        Requirement::User(_) | Requirement::Group(_) | Requirement::ValidUser | Requirement::FileOwner => match state.user.clone() {
            None => Grant::DeniedWithoutUser,
            Some(user) => plain(is_one_of(requirement, &user, state)),
        },
        Requirement::Not(inner) => not(grant(inner, in_all, state)),
        Requirement::All(all) => {
            let mut found = Grant::Neutral;
            for inner in all {
                match grant(inner, true, state) {
                    Grant::Denied => return Grant::Denied,
                    Grant::DeniedWithoutUser => found = Grant::DeniedWithoutUser,
                    Grant::Granted if found == Grant::Neutral => found = Grant::Granted,
                    Grant::Granted | Grant::Neutral => {}
                }
            }
            found
        }
        Requirement::Any(all) => any(all, state),
        Requirement::None(all) => not(any(all, state)),
        Requirement::Limited(_, inner) => grant(inner, in_all, state),
    }
}

/// The negation of a refusal grants nothing.
fn not(grant: Grant) -> Grant {
    match grant {
        Grant::Granted => Grant::Denied,
        Grant::Denied | Grant::DeniedWithoutUser | Grant::Neutral => Grant::Neutral,
    }
}

fn any(all: &[std::sync::Arc<Requirement>], state: &mut State<'_>) -> Grant {
    let mut found = Grant::Neutral;
    for inner in all {
        match grant(inner, false, state) {
            Grant::Granted => return Grant::Granted,
            Grant::DeniedWithoutUser => found = Grant::DeniedWithoutUser,
            Grant::Denied if found == Grant::Neutral => found = Grant::Denied,
            Grant::Denied | Grant::Neutral => {}
        }
    }
    found
}

/// Whether a user is one of those that are required.
fn is_one_of(requirement: &Requirement, user: &[u8], state: &mut State<'_>) -> bool {
    match requirement {
        Requirement::ValidUser => true,
        Requirement::User(names) => names.iter().any(|name| evaluate::text(name, state) == user),
        Requirement::Group(names) => {
            let names: Vec<Vec<u8>> = names.iter().map(|name| evaluate::text(name, state)).collect();
            let file = state.rules.login.group_file.clone().and_then(|file| state.world.files.read(&file, LONGEST));
            let Some(file) = file else { return false };
            file.split(|b| *b == b'\n').filter_map(|line| split_at_byte(line, b':')).any(|(group, members)| {
                let is_meant = names.iter().any(|name| name == group.trim_ascii());
                is_meant && members.split(u8::is_ascii_whitespace).any(|member| member == user)
            })
        }
        _ => false,
    }
}

/// The user that the client says it is, whose password is right. The error is the status of the answer.
fn log_in(rules: &Rules, state: &mut State<'_>) -> Result<(), u16> {
    let login = &rules.login;
    if login.kind.as_deref() != Some(b"basic") {
        let kind = login.kind.as_deref().map_or_else(|| "none".into(), shown);
        state.error(&format!("{}: a login is required, but AuthType is {kind}, and only Basic is supported", shown(&state.uri)));
        return Err(500);
    }
    if login.realm.is_none() {
        state.error(&format!("need AuthName: {}", shown(&state.uri)));
        return Err(500);
    }
    let Some(credentials) = state.header(b"authorization").and_then(|field| strip_prefix_any_case(field, "basic ")) else {
        return Err(401);
    };
    let Some(credentials) = loxo_base::base64::decode_strict(credentials.trim_ascii()) else { return Err(401) };
    let Some((user, password)) = split_at_byte(&credentials, b':') else { return Err(401) };
    let Some(path) = login.user_file.clone() else {
        state.error(&format!("{}: AuthUserFile is missing", shown(&state.uri)));
        return Err(500);
    };
    // Subrequests and requests that begin anew ask again.
    let known =
        state.world.logins.borrow().iter().find(|(file, text, _)| *file == path && *text == credentials).map(|(_, _, answer)| *answer);
    let answer = known.unwrap_or_else(|| check_password(&path, user, password, state));
    if known.is_none() {
        state.world.logins.borrow_mut().push((path, credentials.clone(), answer));
    }
    if answer.is_ok() {
        state.user = Some(user.to_vec());
    }
    answer
}

fn check_password(path: &[u8], user: &[u8], password: &[u8], state: &State<'_>) -> Result<(), u16> {
    let Some(file) = state.world.files.read(path, LONGEST) else {
        state.error(&format!("{}: {} cannot be read", shown(&state.uri), shown(path)));
        return Err(500);
    };
    match passwords::is_right(&file, user, password) {
        passwords::Answer::Right => Ok(()),
        passwords::Answer::NoUser => {
            state.error(&format!("user {} not found: {}", shown(user), shown(&state.uri)));
            Err(401)
        }
        passwords::Answer::Wrong => {
            state.error(&format!("user {}: authentication failure for \"{}\": Password Mismatch", shown(user), shown(&state.uri)));
            Err(401)
        }
    }
}
