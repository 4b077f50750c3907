//! The client's settings, under libmemcached's numbers.

use crate::client::Client;
use crate::hash::Hash;
use crate::ring::Distribution;
use crate::status::{Failure, Status};

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

/// What options say.
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

/// The largest number that stands for a hash, or for none.
const HASHES: u64 = 12;

fn invalid(text: &str) -> Failure {
    Failure::new(Status::INVALID_ARGUMENTS, text)
}

impl Client {
    /// The value of an option; 0 for those that do not exist.
    pub fn option(&mut self, number: u32) -> u64 {
        let o = &self.options;
        match number {
            option::NO_BLOCK => o.no_block.into(),
            option::TCP_NODELAY => o.nodelay.into(),
            // libmemcached answers for the hash of the circle with that of keys.
            option::HASH | option::KETAMA_HASH => o.hash as u64,
            option::KETAMA => o.distribution.is_consistent().into(),
            option::SOCKET_SEND_SIZE if o.send_size != -1 => o.send_size as u64,
            option::SOCKET_RECV_SIZE if o.receive_size != -1 => o.receive_size as u64,
            option::SOCKET_SEND_SIZE => self.socket_sizes().0 as u64,
            option::SOCKET_RECV_SIZE => self.socket_sizes().1 as u64,
            option::CACHE_LOOKUPS | option::CORK => 1,
            option::SUPPORT_CAS => o.cas.into(),
            option::POLL_TIMEOUT => o.poll_timeout as u64,
            option::DISTRIBUTION => o.distribution as u64,
            option::BUFFER_REQUESTS => o.buffering.into(),
            option::SORT_HOSTS => o.sort_hosts.into(),
            option::VERIFY_KEY => o.verify_key.into(),
            option::CONNECT_TIMEOUT => o.connect_timeout as u64,
            option::RETRY_TIMEOUT => o.retry_timeout as u64,
            option::KETAMA_WEIGHTED => (o.distribution.is_consistent() && o.weighted).into(),
            option::BINARY_PROTOCOL => o.binary.into(),
            option::SND_TIMEOUT => o.send_timeout as u64,
            option::RCV_TIMEOUT => o.receive_timeout as u64,
            option::SERVER_FAILURE_LIMIT => o.failure_limit.into(),
            option::IO_MSG_WATERMARK => o.message_watermark.into(),
            option::IO_BYTES_WATERMARK => o.byte_watermark.into(),
            option::IO_KEY_PREFETCH => o.key_prefetch.into(),
            option::HASH_WITH_PREFIX_KEY => o.hash_with_prefix.into(),
            option::NOREPLY => (!o.reply).into(),
            option::AUTO_EJECT_HOSTS | option::REMOVE_FAILED_SERVERS => o.auto_eject.into(),
            option::NUMBER_OF_REPLICAS => o.replicas.into(),
            option::RANDOMIZE_REPLICA_READ => o.random_replica.into(),
            option::TCP_KEEPALIVE => o.keepalive.into(),
            option::TCP_KEEPIDLE => o.keepalive_idle.into(),
            option::DEAD_TIMEOUT => o.dead_timeout as u64,
            option::SERVER_TIMEOUT_LIMIT => o.timeout_limit.into(),
            _ => 0,
        }
    }

    /// Sets an option. Those that matter to sockets close all connections.
    pub fn set_option(&mut self, number: u32, value: u64) -> Status {
        let result = self.try_set(number, value);
        self.settled(result)
    }

    fn try_set(&mut self, number: u32, value: u64) -> Result<(), Failure> {
        let on = value != 0;
        let reconnects = matches!(
            number,
            option::NO_BLOCK
                | option::TCP_NODELAY
                | option::SOCKET_SEND_SIZE
                | option::SOCKET_RECV_SIZE
                | option::BUFFER_REQUESTS
                | option::BINARY_PROTOCOL
                | option::TCP_KEEPALIVE
                | option::TCP_KEEPIDLE
        );
        if reconnects {
            self.quit();
        }
        let o = &mut self.options;
        match number {
            option::NO_BLOCK => o.no_block = on,
            option::TCP_NODELAY => o.nodelay = on,
            // Numbers beyond those that exist are passed over.
            option::HASH | option::KETAMA_HASH if value > HASHES => {}
            option::HASH => o.hash = Hash::from_number(value).ok_or_else(|| invalid("Invalid memcached_hash_t()"))?,
            // The circle is made with the hash of keys, as the library makes it.
            option::KETAMA_HASH => drop(Hash::from_number(value).ok_or_else(|| invalid("Invalid memcached_hash_t()"))?),
            option::KETAMA => return self.distribute(if on { Distribution::Ketama } else { Distribution::Modula }),
            option::SOCKET_SEND_SIZE => o.send_size = value as i32,
            option::SOCKET_RECV_SIZE => o.receive_size = value as i32,
            option::SUPPORT_CAS => o.cas = on,
            option::POLL_TIMEOUT => o.poll_timeout = value as i32,
            option::DISTRIBUTION => {
                let distribution = Distribution::from_number(value);
                return self.distribute(distribution.ok_or_else(|| invalid("Invalid memcached_server_distribution_t"))?);
            }
            option::BUFFER_REQUESTS => o.buffering = on,
            option::SORT_HOSTS => {
                o.sort_hosts = on;
                self.redistribute();
            }
            option::VERIFY_KEY if o.binary => {
                return Err(invalid("MEMCACHED_BEHAVIOR_VERIFY_KEY if the binary protocol has been enabled."));
            }
            option::VERIFY_KEY => o.verify_key = on,
            option::CONNECT_TIMEOUT => o.connect_timeout = value as i32,
            option::RETRY_TIMEOUT => o.retry_timeout = value as i32,
            option::DEAD_TIMEOUT => o.dead_timeout = value as i32,
            option::KETAMA_WEIGHTED if !on => return self.distribute(Distribution::Ketama),
            option::KETAMA_WEIGHTED => {
                o.hash = Hash::Md5;
                return self.distribute(Distribution::Weighted);
            }
            option::BINARY_PROTOCOL => {
                o.verify_key &= !on;
                o.binary = on;
            }
            option::SND_TIMEOUT => o.send_timeout = value as i32,
            option::RCV_TIMEOUT => o.receive_timeout = value as i32,
            option::SERVER_FAILURE_LIMIT if !on => {
                return Err(invalid("MEMCACHED_BEHAVIOR_SERVER_FAILURE_LIMIT requires a value greater then zero."));
            }
            option::SERVER_FAILURE_LIMIT => o.failure_limit = value as u32,
            option::SERVER_TIMEOUT_LIMIT => o.timeout_limit = value as u32,
            option::IO_MSG_WATERMARK => o.message_watermark = value as u32,
            option::IO_BYTES_WATERMARK => o.byte_watermark = value as u32,
            option::IO_KEY_PREFETCH => o.key_prefetch = value as u32,
            option::HASH_WITH_PREFIX_KEY => o.hash_with_prefix = on,
            option::NOREPLY => o.reply = !on,
            option::AUTO_EJECT_HOSTS | option::REMOVE_FAILED_SERVERS => o.auto_eject = on,
            option::NUMBER_OF_REPLICAS => o.replicas = value as u32,
            option::RANDOMIZE_REPLICA_READ => o.random_replica = on,
            option::TCP_KEEPALIVE => o.keepalive = on,
            option::TCP_KEEPIDLE => o.keepalive_idle = value as u32,
            option::CACHE_LOOKUPS => {
                return Err(Failure::new(Status::DEPRECATED, "MEMCACHED_BEHAVIOR_CACHE_LOOKUPS has been deprecated."));
            }
            option::USER_DATA => return Err(Failure::new(Status::DEPRECATED, "MEMCACHED_BEHAVIOR_USER_DATA deprecated.")),
            option::CORK => {
                let text = "MEMCACHED_BEHAVIOR_CORK is now incorporated into the driver by default.";
                return Err(Failure::new(Status::DEPRECATED, text));
            }
            option::USE_UDP => return Err(Failure::new(Status::NOT_SUPPORTED, "UDP")),
            option::LOAD_FROM_FILE => {
                return Err(invalid("MEMCACHED_BEHAVIOR_LOAD_FROM_FILE can not be set with memcached_behavior_set()"));
            }
            _ => return Err(invalid("Invalid behavior passed to memcached_behavior_set()")),
        }
        Ok(())
    }

    fn distribute(&mut self, distribution: Distribution) -> Result<(), Failure> {
        match distribution {
            Distribution::Consistent | Distribution::Ketama => self.options.weighted = false,
            Distribution::Weighted => self.options.weighted = true,
            _ => {}
        }
        self.options.distribution = distribution;
        self.redistribute();
        Ok(())
    }

    /// What turning `KETAMA_WEIGHTED` off does not do by itself.
    pub fn reset_distribution(&mut self) {
        self.options.hash = Hash::OneAtATime;
        // Plain hashing cannot be refused.
        let _ = self.distribute(Distribution::Modula);
    }
}
