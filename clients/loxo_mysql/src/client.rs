//! A connection and its commands.

use std::rc::Rc;

use crate::charsets::{self, Charset};
use crate::reader::{Reader, error_packet};
use crate::result::{Field, Row, field};
use crate::stats::{self, Stats};
use crate::wire::Wire;
use crate::{Error, Result, code, status};

/// What a connection is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Takes commands.
    Ready,
    /// A query was sent; nobody has read the answer.
    Sent,
    /// Columns have come, rows wait.
    Columns,
    /// Rows are being read one by one.
    Rows,
    /// There is another result behind the last one.
    More,
    Closed,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Reply {
    /// No rows: see [`Client::affected`] and the like.
    Done,
    /// Rows wait.
    Rows(Rc<Vec<Field>>),
    /// The server wants a file of ours: [`Client::send_file`].
    File(Vec<u8>),
}

/// A connection.
pub struct Client {
    pub(crate) wire: Wire,
    pub state: State,
    pub capabilities: u32,
    pub server_capabilities: u32,
    pub server_version: Vec<u8>,
    pub thread_id: u32,
    pub host_info: Vec<u8>,
    pub charset: Charset,
    pub status: u16,
    pub warnings: u16,
    /// `None`: the last command failed (PHP shows -1).
    pub affected: Option<u64>,
    pub insert_id: u64,
    pub info: Option<Vec<u8>>,
    pub field_count: usize,
    /// The answer that is being read is one of a prepared statement.
    pub(crate) binary: bool,
    /// Length of the last row's packet.
    row_before: usize,
    /// Attributes that the server was shown.
    pub(crate) attributes: Vec<(&'static str, String)>,
    /// It is counted as open.
    counted: bool,
    /// Statements that the server need not keep.
    pub(crate) closing: Vec<u32>,
}

impl Client {
    pub(crate) fn new(wire: Wire, capabilities: u32, server_capabilities: u32) -> Client {
        Client {
            wire,
            state: State::Ready,
            capabilities,
            server_capabilities,
            server_version: Vec::new(),
            thread_id: 0,
            host_info: Vec::new(),
            charset: charsets::standard(),
            status: 0,
            warnings: 0,
            affected: Some(0),
            insert_id: 0,
            info: None,
            field_count: 0,
            binary: false,
            row_before: 0,
            attributes: Vec::new(),
            counted: false,
            closing: Vec::new(),
        }
    }

    /// What this connection has counted.
    pub fn stats(&mut self) -> &mut Stats {
        &mut self.wire.stats
    }

    /// The connection is there, with all that was to be done first.
    pub fn opened(&mut self, persistent: bool) {
        self.counted = true;
        self.wire.stats.add(const { stats::at("connect_success") }, 1);
        self.wire.stats.add(const { stats::at("active_connections") }, 1);
        if persistent {
            self.wire.stats.add(const { stats::at("pconnect_success") }, 1);
            self.wire.stats.add(const { stats::at("active_persistent_connections") }, 1);
        }
    }

    /// A command is on its way.
    pub(crate) fn count_command(&mut self, command: u8) {
        const FIRST: usize = stats::at("com_quit") - 1;
        self.wire.stats.add(const { stats::at("packets_sent_command") }, 1);
        self.wire.stats.add(FIRST + usize::from(command), 1);
    }

    /// What an answer says of the query: the first that is true.
    fn count_query(&mut self) {
        self.wire.stats.add(const { stats::at("result_set_queries") }, 1);
        let place = match self.status {
            bits if bits & status::NO_GOOD_INDEX != 0 => const { stats::at("bad_index_used") },
            bits if bits & status::NO_INDEX != 0 => const { stats::at("no_index_used") },
            bits if bits & status::SLOW != 0 => const { stats::at("slow_queries") },
            _ => return,
        };
        self.wire.stats.add(place, 1);
    }

    /// The counter of text rows or that of prepared statements.
    pub fn count_rows(&mut self, text: usize, prepared: usize, n: u64) {
        let place = if self.binary { prepared } else { text };
        self.wire.stats.add(place, n);
    }

    pub fn is_closed(&self) -> bool {
        self.state == State::Closed
    }

    /// More results follow.
    pub fn has_more(&self) -> bool {
        self.status & status::MORE_RESULTS != 0
    }

    /// A command may be sent.
    pub(crate) fn begin(&mut self, command: u8) -> Result<()> {
        match self.state {
            State::Ready => {}
            State::Closed => return Err(Error::gone()),
            _ if command == 1 => {}
            _ => return Err(Error::out_of_sync()),
        }
        if !self.closing.is_empty() && self.state == State::Ready {
            self.close_statements();
        }
        self.count_command(command);
        self.wire.restart();
        Ok(())
    }

    /// Passes results on; what breaks the protocol or the connection ends it.
    pub(crate) fn guard<T>(&mut self, outcome: Result<T>) -> Result<T> {
        if let Err(error) = &outcome
            && matches!(error.code, code::SERVER_GONE | code::SERVER_LOST | code::MALFORMED)
        {
            self.state = State::Closed;
        }
        outcome
    }

    pub(crate) fn send(&mut self, command: u8, argument: &[u8]) -> Result<()> {
        self.begin(command)?;
        // So much PHP's client puts together without asking for more memory.
        const COMMAND_BUFFER: usize = 4096;
        let packet = [&[command], argument].concat();
        if packet.len() + 4 > COMMAND_BUFFER {
            self.wire.stats.add(const { stats::at("command_buffer_too_small") }, 1);
        }
        let outcome = self.wire.write(&packet);
        self.guard(outcome)
    }

    pub(crate) fn read(&mut self) -> Result<Vec<u8>> {
        let outcome = self.wire.read();
        self.guard(outcome)
    }

    /// A packet that says that all went well.
    pub(crate) fn took_ok(&mut self, packet: &[u8]) -> Result<()> {
        let mut reader = Reader::new(packet.get(1..).unwrap_or_default());
        self.affected = reader.length()?;
        self.insert_id = reader.length()?.unwrap_or(0);
        self.status = reader.u16().unwrap_or(self.status);
        self.warnings = reader.u16().unwrap_or(0);
        self.info = None;
        if !reader.rest.is_empty() {
            let length = reader.length().ok().and_then(|length| usize::try_from(length.unwrap_or(0)).ok());
            let text = length.and_then(|length| reader.rest.get(..length));
            let Some(text) = text else { return Err(Error::broken("OK packet message length is past the packet size")) };
            self.info = (!text.is_empty()).then(|| text.to_vec());
        }
        Ok(())
    }

    /// The same of the answer to a query, which says how far it would reach.
    fn took_done(&mut self, packet: &[u8]) -> Result<()> {
        let outcome = self.took_ok(packet).map_err(|error| {
            let mut reader = Reader::new(packet.get(1..).unwrap_or_default());
            let mut beyond = || -> Result<u64> {
                reader.length()?;
                reader.length()?;
                reader.number(4)?;
                Ok(reader.length()?.unwrap_or(0).saturating_sub(reader.rest.len() as u64))
            };
            let Ok(beyond) = beyond() else { return error };
            let text = format!("RSET_HEADER packet additional data length is past {beyond} bytes the packet size");
            Error::broken(text + "\nError reading result set's header")
        });
        self.guard(outcome)
    }

    /// The end of columns or rows.
    pub(crate) fn took_end(&mut self, packet: &[u8]) -> Result<()> {
        let mut reader = Reader::new(packet.get(1..).unwrap_or_default());
        self.warnings = reader.u16()?;
        self.status = reader.u16()?;
        Ok(())
    }

    pub(crate) fn is_end(packet: &[u8]) -> bool {
        packet.first() == Some(&0xfe) && packet.len() < 9
    }

    /// An answer that is an error.
    pub(crate) fn took_error(&mut self, packet: &[u8]) -> Error {
        self.affected = None;
        self.warnings = 0;
        self.status &= !status::MORE_RESULTS;
        self.state = State::Ready;
        error_packet(packet)
    }

    /// A command whose answer is "well" or an error.
    fn simple(&mut self, command: u8, argument: &[u8]) -> Result<()> {
        self.send(command, argument)?;
        let packet = self.read()?;
        match packet.first() {
            Some(0xff) => Err(self.took_error(&packet)),
            Some(0) => self.took_ok(&packet),
            Some(0xfe) => {
                self.count_end(packet.len());
                self.took_end(&packet)
            }
            _ => {
                let outcome = Err(Error::malformed());
                self.guard(outcome)
            }
        }
    }

    /// Sends a query; the answer is read by [`Client::read_reply`].
    pub fn send_query(&mut self, sql: &[u8]) -> Result<()> {
        self.send(3, sql)?;
        self.affected = None;
        self.binary = false;
        self.state = State::Sent;
        Ok(())
    }

    /// Something has come in.
    pub fn is_readable(&mut self) -> bool {
        self.wire.is_readable()
    }

    /// Reads the answer to a query, or the next one of many.
    pub fn read_reply(&mut self) -> Result<Reply> {
        self.read_answer(true)
    }

    fn read_answer(&mut self, counts: bool) -> Result<Reply> {
        match self.state {
            State::Sent | State::More => {}
            State::Closed => return Err(Error::gone()),
            _ => return Err(Error::out_of_sync()),
        }
        self.info = None;
        let packet = self.read()?;
        if counts {
            let (bytes, packets) = const { (stats::at("bytes_received_rset_row_packet"), stats::at("packets_received_rset_row")) };
            self.wire.stats.packet(bytes, packets, packet.len());
        }
        match packet.first() {
            Some(0xff) => Err(self.took_error(&packet)),
            Some(0) => {
                self.took_done(&packet)?;
                self.wire.stats.add(const { stats::at("non_result_set_queries") }, 1);
                if !self.binary {
                    self.wire.stats.add(const { stats::at("rows_affected_normal") }, self.affected.unwrap_or(0));
                }
                self.field_count = 0;
                self.state = if self.has_more() { State::More } else { State::Ready };
                Ok(Reply::Done)
            }
            Some(0xfb) => Ok(Reply::File(packet[1..].to_vec())),
            _ => {
                let count = Reader::new(&packet).length()?.unwrap_or(0);
                let fields = self.fields(count)?;
                self.count_query();
                self.row_before = 0;
                self.field_count = fields.len();
                self.affected = None;
                self.insert_id = 0;
                self.state = State::Columns;
                Ok(Reply::Rows(Rc::new(fields)))
            }
        }
    }

    /// Columns and the packet that ends them.
    pub(crate) fn fields(&mut self, count: u64) -> Result<Vec<Field>> {
        /// Most results have no more columns; what the server announces is no reason to reserve more.
        const FEW: usize = 32;
        let mut fields = Vec::with_capacity(usize::try_from(count).unwrap_or(FEW).min(FEW));
        for _ in 0..count {
            let packet = self.read()?;
            if packet.first() == Some(&0xff) {
                return Err(self.took_error(&packet));
            }
            let (bytes, packets) =
                const { (stats::at("bytes_received_prepare_response_packet"), stats::at("packets_received_prepare_response")) };
            self.wire.stats.packet(bytes, packets, packet.len());
            let outcome = field(&packet);
            fields.push(self.guard(outcome)?);
        }
        let packet = self.read()?;
        if packet.first() == Some(&0xff) {
            return Err(self.took_error(&packet));
        }
        self.count_end(packet.len());
        self.took_end(&packet)?;
        Ok(fields)
    }

    fn count_end(&mut self, length: usize) {
        let (bytes, packets) = const { (stats::at("bytes_received_rset_header_packet"), stats::at("packets_received_rset_header")) };
        self.wire.stats.packet(bytes, packets, length);
    }

    /// PHP takes the length of the row before.
    pub(crate) fn count_row_packet(&mut self, length: usize) {
        let (bytes, packets) = const { (stats::at("bytes_received_change_user_packet"), stats::at("packets_received_change_user")) };
        let length = std::mem::replace(&mut self.row_before, length);
        self.wire.stats.packet(bytes, packets, length);
    }

    /// Sends a query and reads the answer.
    pub fn query(&mut self, sql: &[u8]) -> Result<Reply> {
        self.send_query(sql)?;
        self.read_reply()
    }

    /// Sends what the server asked for in pieces; `next` gives them, an empty one is the end.
    pub fn send_file(&mut self, mut next: impl FnMut() -> Vec<u8>) -> Result<Reply> {
        loop {
            let piece = next();
            let outcome = self.wire.write(&piece);
            self.guard(outcome)?;
            if piece.is_empty() {
                self.state = State::Sent;
                return self.read_answer(false);
            }
        }
    }

    /// The packet of the next row, text or binary; `None` at the end.
    pub fn next_packet(&mut self) -> Result<Option<Vec<u8>>> {
        match self.state {
            State::Columns | State::Rows => {}
            // The rest of the rows went with the connection.
            State::Closed => return Err(Error::out_of_sync()),
            _ => return Ok(None),
        }
        let packet = self.read()?;
        self.count_row_packet(packet.len());
        if packet.first() == Some(&0xff) {
            return Err(self.took_error(&packet));
        }
        if Client::is_end(&packet) {
            self.took_end(&packet)?;
            self.state = if self.has_more() { State::More } else { State::Ready };
            if !self.binary {
                (self.affected, self.insert_id) = (Some(0), 0);
            }
            return Ok(None);
        }
        self.state = State::Rows;
        self.count_rows(const { stats::at("rows_fetched_from_server_normal") }, const { stats::at("rows_fetched_from_server_ps") }, 1);
        Ok(Some(packet))
    }

    /// The next row of a text result.
    pub fn next_row(&mut self, columns: usize) -> Result<Option<Row>> {
        match self.next_packet()? {
            Some(packet) => Ok(Some(Row::text(packet, columns))),
            None => Ok(None),
        }
    }

    /// Reads and forgets rows until the result ends: so many.
    pub fn skip_rows(&mut self) -> Result<u64> {
        let mut skipped = 0;
        if matches!(self.state, State::Columns | State::Rows) {
            self.count_rows(const { stats::at("flushed_normal_sets") }, const { stats::at("flushed_ps_sets") }, 1);
        }
        while self.next_packet()?.is_some() {
            self.count_unbuffered();
            self.count_rows(const { stats::at("rows_skipped_normal") }, const { stats::at("rows_skipped_ps") }, 1);
            skipped += 1;
        }
        Ok(skipped)
    }

    /// A row went from the server to the program.
    pub fn count_unbuffered(&mut self) {
        let (text, prepared) =
            const { (stats::at("rows_fetched_from_client_normal_unbuffered"), stats::at("rows_fetched_from_client_ps_unbuffered")) };
        self.count_rows(text, prepared, 1);
    }

    /// Whatever is left of all results is read and forgotten.
    pub fn drain(&mut self) {
        while !matches!(self.state, State::Ready | State::Closed) {
            let outcome = match self.state {
                State::Columns | State::Rows => self.skip_rows().map(drop),
                _ => self.read_reply().map(drop),
            };
            if outcome.is_err() && self.state != State::Ready {
                self.state = State::Closed;
            }
        }
    }

    pub fn select_database(&mut self, name: &[u8]) -> Result<()> {
        self.aside(2, name)
    }

    /// A command that changes no rows. The last row's number stays.
    fn aside(&mut self, command: u8, argument: &[u8]) -> Result<()> {
        let insert_id = self.insert_id;
        let outcome = self.simple(command, argument);
        if outcome.is_ok() {
            (self.affected, self.insert_id) = (None, insert_id);
        }
        outcome
    }

    pub fn ping(&mut self) -> Result<()> {
        self.aside(14, b"")
    }

    pub fn refresh(&mut self, what: u8) -> Result<()> {
        self.aside(7, &[what])
    }

    pub fn kill(&mut self, thread: u32) -> Result<()> {
        if thread == self.thread_id {
            // Nobody is left to answer.
            self.send(12, &thread.to_le_bytes())?;
            self.wire.stats.add(const { stats::at("active_connections") }, u64::MAX);
            self.affected = None;
            self.state = State::Closed;
            return Ok(());
        }
        self.aside(12, &thread.to_le_bytes())
    }

    pub fn dump_debug_info(&mut self) -> Result<()> {
        self.aside(13, b"")
    }

    /// Allows several statements in one query, or forbids them.
    pub fn set_multi_statements(&mut self, on: bool) -> Result<()> {
        self.aside(27, &u16::from(!on).to_le_bytes())
    }

    /// A line about the server.
    pub fn statistics(&mut self) -> Result<Vec<u8>> {
        self.send(9, b"")?;
        let packet = self.read()?;
        self.count_nameless(packet.len());
        if packet.first() == Some(&0xff) {
            return Err(self.took_error(&packet));
        }
        self.affected = None;
        Ok(packet)
    }

    /// Says good-bye.
    pub fn close(&mut self) {
        self.close_as(const { stats::at("explicit_close") });
    }

    /// The same for another connection in its place.
    pub fn close_for_another(&mut self) {
        self.close_as(const { stats::at("implicit_close") });
    }

    /// PHP takes a connection that its program closes off the active ones twice.
    fn close_as(&mut self, how: usize) {
        let was_open = std::mem::take(&mut self.counted);
        if was_open {
            self.wire.stats.add(how, 1);
            stats::count(const { stats::at("active_connections") }, 2u64.wrapping_neg());
            if !matches!(self.state, State::Ready | State::Closed) {
                stats::count(const { stats::at("in_middle_of_command_close") }, 1);
            }
            if self.state == State::Ready {
                self.count_command(1);
            }
        }
        if self.state == State::Closed {
            return;
        }
        self.wire.restart();
        if self.state != State::Ready || !was_open {
            // The server finds out by itself.
            self.state = State::Closed;
            return;
        }
        // The server also understands a connection that just ends.
        let _ = self.wire.write(&[1]);
        self.state = State::Closed;
    }

    /// Packets that PHP has no counter for go to its first one.
    pub(crate) fn count_nameless(&mut self, length: usize) {
        self.wire.stats.packet(0, 0, length);
    }

    /// The server's version as a number, such as 101106.
    pub fn version_number(&self) -> i64 {
        let text = String::from_utf8_lossy(&self.server_version).into_owned();
        let text = text.strip_prefix("5.5.5-").filter(|rest| rest.contains("MariaDB")).unwrap_or(&text);
        let mut parts = text
            .split('.')
            .map(|part| part.bytes().take_while(u8::is_ascii_digit).fold(0i64, |n, b| (n * 10 + i64::from(b - b'0')) % 1_000_000));
        let mut next = || parts.next().unwrap_or(0);
        next() * 10000 + next() * 100 + next()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.close();
    }
}
