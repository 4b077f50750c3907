//! The kinds of ancillary messages that PHP knows, by level and type.

/// Ancillary messages that PHP knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `in6_pktinfo`
    PacketInfo,
    /// An `int`.
    Number,
    /// `ucred`
    Credentials,
    /// Open descriptors.
    Rights,
}

impl Kind {
    pub(crate) fn of(level: i32, kind: i32) -> Option<Kind> {
        Some(match (level, kind) {
            (SOL_SOCKET, SCM_RIGHTS) => Kind::Rights,
            (SOL_SOCKET, SCM_CREDENTIALS) => Kind::Credentials,
            (IPPROTO_IPV6, IPV6_PKTINFO) => Kind::PacketInfo,
            (IPPROTO_IPV6, IPV6_HOPLIMIT | IPV6_TCLASS) => Kind::Number,
            _ => return None,
        })
    }

    /// Bytes of what is not a list.
    pub(crate) fn size(self) -> usize {
        match self {
            Kind::PacketInfo => 20,
            Kind::Number => 4,
            Kind::Credentials => 12,
            Kind::Rights => 0,
        }
    }
}

const SOL_SOCKET: i32 = 1;
const SCM_RIGHTS: i32 = 1;
const SCM_CREDENTIALS: i32 = 2;
const IPPROTO_IPV6: i32 = 41;
pub(crate) const IPV6_PKTINFO: i32 = 50;
const IPV6_HOPLIMIT: i32 = 52;
const IPV6_TCLASS: i32 = 67;
