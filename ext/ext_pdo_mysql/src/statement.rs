//! Statements: those that the server has prepared, and texts with values put in.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ext_pdo::{Bound, Column, DriverError, DriverStatement, Executed, Failure, Mode, Outcome, param};
use loxo_mysql::{Argument, Client, Field, Reply, Row, State, Statement, Value as Sent, stats};
use loxo_runtime::{Cx, PhpArray, PhpStr, Value, convert};

use crate::driver::Shared;
use crate::values;

/// A row of either kind.
enum Line {
    Text(Row),
    Binary(Vec<Sent>),
}

/// Where a statement's rows are.
struct Rows {
    shared: Rc<Shared>,
    buffered: Cell<bool>,
    fields: RefCell<Rc<Vec<Field>>>,
    /// Rows that have come, and the next one of them.
    lines: RefCell<Vec<Line>>,
    next: Cell<usize>,
    current: RefCell<Option<Line>>,
    /// Rows wait at the server, for this statement.
    live: Cell<bool>,
    /// Results behind this one are this statement's.
    more: Cell<bool>,
    binary: bool,
    /// Its result has been counted as gone.
    freed: Cell<bool>,
}

impl Rows {
    fn new(shared: Rc<Shared>, buffered: bool, binary: bool) -> Rows {
        Rows {
            shared,
            buffered: Cell::new(buffered),
            fields: RefCell::default(),
            lines: RefCell::default(),
            next: Cell::new(0),
            current: RefCell::default(),
            live: Cell::new(false),
            more: Cell::new(false),
            binary,
            freed: Cell::new(true),
        }
    }

    /// Counts the set that has come: taken as a whole, or row by row.
    fn count_set(&self, client: &mut Client, rows: Option<usize>) {
        let (whole, by_row, kept) = match self.binary {
            true => const { (stats::at("ps_buffered_sets"), stats::at("ps_unbuffered_sets"), stats::at("rows_buffered_from_client_ps")) },
            false => const { (stats::at("buffered_sets"), stats::at("unbuffered_sets"), stats::at("rows_buffered_from_client_normal")) },
        };
        client.stats().add(if rows.is_some() { whole } else { by_row }, 1);
        client.stats().add(kept, rows.unwrap_or(0) as u64);
    }

    /// Counts a row that goes to the program.
    fn count_line(&self, line: &Line, live: bool) {
        let Ok(mut client) = self.shared.client.try_borrow_mut() else { return };
        match live {
            true => client.count_unbuffered(),
            false if self.binary => stats::count(const { stats::at("rows_fetched_from_client_ps_buffered") }, 1),
            false => stats::count(const { stats::at("rows_fetched_from_client_normal_buffered") }, 1),
        }
        let fields = self.fields.borrow();
        match line {
            Line::Text(row) => stats::text_row(client.stats(), &fields, row),
            Line::Binary(row) => stats::binary_row(client.stats(), &fields, row),
        }
    }

    fn read(&self, client: &mut Client) -> Result<Option<Line>, loxo_mysql::Error> {
        let fields = self.fields.borrow().clone();
        Ok(match self.binary {
            true => client.next_binary(&fields)?.map(Line::Binary),
            false => client.next_row(fields.len())?.map(Line::Text),
        })
    }

    /// What an answer brings.
    fn take(&self, reply: Reply) -> Outcome<Executed> {
        self.next.set(0);
        self.lines.borrow_mut().clear();
        self.current.replace(None);
        let Reply::Rows(fields) = reply else {
            self.fields.replace(Rc::default());
            self.live.set(false);
            let client = self.shared.client.borrow();
            self.more.set(client.has_more());
            let affected = client.affected;
            return Ok(Executed { columns: 0, rows: affected.and_then(|n| i64::try_from(n).ok()).unwrap_or(-1) });
        };
        let columns = fields.len();
        self.fields.replace(fields);
        self.freed.set(false);
        self.live.set(true);
        self.more.set(true);
        if !self.buffered.get() {
            self.count_set(&mut self.shared.client.borrow_mut(), None);
            return Ok(Executed { columns, rows: 0 });
        }
        let lines = self.shared.run(|client| {
            let mut lines = Vec::new();
            while let Some(line) = self.read(client)? {
                lines.push(line);
            }
            client.affected = Some(lines.len() as u64);
            self.count_set(client, Some(lines.len()));
            Ok(lines)
        });
        self.live.set(false);
        let lines = lines?;
        let rows = lines.len() as i64;
        self.lines.replace(lines);
        Ok(Executed { columns, rows })
    }

    fn fetch(&self) -> Outcome<bool> {
        let live = self.live.get();
        let line = match live {
            true => {
                let line = self.shared.run(|client| self.read(client));
                if !matches!(line, Ok(Some(_))) {
                    self.live.set(false);
                }
                line?
            }
            false => {
                let at = self.next.get();
                let mut lines = self.lines.borrow_mut();
                // A row is taken out: nobody goes back.
                let line = lines.get_mut(at).map(|line| std::mem::replace(line, Line::Binary(Vec::new())));
                self.next.set(at + 1);
                line
            }
        };
        if let Some(line) = &line {
            self.count_line(line, live);
        }
        let found = line.is_some();
        self.current.replace(line);
        Ok(found)
    }

    fn column(&self, at: usize) -> Option<Column> {
        let fields = self.fields.borrow().clone();
        let field = fields.get(at)?;
        let name = match self.shared.table_names.get() {
            true => [&field.table[..], b".", &field.name].concat(),
            false => field.name.clone(),
        };
        Some(Column { name: PhpStr::new(&name), len: i64::from(field.length), precision: i64::from(field.decimals) })
    }

    fn value(&self, at: usize, mode: Mode) -> Value {
        let fields = self.fields.borrow().clone();
        let Some(field) = fields.get(at) else { return Value::NULL };
        match &*self.current.borrow() {
            Some(Line::Text(row)) => values::of_text(field, row.get(at), mode.stringify),
            Some(Line::Binary(row)) => row.get(at).map_or(Value::NULL, |value| values::of_binary(field, value)),
            None => Value::NULL,
        }
    }

    fn meta(&self, at: usize) -> Option<PhpArray> {
        self.fields.borrow().get(at).map(values::meta)
    }

    /// Rows that nobody has read go.
    fn finish(&self) {
        self.lines.borrow_mut().clear();
        self.current.replace(None);
        let Ok(mut client) = self.shared.client.try_borrow_mut() else { return };
        if !self.fields.borrow().is_empty() && !self.freed.replace(true) {
            client.stats().add(const { stats::at("explicit_free_result") }, 1);
        }
        if self.live.replace(false) {
            // A connection that breaks here is found broken by its next command.
            let _ = client.skip_rows();
        }
    }

    /// All results that are left go.
    fn close(&self) {
        self.finish();
        if self.more.replace(false)
            && let Ok(mut client) = self.shared.client.try_borrow_mut()
            && client.state == State::More
        {
            client.drain();
        }
    }

    /// The same for the program, which hears of what goes wrong.
    fn close_cursor(&self) -> Outcome<()> {
        self.finish();
        if !self.more.replace(false) {
            return Ok(());
        }
        self.shared.run(|client| {
            while client.state == State::More {
                client.read_reply()?;
                client.skip_rows()?;
            }
            Ok(())
        })
    }

    fn next_rowset(&self, cx: &mut Cx) -> Outcome<Option<Executed>> {
        self.finish();
        if !self.shared.client.try_borrow().is_ok_and(|client| client.has_more()) {
            return Ok(None);
        }
        let reply = self.shared.answer(cx)?;
        self.take(reply).map(Some)
    }
}

/// A text that values are put into.
pub(crate) struct Emulated {
    rows: Rows,
}

impl Emulated {
    pub fn new(shared: Rc<Shared>, buffered: bool) -> Emulated {
        Emulated { rows: Rows::new(shared, buffered, false) }
    }
}

impl Drop for Emulated {
    fn drop(&mut self) {
        self.rows.close();
    }
}

impl DriverStatement for Emulated {
    fn bind(&self, _: &mut Cx, _: &mut Bound) -> Outcome<()> {
        Ok(())
    }

    fn execute(&self, cx: &mut Cx, sql: &PhpStr, _: bool) -> Outcome<Executed> {
        self.rows.close();
        self.rows.shared.run(|client| client.send_query(sql.as_bytes()))?;
        let reply = self.rows.shared.answer(cx)?;
        self.rows.take(reply)
    }

    fn fetch(&self, _: &mut Cx, _: i64, _: i64) -> Outcome<bool> {
        self.rows.fetch()
    }

    fn column(&self, at: usize) -> Option<Column> {
        self.rows.column(at)
    }

    fn value(&self, _: &mut Cx, at: usize, mode: Mode) -> Outcome<Value> {
        Ok(self.rows.value(at, mode))
    }

    fn meta(&self, _: &mut Cx, at: usize) -> Outcome<Option<PhpArray>> {
        Ok(self.rows.meta(at))
    }

    fn next_rowset(&self, cx: &mut Cx) -> Option<Outcome<Option<Executed>>> {
        Some(self.rows.next_rowset(cx))
    }

    fn close_cursor(&self, _: &mut Cx) -> Outcome<()> {
        self.rows.close_cursor()
    }
}

/// A statement that the server has prepared.
pub(crate) struct Native {
    rows: Rows,
    statement: Statement,
    arguments: RefCell<Vec<Option<Argument>>>,
    runs: Cell<u64>,
}

impl Native {
    pub fn new(shared: Rc<Shared>, statement: Statement, buffered: bool) -> Native {
        let arguments = RefCell::new(vec![None; statement.params]);
        Native { rows: Rows::new(shared, buffered, true), statement, arguments, runs: Cell::new(0) }
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        self.rows.close();
        if let Ok(mut client) = self.rows.shared.client.try_borrow_mut() {
            stats::count(const { stats::at("explicit_stmt_close") }, 1);
            stats::count(const { stats::at("explicit_free_result") }, 1);
            match self.runs.get() {
                0 => client.stats().add(const { stats::at("ps_prepared_never_executed") }, 1),
                1 => client.stats().add(const { stats::at("ps_prepared_once_executed") }, 1),
                _ => {}
            }
            if !self.statement.fields.is_empty() {
                client.stats().add(const { stats::at("implicit_free_result") }, 1);
            }
            client.close_statement(&self.statement);
        }
    }
}

impl DriverStatement for Native {
    fn bind(&self, cx: &mut Cx, bound: &mut Bound) -> Outcome<()> {
        let argument = argument(cx, bound)?;
        let at = usize::try_from(bound.number).ok();
        match at.and_then(|at| self.arguments.borrow_mut().get_mut(at).map(|place| *place = Some(argument))) {
            Some(()) => Ok(()),
            None => Err(DriverError::state("HY093").into()),
        }
    }

    fn check_number(&self, number: i64) -> Outcome<()> {
        match usize::try_from(number) {
            Ok(at) if at < self.statement.params => Ok(()),
            _ => Err(DriverError::state("HY093").into()),
        }
    }

    fn before_execute(&self, _: &mut Cx, bound: usize) -> Outcome<()> {
        self.arguments.borrow_mut().fill(None);
        if bound < self.statement.params && bound > 0 {
            return Err(DriverError::state("HY093").into());
        }
        Ok(())
    }

    fn execute(&self, cx: &mut Cx, _: &PhpStr, _: bool) -> Outcome<Executed> {
        self.rows.close();
        let given: Option<Vec<Argument>> = self.arguments.borrow().iter().cloned().collect();
        let Some(given) = given else { return Err(DriverError::state("HY093").into()) };
        self.runs.set(self.runs.get() + 1);
        self.rows.shared.run(|client| client.send_execute(&self.statement, &given, 0))?;
        let reply = self.rows.shared.answer(cx)?;
        self.rows.take(reply)
    }

    fn fetch(&self, _: &mut Cx, _: i64, _: i64) -> Outcome<bool> {
        self.rows.fetch()
    }

    fn column(&self, at: usize) -> Option<Column> {
        self.rows.column(at)
    }

    fn value(&self, _: &mut Cx, at: usize, mode: Mode) -> Outcome<Value> {
        Ok(self.rows.value(at, mode))
    }

    fn meta(&self, _: &mut Cx, at: usize) -> Outcome<Option<PhpArray>> {
        Ok(self.rows.meta(at))
    }

    fn next_rowset(&self, cx: &mut Cx) -> Option<Outcome<Option<Executed>>> {
        Some(self.rows.next_rowset(cx))
    }

    fn close_cursor(&self, _: &mut Cx) -> Outcome<()> {
        self.rows.close_cursor()
    }
}

/// A parameter's value as the server takes it.
fn argument(cx: &mut Cx, bound: &mut Bound) -> Outcome<Argument> {
    let value = bound.get();
    let kind = param::kind(bound.kind);
    if value.is_null() || kind == param::NULL {
        return Ok(Argument::Null);
    }
    if let (Some(resource), param::LOB) = (value.as_resource(), kind) {
        let Some(stream) = loxo_streams::of_resource(resource) else { return Err(Failure::Own("HY105", "Expected a stream resource")) };
        // The variable has the text from now on.
        let text = stream.read_all(cx, None);
        let bytes = text.as_bytes().to_vec();
        bound.set(Value::string(text));
        return Ok(Argument::Bytes(bytes));
    }
    if kind == param::STMT {
        return Err(Failure::Silent);
    }
    Ok(match (value.as_int(), value.as_float()) {
        _ if value.is_bool() => Argument::Int(i64::from(value.is_true())),
        (Some(n), _) => Argument::Int(n),
        (_, Some(d)) => Argument::Double(d),
        _ => Argument::Bytes(convert::to_string(cx, &value)?.as_bytes().to_vec()),
    })
}
