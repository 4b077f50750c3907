//! Methods and functions, from where they stand.

pub(crate) use crate::keys::{add, append, cas, decrement, delete, get, increment, prepend, replace, set};
pub(crate) use crate::servers::{
    add_server, close, connect, find_server, flush, get_server_status, get_version, memcache_connect, memcache_debug, memcache_pconnect,
    pconnect, pool_add_server, pool_connect, set_compress_threshold, set_failure_callback, set_sasl_auth_data, set_server_params,
};
pub(crate) use crate::stats::{get_extended_stats, get_stats};
