//! The methods of `Memcached`, from where they stand.

pub(crate) use crate::get::{fetch, fetch_all, get, get_by_key, get_delayed, get_delayed_by_key, get_multi, get_multi_by_key};
pub(crate) use crate::object::{
    check_key, construct, get_last_error_code, get_last_error_errno, get_last_error_message, get_result_code, get_result_message,
    is_persistent, is_pristine,
};
pub(crate) use crate::options::{get_option, set_bucket, set_encoding_key, set_option, set_options, set_sasl_auth_data};
pub(crate) use crate::servers::{
    add_server, add_servers, flush, flush_buffers, get_all_keys, get_last_disconnected_server, get_server_by_key, get_server_list,
    get_stats, get_version, quit, reset_server_list,
};
pub(crate) use crate::store::{
    add, add_by_key, append, append_by_key, cas, cas_by_key, decrement, decrement_by_key, delete, delete_by_key, delete_multi,
    delete_multi_by_key, increment, increment_by_key, prepend, prepend_by_key, replace, replace_by_key, set, set_by_key, set_multi,
    set_multi_by_key, touch, touch_by_key,
};
