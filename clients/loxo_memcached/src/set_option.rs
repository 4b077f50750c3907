//! Reading and changing the client's settings by their numbers, with what each change does to connections and the choice of servers.

use crate::client::Client;
use crate::hash::Hash;
use crate::options::option;
use crate::ring::Distribution;
use crate::status::{Failure, Status};

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
