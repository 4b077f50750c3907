//! How operations end: libmemcached's result codes and their texts, which programs see by `getResultCode()` and `getResultMessage()`.

/// A result of libmemcached, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status(pub i32);

impl Status {
    pub const SUCCESS: Status = Status(0);
    pub const FAILURE: Status = Status(1);
    pub const HOST_LOOKUP_FAILURE: Status = Status(2);
    pub const CONNECTION_FAILURE: Status = Status(3);
    pub const WRITE_FAILURE: Status = Status(5);
    pub const UNKNOWN_READ_FAILURE: Status = Status(7);
    pub const PROTOCOL_ERROR: Status = Status(8);
    pub const CLIENT_ERROR: Status = Status(9);
    pub const SERVER_ERROR: Status = Status(10);
    pub const ERROR: Status = Status(11);
    pub const DATA_EXISTS: Status = Status(12);
    pub const NOTSTORED: Status = Status(14);
    pub const STORED: Status = Status(15);
    pub const NOTFOUND: Status = Status(16);
    pub const MEMORY_ALLOCATION_FAILURE: Status = Status(17);
    pub const PARTIAL_READ: Status = Status(18);
    pub const SOME_ERRORS: Status = Status(19);
    pub const NO_SERVERS: Status = Status(20);
    pub const END: Status = Status(21);
    pub const DELETED: Status = Status(22);
    pub const STAT: Status = Status(24);
    pub const ERRNO: Status = Status(26);
    pub const NOT_SUPPORTED: Status = Status(28);
    pub const FETCH_NOTFINISHED: Status = Status(30);
    pub const TIMEOUT: Status = Status(31);
    pub const BUFFERED: Status = Status(32);
    pub const BAD_KEY_PROVIDED: Status = Status(33);
    pub const SERVER_MARKED_DEAD: Status = Status(35);
    pub const E2BIG: Status = Status(37);
    pub const INVALID_ARGUMENTS: Status = Status(38);
    pub const AUTH_FAILURE: Status = Status(41);
    pub const DEPRECATED: Status = Status(45);
    pub const SERVER_TEMPORARILY_DISABLED: Status = Status(47);
    pub const SERVER_MEMORY_ALLOCATION_FAILURE: Status = Status(48);

    /// Does it count as a failure? Where some of several servers failed, that depends.
    pub fn is_error(self, strict: bool) -> bool {
        match self {
            Status::SUCCESS | Status::STORED | Status::DELETED | Status::STAT | Status::END | Status::BUFFERED => false,
            Status::SOME_ERRORS => strict,
            _ => true,
        }
    }

    /// The words for it.
    pub fn text(self) -> &'static str {
        const TEXTS: [&str; 50] = [
            "SUCCESS",
            "FAILURE",
            "getaddrinfo() or getnameinfo() HOSTNAME LOOKUP FAILURE",
            "CONNECTION FAILURE",
            "CONNECTION BIND FAILURE",
            "WRITE FAILURE",
            "READ FAILURE",
            "UNKNOWN READ FAILURE",
            "PROTOCOL ERROR",
            "CLIENT ERROR",
            "SERVER ERROR",
            "ERROR was returned by server",
            "CONNECTION DATA EXISTS",
            "CONNECTION DATA DOES NOT EXIST",
            "NOT STORED",
            "STORED",
            "NOT FOUND",
            "MEMORY ALLOCATION FAILURE",
            "PARTIAL READ",
            "SOME ERRORS WERE REPORTED",
            "NO SERVERS DEFINED",
            "SERVER END",
            "SERVER DELETE",
            "SERVER VALUE",
            "STAT VALUE",
            "ITEM VALUE",
            "SYSTEM ERROR",
            "COULD NOT OPEN UNIX SOCKET",
            "ACTION NOT SUPPORTED",
            "A KEY LENGTH OF ZERO WAS PROVIDED",
            "FETCH WAS NOT COMPLETED",
            "A TIMEOUT OCCURRED",
            "ACTION QUEUED",
            "A BAD KEY WAS PROVIDED/CHARACTERS OUT OF RANGE",
            "THE HOST TRANSPORT PROTOCOL DOES NOT MATCH THAT OF THE CLIENT",
            "SERVER IS MARKED DEAD",
            "ENCOUNTERED AN UNKNOWN STAT KEY",
            "ITEM TOO BIG",
            "INVALID ARGUMENTS",
            "KEY RETURNED FROM SERVER WAS TOO LARGE",
            "FAILED TO SEND AUTHENTICATION TO SERVER",
            "AUTHENTICATION FAILURE",
            "CONTINUE AUTHENTICATION",
            "ERROR OCCURED WHILE PARSING",
            "USER INITIATED ERROR OCCURED WHILE PARSING",
            "DEPRECATED",
            "OPERATION IN PROCESS",
            "SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY",
            "SERVER FAILED TO ALLOCATE OBJECT",
            "INVALID memcached_return_t",
        ];
        usize::try_from(self.0).ok().and_then(|n| TEXTS.get(n)).copied().unwrap_or("INVALID memcached_return_t")
    }
}

/// The last thing that went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub status: Status,
    /// The system's number, or 0.
    pub errno: i32,
    /// What the server or the client has to say about it.
    pub detail: String,
    /// `host:port`
    pub server: String,
}

impl Failure {
    pub fn new(status: Status, detail: impl Into<String>) -> Failure {
        Failure { status, errno: 0, detail: detail.into(), server: String::new() }
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Failure {
        Failure::new(status, "")
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        use std::io::ErrorKind;
        let status = match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => Status::TIMEOUT,
            ErrorKind::ConnectionRefused | ErrorKind::UnexpectedEof | ErrorKind::NotFound => Status::CONNECTION_FAILURE,
            _ => Status::ERRNO,
        };
        let errno = if status == Status::ERRNO { error.raw_os_error().unwrap_or(0) } else { 0 };
        Failure { status, errno, detail: String::new(), server: String::new() }
    }
}
