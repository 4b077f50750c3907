//! The client's settings, under libmemcached's numbers.

use crate::hash::Hash;
use crate::ring::Distribution;

/// Numbers of options.
pub mod option {
    pub const NO_BLOCK: u32 = 0;
    pub const TCP_NODELAY: u32 = 1;
    pub const HASH: u32 = 2;
    pub const KETAMA: u32 = 3;
    pub const SOCKET_SEND_SIZE: u32 = 4;
    pub const SOCKET_RECV_SIZE: u32 = 5;
    pub const CACHE_LOOKUPS: u32 = 6;
    pub const SUPPORT_CAS: u32 = 7;
    pub const POLL_TIMEOUT: u32 = 8;
    pub const DISTRIBUTION: u32 = 9;
    pub const BUFFER_REQUESTS: u32 = 10;
    pub const USER_DATA: u32 = 11;
    pub const SORT_HOSTS: u32 = 12;
    pub const VERIFY_KEY: u32 = 13;
    pub const CONNECT_TIMEOUT: u32 = 14;
    pub const RETRY_TIMEOUT: u32 = 15;
    pub const KETAMA_WEIGHTED: u32 = 16;
    pub const KETAMA_HASH: u32 = 17;
    pub const BINARY_PROTOCOL: u32 = 18;
    pub const SND_TIMEOUT: u32 = 19;
    pub const RCV_TIMEOUT: u32 = 20;
    pub const SERVER_FAILURE_LIMIT: u32 = 21;
    pub const IO_MSG_WATERMARK: u32 = 22;
    pub const IO_BYTES_WATERMARK: u32 = 23;
    pub const IO_KEY_PREFETCH: u32 = 24;
    pub const HASH_WITH_PREFIX_KEY: u32 = 25;
    pub const NOREPLY: u32 = 26;
    pub const USE_UDP: u32 = 27;
    pub const AUTO_EJECT_HOSTS: u32 = 28;
    pub const NUMBER_OF_REPLICAS: u32 = 29;
    pub const RANDOMIZE_REPLICA_READ: u32 = 30;
    pub const CORK: u32 = 31;
    pub const TCP_KEEPALIVE: u32 = 32;
    pub const TCP_KEEPIDLE: u32 = 33;
    pub const LOAD_FROM_FILE: u32 = 34;
    pub const REMOVE_FAILED_SERVERS: u32 = 35;
    pub const DEAD_TIMEOUT: u32 = 36;
    pub const SERVER_TIMEOUT_LIMIT: u32 = 37;
    pub const MAX: u32 = 38;
}

/// The values of all options.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub no_block: bool,
    pub nodelay: bool,
    pub hash: Hash,
    pub send_size: i32,
    pub receive_size: i32,
    pub cas: bool,
    /// Milliseconds.
    pub poll_timeout: i32,
    pub distribution: Distribution,
    pub weighted: bool,
    pub buffering: bool,
    pub sort_hosts: bool,
    pub verify_key: bool,
    /// Milliseconds.
    pub connect_timeout: i32,
    /// Seconds.
    pub retry_timeout: i32,
    pub dead_timeout: i32,
    pub binary: bool,
    /// Microseconds.
    pub send_timeout: i32,
    pub receive_timeout: i32,
    pub failure_limit: u32,
    pub timeout_limit: u32,
    pub message_watermark: u32,
    pub byte_watermark: u32,
    pub key_prefetch: u32,
    pub hash_with_prefix: bool,
    pub reply: bool,
    pub auto_eject: bool,
    pub replicas: u32,
    pub random_replica: bool,
    pub keepalive: bool,
    pub keepalive_idle: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            no_block: false,
            nodelay: false,
            hash: Hash::OneAtATime,
            send_size: -1,
            receive_size: -1,
            cas: false,
            poll_timeout: 5000,
            distribution: Distribution::Modula,
            weighted: false,
            buffering: false,
            sort_hosts: false,
            verify_key: false,
            connect_timeout: 4000,
            retry_timeout: 2,
            dead_timeout: 0,
            binary: false,
            send_timeout: 0,
            receive_timeout: 0,
            failure_limit: 5,
            timeout_limit: 0,
            message_watermark: 500,
            byte_watermark: 66560,
            key_prefetch: 0,
            hash_with_prefix: false,
            reply: true,
            auto_eject: false,
            replicas: 0,
            random_replica: false,
            keepalive: false,
            keepalive_idle: 0,
        }
    }
}
