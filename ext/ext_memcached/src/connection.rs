//! Settings of a client in one string: `--SERVER=10.0.0.1:11211/?2 --BINARY-PROTOCOL`.

use loxo_memcached::{Client, Status, option};

/// Reads the string; false if it cannot be understood.
pub(crate) fn configure(client: &mut Client, text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    text.split_whitespace().all(|word| {
        let Some(word) = word.strip_prefix("--") else { return false };
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value.trim_matches('"'))));
        setting(client, &name.to_ascii_uppercase().replace('_', "-"), value).is_some()
    })
}

fn setting(client: &mut Client, name: &str, value: Option<&str>) -> Option<()> {
    let number = || value?.parse::<u64>().ok();
    let (number, value) = match name {
        "SERVER" => return server(client, value?),
        "SOCKET" => {
            let (path, weight) = weighted(value?)?;
            return ok(client.add_server(path, 0, weight));
        }
        "NAMESPACE" => return ok(client.set_prefix(value?.as_bytes())),
        "BINARY-PROTOCOL" => (option::BINARY_PROTOCOL, 1),
        "BUFFER-REQUESTS" => (option::BUFFER_REQUESTS, 1),
        "CONNECT-TIMEOUT" => (option::CONNECT_TIMEOUT, number()?),
        "DISTRIBUTION" => (option::DISTRIBUTION, distribution(value?)?),
        "HASH" => (option::HASH, hash(value?)?),
        "HASH-WITH-NAMESPACE" => (option::HASH_WITH_PREFIX_KEY, 1),
        "NOREPLY" => (option::NOREPLY, 1),
        "NUMBER-OF-REPLICAS" => (option::NUMBER_OF_REPLICAS, number()?),
        "POLL-TIMEOUT" => (option::POLL_TIMEOUT, number()?),
        "RANDOMIZE-REPLICA-READ" => (option::RANDOMIZE_REPLICA_READ, 1),
        "RCV-TIMEOUT" => (option::RCV_TIMEOUT, number()?),
        "REMOVE-FAILED-SERVERS" => (option::REMOVE_FAILED_SERVERS, 1),
        "RETRY-TIMEOUT" => (option::RETRY_TIMEOUT, number()?),
        "SERVER-FAILURE-LIMIT" => (option::SERVER_FAILURE_LIMIT, number()?),
        "SND-TIMEOUT" => (option::SND_TIMEOUT, number()?),
        "SOCKET-RECV-SIZE" => (option::SOCKET_RECV_SIZE, number()?),
        "SOCKET-SEND-SIZE" => (option::SOCKET_SEND_SIZE, number()?),
        "SORT-HOSTS" => (option::SORT_HOSTS, 1),
        "SUPPORT-CAS" => (option::SUPPORT_CAS, 1),
        "TCP-KEEPALIVE" => (option::TCP_KEEPALIVE, 1),
        "TCP-NODELAY" => (option::TCP_NODELAY, 1),
        "VERIFY-KEY" => (option::VERIFY_KEY, 1),
        _ => return None,
    };
    ok(client.set_option(number, value))
}

fn ok(status: Status) -> Option<()> {
    (status == Status::SUCCESS).then_some(())
}

/// What stands before `/?weight`, and the weight.
fn weighted(text: &str) -> Option<(&str, u32)> {
    match text.split_once("/?") {
        Some((before, weight)) => Some((before, weight.parse().ok()?)),
        None => Some((text, 1)),
    }
}

fn server(client: &mut Client, text: &str) -> Option<()> {
    let (place, weight) = weighted(text)?;
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) => (host, port.parse().ok()?),
        None => (place, 0),
    };
    ok(client.add_server(host, port, weight))
}

fn distribution(name: &str) -> Option<u64> {
    Some(match name.to_ascii_lowercase().as_str() {
        "modula" => 0,
        "consistent" => 1,
        "random" => 3,
        _ => return None,
    })
}

fn hash(name: &str) -> Option<u64> {
    Some(match name.to_ascii_lowercase().as_str() {
        "default" => 0,
        "md5" => 1,
        "crc" => 2,
        "fnv1-64" | "fnv1_64" => 3,
        "fnv1a-64" | "fnv1a_64" => 4,
        "fnv1-32" | "fnv1_32" => 5,
        "fnv1a-32" | "fnv1a_32" => 6,
        "murmur" => 8,
        "jenkins" => 9,
        _ => return None,
    })
}
