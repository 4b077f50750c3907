//! The table of pages: printed row by row, kept for `cargo xtask figures`.

use super::count::Event;
use crate::{Result, paths};
use std::fmt::Write as _;
use std::io::Write as _;

pub struct Row {
    pub name: String,
    /// By engine: nanoseconds or events of one request.
    pub values: Vec<u64>,
    /// What is wrong with the answer.
    pub problem: Option<String>,
}

pub struct Table {
    event: Option<Event>,
    titles: Vec<String>,
    rows: Vec<Row>,
}

impl Table {
    pub fn new(event: Option<Event>, titles: Vec<String>) -> Table {
        Table { event, titles, rows: Vec::new() }
    }

    pub fn add(&mut self, row: Row) {
        if self.rows.is_empty() {
            let title = match self.event {
                None => "CPU milliseconds of one request",
                Some(Event::Instruction) => "millions of instructions of one request",
                Some(Event::Miss) => "millions of misses of the instruction cache of one request",
            };
            println!("{title}\n{}", self.head());
        }
        let mut line = format!("{:<28}", row.name);
        for value in &row.values {
            let _ = write!(line, " {:>12.3}", *value as f64 / 1e6);
        }
        for ratio in ratios(&row.values) {
            let _ = write!(line, " {ratio:>14.3}");
        }
        println!("{line}{}", row.problem.as_ref().map(|problem| format!("  {problem}")).unwrap_or_default());
        let _ = std::io::stdout().flush();
        self.rows.push(row);
    }

    fn head(&self) -> String {
        let mut line = format!("{:<28}", "");
        for title in &self.titles {
            let _ = write!(line, " {title:>12}");
        }
        for title in self.titles.iter().skip(1) {
            let _ = write!(line, " {:>14}", format!("/ {title}"));
        }
        line
    }

    /// Prints the means; `keep`: writes the rows for `cargo xtask figures`. False when a page was wrong.
    pub fn finish(&self, keep: bool) -> Result<bool> {
        let good: Vec<&Row> = self.rows.iter().filter(|row| row.problem.is_none()).collect();
        if !good.is_empty() && self.titles.len() > 1 {
            let mut line = format!("{:<28}{}", "geometric mean", " ".repeat(13 * self.titles.len()));
            for at in 0..self.titles.len() - 1 {
                let sum: f64 = good.iter().map(|row| ratios(&row.values)[at].ln()).sum();
                let _ = write!(line, " {:>14.3}", (sum / good.len() as f64).exp());
            }
            println!("{line}");
        }
        if good.len() < self.rows.len() {
            println!("{} of {} pages went wrong and are not counted", self.rows.len() - good.len(), self.rows.len());
        }
        if keep {
            let mut text = format!("page\t{}\n", self.titles.join("\t"));
            for row in &good {
                let values: Vec<String> = row.values.iter().map(u64::to_string).collect();
                let _ = writeln!(text, "{}\t{}", row.name, values.join("\t"));
            }
            let folder = paths::target().join("bench");
            std::fs::create_dir_all(&folder)?;
            let name = match self.event {
                None => "pages.tsv",
                Some(Event::Instruction) => "pages-instructions.tsv",
                Some(Event::Miss) => "pages-misses.tsv",
            };
            std::fs::write(folder.join(name), text)?;
        }
        Ok(good.len() == self.rows.len())
    }
}

/// The first of the values over each of the others.
fn ratios(values: &[u64]) -> Vec<f64> {
    values.iter().skip(1).map(|other| values[0] as f64 / *other as f64).collect()
}
