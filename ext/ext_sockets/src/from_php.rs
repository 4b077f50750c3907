//! What programs write in arrays becomes what the system takes. What is wrong is reported once, with the path to it: `msghdr > name > addr`.

use std::os::fd::OwnedFd;
use std::rc::Rc;

use loxo_runtime::value::number::parse_numeric;
use loxo_runtime::{Cx, Key, PhpArray, PhpResult, PhpStr, Thrown, Value, convert};
use loxo_socket_sys as sys;

use crate::addresses::{self, INET, INET6, MAX_PATH, UNIX};
use crate::ancillary::Kind;
use crate::sockets::{self, Socket};

/// Why something could not be written.
pub(crate) enum ConversionError {
    /// To be reported with the path to it.
    Because(String),
    Thrown,
}

impl From<Thrown> for ConversionError {
    fn from(_: Thrown) -> ConversionError {
        ConversionError::Thrown
    }
}

pub(crate) type FromPhp<T> = Result<T, ConversionError>;

pub(crate) struct Writer<'a> {
    pub cx: &'a mut Cx,
    socket: &'a Socket,
    way: Vec<String>,
}

/// Writes something that is called `name` in messages. `None`: it is wrong, which has been reported.
pub(crate) fn write<T>(cx: &mut Cx, socket: &Socket, name: &str, work: impl FnOnce(&mut Writer<'_>) -> FromPhp<T>) -> PhpResult<Option<T>> {
    let mut writer = Writer { cx, socket, way: vec![name.to_string()] };
    match work(&mut writer) {
        Ok(written) => Ok(Some(written)),
        Err(ConversionError::Thrown) => Err(Thrown),
        Err(ConversionError::Because(text)) => {
            cx.builtin_warning(text);
            cx.check()?;
            Ok(None)
        }
    }
}

/// What goes out: the descriptors are held until it is sent.
pub(crate) struct Outgoing {
    pub to: Option<Vec<u8>>,
    pub data: Vec<PhpStr>,
    pub control: Vec<Control>,
}

pub(crate) struct Control {
    pub level: i32,
    pub kind: i32,
    pub content: Content,
}

pub(crate) enum Content {
    Bytes(Vec<u8>),
    Descriptors(Vec<Rc<OwnedFd>>),
}

/// Space for what may come, in bytes.
pub(crate) struct ReceiveCapacity {
    pub from: Option<usize>,
    pub data: usize,
    pub control: usize,
}

impl Writer<'_> {
    fn wrong<T>(&self, text: impl std::fmt::Display) -> FromPhp<T> {
        Err(ConversionError::Because(format!("error converting user data (path: {}): {text}", self.way.join(" > "))))
    }

    fn within<T>(&mut self, step: impl Into<String>, work: impl FnOnce(&mut Self) -> FromPhp<T>) -> FromPhp<T> {
        self.way.push(step.into());
        let outcome = work(self)?;
        self.way.pop();
        Ok(outcome)
    }

    /// References are not looked through.
    fn table(&self, value: &Value) -> FromPhp<PhpArray> {
        match value.as_array() {
            Some(table) => Ok(table.clone()),
            None => self.wrong("expected an array here"),
        }
    }

    /// What stands at a key, if anything does.
    fn field<T>(&mut self, table: &PhpArray, key: &str, work: impl FnOnce(&mut Self, &Value) -> FromPhp<T>) -> FromPhp<Option<T>> {
        match table.get(&Key::Str(PhpStr::interned(key.as_bytes()))).cloned() {
            Some(value) => self.within(key, |writer| work(writer, &value)).map(Some),
            None => Ok(None),
        }
    }

    fn needed<T>(&mut self, table: &PhpArray, key: &str, work: impl FnOnce(&mut Self, &Value) -> FromPhp<T>) -> FromPhp<T> {
        match self.field(table, key, work)? {
            Some(found) => Ok(found),
            None => self.wrong(format!("The key '{key}' is required")),
        }
    }

    fn integer(&mut self, value: &Value) -> FromPhp<i64> {
        if let Some(n) = value.as_int() {
            return Ok(n);
        }
        if value.is_float() {
            return Ok(convert::to_int(self.cx, value)?);
        }
        if !value.is_string() && !value.is_object() {
            return self.wrong("expected an integer, either of a PHP integer type or of a convertible type");
        }
        let text = convert::to_string(self.cx, value)?;
        match parse_numeric(&text).filter(|parsed| !parsed.trailing_data) {
            Some(parsed) => Ok(convert::to_int(self.cx, &convert::numeric_value(parsed.number))?),
            None => {
                let shown = String::from_utf8_lossy(text.split(|b| *b == 0).next().unwrap_or_default()).into_owned();
                self.wrong(format!("expected an integer, but got a non numeric string (possibly from a converted object): '{shown}'"))
            }
        }
    }

    fn bounded<T: TryFrom<i64>>(&mut self, value: &Value, what: &str) -> FromPhp<T> {
        let n = self.integer(value)?;
        match T::try_from(n) {
            Ok(n) => Ok(n),
            Err(_) => self.wrong(format!("given PHP integer is out of bounds for {what}")),
        }
    }

    fn int(&mut self, value: &Value) -> FromPhp<i32> {
        self.bounded(value, "a native int")
    }

    fn uint32(&mut self, value: &Value) -> FromPhp<u32> {
        self.bounded(value, "an unsigned 32-bit integer")
    }

    /// The address of a family that a text means, as the system has it.
    fn resolved(&mut self, value: &Value, family: i32, name: &str) -> FromPhp<Vec<u8>> {
        let text = convert::to_string(self.cx, value)?;
        let mut of_family = self.socket.clone();
        of_family.family = family;
        match addresses::parse(self.cx, &of_family, &text, 0)? {
            Some(address) => Ok(address),
            // That it was not found has been reported already, but not where it stands.
            None => {
                let shown = text.to_str_lossy().into_owned();
                self.wrong(format!("could not resolve address '{shown}' to get an {name} address"))
            }
        }
    }

    fn inet6_octets(&mut self, value: &Value) -> FromPhp<[u8; 16]> {
        let address = self.resolved(value, INET6, "AF_INET6")?;
        Ok(address.get(8..).and_then(<[u8]>::first_chunk::<16>).copied().unwrap_or_default())
    }

    /// `family` of an address, which must be a number even where the socket's family has been found.
    fn family(&mut self, table: &PhpArray) -> FromPhp<()> {
        self.field(table, "family", |writer, value| writer.bounded::<u16>(value, "a sa_family_t value")).map(drop)
    }

    fn port(&mut self, table: &PhpArray) -> FromPhp<u16> {
        let port = self.field(table, "port", |writer, value| writer.bounded::<u16>(value, "an unsigned 16-bit integer"))?;
        Ok(port.unwrap_or_default())
    }

    fn inet(&mut self, table: &PhpArray) -> FromPhp<Vec<u8>> {
        self.family(table)?;
        let address = self.field(table, "addr", |writer, value| writer.resolved(value, INET, "AF_INET"))?;
        let octets = address.as_deref().and_then(|bytes| bytes.get(4..)).and_then(<[u8]>::first_chunk::<4>).copied();
        let port = self.port(table)?;
        Ok(addresses::inet(octets.unwrap_or_default().into(), port))
    }

    fn inet6(&mut self, table: &PhpArray) -> FromPhp<Vec<u8>> {
        self.family(table)?;
        let octets = self.field(table, "addr", Self::inet6_octets)?.unwrap_or_default();
        let port = self.port(table)?;
        let flow = self.field(table, "flowinfo", Self::uint32)?.unwrap_or_default();
        let scope = self.field(table, "scope_id", Self::uint32)?.unwrap_or_default();
        let mut address = addresses::inet6(octets.into(), port, scope);
        if let Some(bytes) = address.get_mut(4..8) {
            bytes.copy_from_slice(&flow.to_ne_bytes());
        }
        Ok(address)
    }

    fn unix(&mut self, table: &PhpArray) -> FromPhp<Vec<u8>> {
        self.family(table)?;
        let path = self.field(table, "path", |writer, value| {
            let path = convert::to_string(writer.cx, value)?;
            match path.len() {
                0 => writer.wrong("the path is must not be empty"),
                MAX_PATH.. => writer.wrong(format!("the path is too long, the maximum permitted length is {}", MAX_PATH - 1)),
                _ => Ok(path),
            }
        })?;
        let path = path.unwrap_or_default();
        // A text of C, behind the NUL that abstract names begin with.
        let start = usize::from(path.first().is_none_or(|b| *b == 0));
        let text = path.get(start..).unwrap_or_default().split(|b| *b == 0).next().unwrap_or_default();
        Ok(addresses::unix(&[&[0][..start], text].concat()))
    }

    fn name_family(&mut self, table: &PhpArray) -> FromPhp<i32> {
        let own = self.socket.family;
        let family = match table.get(&Key::Str(PhpStr::interned(b"family"))) {
            Some(value) if !value.is_null() => self.field(table, "family", Self::int)?.unwrap_or(own),
            _ => own,
        };
        match family {
            INET if own != INET && own != INET6 => {
                self.wrong(format!("the specified family (number {family}) is not supported on this socket"))
            }
            INET6 if own != INET6 => self.wrong("the specified family (AF_INET6) is not supported on this socket"),
            UNIX if own != UNIX => self.wrong("the specified family (AF_UNIX) is not supported on this socket"),
            INET | INET6 | UNIX => Ok(family),
            _ => self.wrong("the only families currently supported are AF_INET, AF_INET6 and AF_UNIX"),
        }
    }

    fn name(&mut self, value: &Value) -> FromPhp<Vec<u8>> {
        let table = self.table(value)?;
        match self.name_family(&table)? {
            INET => self.inet(&table),
            INET6 => self.inet6(&table),
            _ => self.unix(&table),
        }
    }

    /// Space for an address of the family that is named.
    fn name_capacity(&mut self, value: &Value) -> FromPhp<usize> {
        let table = self.table(value)?;
        Ok(match self.name_family(&table)? {
            INET => 16,
            INET6 => 28,
            _ => 2 + MAX_PATH,
        })
    }

    /// What `socket_sendmsg()` sends.
    pub(crate) fn outgoing(&mut self, message: &PhpArray) -> FromPhp<Outgoing> {
        let to = self.field(message, "name", Self::name)?;
        let data = self.field(message, "iov", |writer, value| {
            let mut all = Vec::new();
            for (at, (_, piece)) in writer.table(value)?.iter().enumerate() {
                all.push(writer.within(format!("element #{}", at + 1), |writer| Ok(convert::to_string(writer.cx, piece)?))?);
            }
            Ok(all)
        })?;
        let control = self.field(message, "control", |writer, value| {
            let mut all = Vec::new();
            for (at, (_, one)) in writer.table(value)?.iter().enumerate() {
                all.push(writer.within(format!("element #{at}"), |writer| writer.control(one))?);
            }
            Ok(all)
        })?;
        Ok(Outgoing { to, data: data.unwrap_or_default(), control: control.unwrap_or_default() })
    }

    fn control(&mut self, value: &Value) -> FromPhp<Control> {
        let table = self.table(value)?;
        let level = self.field(&table, "level", Self::int)?.unwrap_or_default();
        let kind = self.field(&table, "type", Self::int)?.unwrap_or_default();
        let content = match Kind::of(level, kind) {
            None => return self.wrong(format!("cmsghdr with level {level} and type {kind} not supported")),
            Some(Kind::Rights) => self.rights(&table)?,
            Some(known) => {
                let bytes = self.field(&table, "data", |writer, value| match known {
                    Kind::PacketInfo => writer.packet_info(value),
                    Kind::Credentials => writer.credentials(value),
                    _ => writer.int(value).map(|n| n.to_ne_bytes().to_vec()),
                })?;
                Content::Bytes(bytes.unwrap_or_else(|| vec![0; known.size()]))
            }
        };
        Ok(Control { level, kind, content })
    }

    fn rights(&mut self, table: &PhpArray) -> FromPhp<Content> {
        let Some(list) = table.get(&Key::Str(PhpStr::interned(b"data"))).cloned() else {
            return self.wrong("cmsghdr should have a 'data' element here");
        };
        let list = self.table(&list)?;
        if list.is_empty() {
            return self.wrong("expected at least one element in this array");
        }
        self.within("data", |writer| {
            let mut all = Vec::new();
            for (at, (_, value)) in list.iter().enumerate() {
                all.push(writer.within(format!("element #{}", at + 1), |writer| writer.descriptor(value))?);
            }
            Ok(Content::Descriptors(all))
        })
    }

    fn descriptor(&mut self, value: &Value) -> FromPhp<Rc<OwnedFd>> {
        if let Some(socket) = sockets::descriptor(value) {
            return match socket {
                Some(fd) => Ok(fd),
                None => self.wrong("socket is already closed"),
            };
        }
        let Some(resource) = value.as_resource() else { return self.wrong("expected a Socket object or a stream resource") };
        let Some(stream) = loxo_streams::of_resource(resource) else { return self.wrong("resource is not a stream") };
        match stream.fd(self.cx, false) {
            Some(fd) => Ok(fd),
            None => {
                self.cx.check()?;
                let label = stream.label();
                self.cx.builtin_warning(format!("Cannot represent a stream of type {label} as a File Descriptor"));
                self.cx.check()?;
                self.wrong("cast stream to file descriptor failed")
            }
        }
    }

    /// `in6_pktinfo`: an address and an interface.
    pub(crate) fn packet_info(&mut self, value: &Value) -> FromPhp<Vec<u8>> {
        let table = self.table(value)?;
        let octets = self.needed(&table, "addr", Self::inet6_octets)?;
        let index = self.needed(&table, "ifindex", Self::interface)?;
        Ok([&octets[..], &index.to_ne_bytes()].concat())
    }

    fn interface(&mut self, value: &Value) -> FromPhp<u32> {
        if let Some(n) = value.as_int() {
            return match u32::try_from(n) {
                Ok(index) => Ok(index),
                Err(_) => self.wrong(format!("the interface index cannot be negative or larger than {}; given {n}", u32::MAX)),
            };
        }
        let name = convert::to_string(self.cx, value)?;
        match sys::interface_index(&name) {
            Some(index) => Ok(index),
            None => {
                let shown = name.to_str_lossy().into_owned();
                self.wrong(format!("no interface with name \"{shown}\" could be found"))
            }
        }
    }

    fn credentials(&mut self, value: &Value) -> FromPhp<Vec<u8>> {
        let table = self.table(value)?;
        let process = self.needed(&table, "pid", |writer, value| {
            let n: i32 = writer.bounded(value, "a pid_t value")?;
            if n < 0 { writer.wrong("given PHP integer is out of bounds for a pid_t value") } else { Ok(n) }
        })?;
        let user = self.needed(&table, "uid", |writer, value| writer.bounded::<u32>(value, "a uid_t value"))?;
        let group = self.needed(&table, "gid", |writer, value| writer.bounded::<u32>(value, "a uid_t value"))?;
        Ok([process.to_ne_bytes(), user.to_ne_bytes(), group.to_ne_bytes()].concat())
    }

    /// What `socket_recvmsg()` has space for.
    pub(crate) fn receive_capacity(&mut self, message: &PhpArray) -> FromPhp<ReceiveCapacity> {
        const USUAL: usize = 8192;
        const MOST: i64 = 100 * 1024 * 1024;
        let from = self.field(message, "name", Self::name_capacity)?;
        let data = self.field(message, "buffer_size", |writer, value| {
            let n = writer.integer(value)?;
            match usize::try_from(n) {
                Ok(size) if n <= MOST => Ok(size),
                _ => writer.wrong(format!("the buffer size must be between 1 and {MOST}; given {n}")),
            }
        })?;
        let control = self.needed(message, "controllen", |writer, value| match writer.uint32(value)? {
            0 => writer.wrong("controllen cannot be 0"),
            length => Ok(length as usize),
        })?;
        Ok(ReceiveCapacity { from, data: data.unwrap_or(USUAL), control })
    }
}
