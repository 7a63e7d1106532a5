//! Sections of the page: figures, tables and a verdict, as Markdown, CSV and JSON.

use chart::PointChart;
use serde::Serialize;

use crate::words::cell;

/// The evaluation of an experiment.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Section {
    /// Single figures, ours beside the record's.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Plots by name.
    #[serde(skip)]
    pub plots: Vec<Plot>,
    /// Plain sentences: what agrees with the record and what does not.
    pub verdict: String,
}

/// A chart with the name of its file.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Name, after that of the experiment.
    pub name: &'static str,
    /// The chart.
    pub chart: PointChart,
}

/// A measured figure.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// Description.
    pub name: String,
    /// Our value.
    pub ours: f64,
    /// Half the width of its 95 % interval, if it has one.
    pub error: Option<f64>,
    /// The record's value, if there is one.
    pub record: Option<f64>,
    /// Half the width of its interval, if it follows from the record.
    pub record_error: Option<f64>,
    /// Digits after the point.
    #[serde(skip)]
    pub digits: usize,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// Name of its CSV file, after that of the experiment.
    pub name: String,
    /// Heads of the columns.
    pub head: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
    /// Rows that the page shows; the CSV file has all.
    #[serde(skip)]
    pub rows_shown: usize,
}

impl Table {
    /// A table that the page shows whole.
    pub fn new(name: &str, head: &[&str]) -> Table {
        let head = head.iter().map(|&text| text.to_owned()).collect();
        Table {
            name: name.to_owned(),
            head,
            rows: Vec::new(),
            rows_shown: usize::MAX,
        }
    }

    /// A table that only its CSV file has.
    pub fn hidden(name: &str, head: &[&str]) -> Table {
        Table {
            rows_shown: 0,
            ..Table::new(name, head)
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table in Markdown: the rows that the page shows.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("|{}|\n", cells.join("|"));
        let rule = format!("|{}\n", "---|".repeat(self.head.len()));
        let shown = self.rows.iter().take(self.rows_shown);
        line(&self.head) + &rule + &shown.map(|row| line(row)).collect::<String>()
    }

    /// The table as comma-separated values (RFC 4180).
    pub(crate) fn csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.head)?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

impl Figure {
    /// Whether ours and the record's differ by no more than their errors; `None` without both.
    pub fn agrees(&self) -> Option<bool> {
        let error = self.error?.hypot(self.record_error.unwrap_or(0.0));
        Some((self.ours - self.record?).abs() <= error)
    }
}

/// Figures as a table in Markdown.
pub(crate) fn figures_markdown(figures: &[Figure]) -> String {
    let mut table = Table::new("figures", &["figure", "here", "record", "agrees"]);
    for figure in figures {
        let digits = figure.digits;
        let plus = |error: Option<f64>| match error {
            Some(error) => format!("±{error:.digits$}"),
            None => String::new(),
        };
        let error = plus(figure.error);
        let mut record = cell(figure.record, digits);
        if figure.record.is_some() {
            record += &plus(figure.record_error);
        }
        let agrees = match figure.agrees() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "-",
        };
        table.row([
            figure.name.clone(),
            format!("{:.digits$}{error}", figure.ours),
            record,
            agrees.to_owned(),
        ]);
    }
    table.markdown()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_quotes_commas_and_quotation_marks() {
        let mut table = Table::new("t", &["a", "b"]);
        table.row(["1,5".to_owned(), "x \"y\"".to_owned()]);
        assert_eq!(table.csv().unwrap(), "a,b\n\"1,5\",\"x \"\"y\"\"\"\n");
        assert_eq!(table.markdown(), "|a|b|\n|---|---|\n|1,5|x \"y\"|\n");
    }

    #[test]
    fn figure_agrees_within_its_error() {
        let agrees = |ours, record, record_error| {
            let name = "speed".to_owned();
            Figure {
                name,
                ours,
                error: Some(1.0),
                record,
                record_error,
                digits: 1,
            }
            .agrees()
        };
        assert_eq!(agrees(2.0, Some(3.0), None), Some(true));
        assert_eq!(agrees(2.0, Some(3.1), None), Some(false));
        assert_eq!(agrees(2.0, Some(3.1), Some(0.6)), Some(true));
        assert_eq!(agrees(2.0, None, None), None);
    }
}
