//! The requests that rules are asked about: those of the HTTP server, and those that another process hands on.

use std::time::SystemTime;

use loxo_htaccess::message::Asked;
use loxo_htaccess::view::Request;

use crate::message::RequestHead;
use crate::site::SOFTWARE_WITH_RULES;

/// A request that rules can be asked about.
pub(crate) trait Asking: Clone + Send + 'static {
    /// As rules see it, at this moment.
    fn request(&self) -> Request<'_>;
    fn has_field(&self, name: &str) -> bool;
}

impl Asking for RequestHead {
    fn request(&self) -> Request<'_> {
        Request {
            method: self.method.as_bytes(),
            target: self.target.as_bytes(),
            path: &self.path,
            query: self.query.as_ref().map(String::as_bytes),
            protocol: self.protocol.as_bytes(),
            secure: self.secure,
            headers: &self.headers,
            peer: self.peer,
            local: self.local,
            software: SOFTWARE_WITH_RULES.as_bytes(),
            time: SystemTime::now(),
        }
    }

    fn has_field(&self, name: &str) -> bool {
        self.header(name).is_some()
    }
}

impl Asking for Asked {
    fn request(&self) -> Request<'_> {
        Asked::request(self, SOFTWARE_WITH_RULES.as_bytes(), SystemTime::now())
    }

    fn has_field(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known == name)
    }
}
