//! What handlers and the slow paths behind them share.

pub(crate) use crate::handlers::start;
