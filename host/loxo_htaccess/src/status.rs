//! Which numbers answers may have, and what they mean.

/// Whether Apache knows a status.
pub(crate) fn is_known(status: u16) -> bool {
    matches!(status, 100..=102 | 200..=208 | 226 | 300..=305 | 307..=308 | 400..=418 | 421..=426 | 428..=429 | 431 | 451 | 500..=508 | 510..=511)
}

/// Whether a client is sent elsewhere with it.
pub(crate) fn is_redirection(status: u16) -> bool {
    (300..400).contains(&status)
}
