//! Prepared statements: preparing, sending parameters in the binary format, fetching rows through a cursor, and closing.

use std::rc::Rc;

use crate::client::{Client, State};
use crate::reader::{Reader, put_counted};
use crate::result::{Field, Value, binary};
use crate::{Error, Result, kind, stats, status};

/// A statement that the server keeps.
#[derive(Clone, Debug, Default)]
pub struct Statement {
    pub id: u32,
    pub params: usize,
    pub fields: Rc<Vec<Field>>,
    pub warnings: u16,
}

/// A value for a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Null,
    Int(i64),
    Double(f64),
    Bytes(Vec<u8>),
    /// Already sent by [`Client::send_long_data`].
    Sent,
}

impl Client {
    /// Prepares.
    pub fn prepare(&mut self, sql: &[u8]) -> Result<Statement> {
        self.send(22, sql)?;
        let packet = self.read()?;
        self.count_nameless(packet.len());
        if packet.first() == Some(&0xff) {
            return Err(self.took_error(&packet));
        }
        let mut reader = Reader::new(packet.get(1..).unwrap_or_default());
        let (id, columns, params) = (reader.u32()?, reader.u16()?, reader.u16()?);
        reader.u8()?;
        let warnings = reader.u16().unwrap_or(0);
        if params > 0 {
            self.fields(u64::from(params))?;
        }
        let fields = if columns > 0 { self.fields(u64::from(columns))? } else { Vec::new() };
        self.affected = None;
        self.field_count = fields.len();
        self.warnings = warnings;
        Ok(Statement { id, params: usize::from(params), fields: Rc::new(fields), warnings })
    }

    /// Sends a statement's values; the answer is read by [`Client::read_reply`]. Rows are binary.
    pub fn send_execute(&mut self, statement: &Statement, arguments: &[Argument], cursor: u8) -> Result<()> {
        const UNSIGNED: u8 = 0;
        let mut packet = Vec::new();
        packet.extend_from_slice(&statement.id.to_le_bytes());
        packet.push(cursor);
        packet.extend_from_slice(&1u32.to_le_bytes());
        if statement.params > 0 {
            let mut nulls = vec![0u8; statement.params.div_ceil(8)];
            let (mut kinds, mut values) = (Vec::new(), Vec::new());
            for at in 0..statement.params {
                let kind = match arguments.get(at).unwrap_or(&Argument::Null) {
                    Argument::Null => {
                        nulls[at / 8] |= 1 << (at % 8);
                        kind::NULL
                    }
                    Argument::Int(n) => {
                        values.extend_from_slice(&n.to_le_bytes());
                        kind::LONGLONG
                    }
                    Argument::Double(d) => {
                        values.extend_from_slice(&d.to_bits().to_le_bytes());
                        kind::DOUBLE
                    }
                    Argument::Bytes(bytes) => {
                        put_counted(&mut values, bytes);
                        kind::VAR_STRING
                    }
                    Argument::Sent => kind::LONG_BLOB,
                };
                kinds.extend_from_slice(&[kind, UNSIGNED]);
            }
            packet.extend_from_slice(&nulls);
            packet.push(1);
            packet.extend_from_slice(&kinds);
            packet.extend_from_slice(&values);
        }
        self.affected = None;
        self.send(23, &packet)?;
        self.binary = true;
        self.state = State::Sent;
        Ok(())
    }

    /// Asks a cursor for rows: what has come, and whether there is more.
    pub fn fetch(&mut self, statement: &Statement, fields: &[Field], rows: u32) -> Result<(Vec<Vec<Value>>, bool)> {
        let argument = [statement.id.to_le_bytes(), rows.to_le_bytes()].concat();
        self.send(28, &argument)?;
        let mut out = Vec::new();
        loop {
            let packet = self.read()?;
            self.count_row_packet(packet.len());
            if packet.first() == Some(&0xff) {
                return Err(self.took_error(&packet));
            }
            if Client::is_end(&packet) {
                self.took_end(&packet)?;
                return Ok((out, self.status & status::LAST_ROW == 0));
            }
            self.wire.stats.add(const { stats::at("rows_fetched_from_server_ps") }, 1);
            out.push(binary(&packet, fields));
        }
    }

    /// The next row of a binary result.
    pub fn next_binary(&mut self, fields: &[Field]) -> Result<Option<Vec<Value>>> {
        match self.next_packet()? {
            Some(packet) => Ok(Some(binary(&packet, fields))),
            None => Ok(None),
        }
    }

    /// A piece of a parameter. The server does not answer.
    pub fn send_long_data(&mut self, statement: &Statement, param: u16, data: &[u8]) -> Result<()> {
        let argument = [&statement.id.to_le_bytes()[..], &param.to_le_bytes(), data].concat();
        self.send(24, &argument)
    }

    /// Forgets long data and open cursors.
    pub fn reset_statement(&mut self, statement: &Statement) -> Result<()> {
        self.send(26, &statement.id.to_le_bytes())?;
        let packet = self.read()?;
        let insert_id = self.insert_id;
        match packet.first() {
            Some(0xff) => Err(self.took_error(&packet)),
            Some(0) => {
                self.took_ok(&packet)?;
                (self.affected, self.insert_id) = (None, insert_id);
                Ok(())
            }
            _ => Err(Error::malformed()),
        }
    }

    /// The server forgets the statement: now, or before the next command. It does not answer.
    pub fn close_statement(&mut self, statement: &Statement) {
        self.closing.push(statement.id);
        if self.state == State::Ready {
            self.close_statements();
        }
    }

    pub(crate) fn close_statements(&mut self) {
        for id in std::mem::take(&mut self.closing) {
            self.count_command(25);
            self.wire.restart();
            // A connection that is lost is found to be so by the command that follows.
            let _ = self.wire.write(&[&[25][..], &id.to_le_bytes()].concat());
        }
    }
}
