//! Files of users as `htpasswd` writes them, and whether a password is right.

use crate::bytes::split_at_byte;

/// What a file of users says of a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Right,
    Wrong,
    NoUser,
}

/// The highest cost of a bcrypt hash that is computed: 2 to the power of this many rounds, about a second.
const HIGHEST_BCRYPT_COST: u32 = 14;
/// The most rounds of the SHA-2 kinds of `crypt`.
const MOST_ROUNDS: u64 = 1_000_000;

/// Whether a password is a user's.
pub(crate) fn is_right(file: &[u8], user: &[u8], password: &[u8]) -> Answer {
    let mut lines = file.split(|b| *b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let Some(hash) = lines.find_map(|line| split_at_byte(line, b':').filter(|(name, _)| *name == user).map(|(_, rest)| rest)) else {
        return Answer::NoUser;
    };
    let hash = hash.split(|b| *b == b':').next().unwrap_or_default();
    if matches(hash, password) { Answer::Right } else { Answer::Wrong }
}

/// Takes the same time wherever they differ.
fn same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len() && left.iter().zip(right).fold(0, |all, (left, right)| all | (left ^ right)) == 0
}

fn matches(hash: &[u8], password: &[u8]) -> bool {
    let Ok(hash) = std::str::from_utf8(hash) else { return false };
    if let Some(rest) = hash.strip_prefix("{SHA}") {
        return same(rest.as_bytes(), &loxo_base::base64::encode(&sha1(password)));
    }
    if let Some(rest) = hash.strip_prefix("$apr1$") {
        let salt = rest.split('$').next().unwrap_or_default();
        return same(hash.as_bytes(), apr1(password, salt.as_bytes()).as_bytes());
    }
    let cost = ["$2y$", "$2a$", "$2b$"]
        .iter()
        .find_map(|kind| hash.strip_prefix(kind))
        .map(|rest| rest.get(..2).and_then(|cost| cost.parse().ok()));
    if let Some(cost) = cost {
        // A NUL ends what bcrypt sees.
        return cost.is_some_and(|cost: u32| cost <= HIGHEST_BCRYPT_COST)
            && !password.contains(&0)
            && pwhash::bcrypt::verify(password, hash);
    }
    if hash.starts_with("$5$") || hash.starts_with("$6$") {
        let rounds = hash.split("rounds=").nth(1).map_or(0, |rest| crate::bytes::number(rest.as_bytes()));
        return u64::try_from(rounds).is_ok_and(|rounds| rounds <= MOST_ROUNDS) && pwhash::unix::verify(password, hash);
    }
    pwhash::unix::verify(password, hash)
}

pub(crate) fn sha1(text: &[u8]) -> [u8; 20] {
    use sha1::Digest;
    sha1::Sha1::digest(text).into()
}

pub(crate) fn md5(parts: &[&[u8]]) -> [u8; 16] {
    use md5::Digest;
    let mut state = md5::Md5::new();
    parts.iter().for_each(|part| state.update(part));
    state.finalize().into()
}

/// Apache's kind of the MD5 crypt: the same steps under a name of its own.
fn apr1(password: &[u8], salt: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let salt = &salt[..salt.len().min(8)];
    let inner = md5(&[password, salt, password]);
    let mut text = [password, b"$apr1$", salt].concat();
    text.extend(inner.iter().cycle().take(password.len()));
    let mut length = password.len();
    while length > 0 {
        text.push(if length & 1 == 1 { 0 } else { password[0] });
        length >>= 1;
    }
    let mut state = md5(&[&text]);
    for round in 0..1000 {
        let first: &[u8] = if round & 1 == 1 { password } else { &state };
        let by_three: &[u8] = if round % 3 != 0 { salt } else { b"" };
        let by_seven: &[u8] = if round % 7 != 0 { password } else { b"" };
        let last: &[u8] = if round & 1 == 1 { &state } else { password };
        state = md5(&[first, by_three, by_seven, last]);
    }
    let mut out = format!("$apr1${}$", String::from_utf8_lossy(salt));
    let mut push = |mut value: u32, digits: usize| {
        for _ in 0..digits {
            out.push(char::from(DIGITS[(value & 63) as usize]));
            value >>= 6;
        }
    };
    for [high, middle, low] in [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5]] {
        push(u32::from(state[high]) << 16 | u32::from(state[middle]) << 8 | u32::from(state[low]), 4);
    }
    push(u32::from(state[11]), 2);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_all_kinds() {
        let file = br"# users
md5:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/
sha:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=
crypt:rqXexS6ZhobKA
plain:myPassword
dear:$2y$31$abcdefghijklmnopqrstuuSy8Oa5LXkGv8ZVVoXtVyy7y5m2nPMle
";
        for user in ["md5", "sha", "crypt"] {
            assert_eq!(is_right(file, user.as_bytes(), b"myPassword"), Answer::Right, "{user}");
            assert_eq!(is_right(file, user.as_bytes(), b"mypassword"), Answer::Wrong, "{user}");
        }
        assert_eq!(is_right(file, b"plain", b"myPassword"), Answer::Wrong);
        assert_eq!(is_right(file, b"dear", b"myPassword"), Answer::Wrong);
        assert_eq!(is_right(file, b"# users", b""), Answer::NoUser);
        assert_eq!(is_right(file, b"", b""), Answer::NoUser);
    }
}
