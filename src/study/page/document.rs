//! A report as a list of blocks, written as Markdown, HTML, or plain text.

use std::fmt::Write as _;

/// A part of a report.
#[derive(Clone, Debug)]
pub enum ReportBlock {
    /// A heading with its depth.
    Heading(usize, String),
    /// A paragraph.
    Text(String),
    /// A table.
    Table(ReportTable),
    /// A picture.
    Plot(Plot),
}

/// Rows below a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportTable {
    /// The headings of the columns.
    pub heads: Vec<String>,
    /// The rows, each as long as the heading.
    pub rows: Vec<Vec<String>>,
}

/// A picture with the name of its file.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The file name of the picture.
    pub file: String,
    /// The content of the picture, in words.
    pub title: String,
    /// Text of the plot.
    pub svg: String,
}

impl ReportTable {
    /// A table with column headings and no rows yet.
    pub fn new<'h>(heads: impl IntoIterator<Item = &'h str>) -> ReportTable {
        ReportTable {
            heads: heads.into_iter().map(str::to_owned).collect(),
            rows: Vec::new(),
        }
    }

    fn is_number(&self, column: usize) -> bool {
        let is_number = |cell: &str| {
            let plain = cell.trim_end_matches(['%', 'k', 'M']);
            plain == "-" || plain.is_empty() || plain.parse::<f64>().is_ok()
        };
        column > 0 && self.rows.iter().all(|row| is_number(&row[column]))
    }

    /// The table in aligned columns, for a terminal.
    pub fn to_text(&self) -> String {
        let all = || std::iter::once(&self.heads).chain(&self.rows);
        let width = |column: usize| all().map(|r| r[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let mut text = String::new();
        for row in all() {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let _ = match self.is_number(column) {
                    true => write!(line, "{cell:>width$}  "),
                    false => write!(line, "{cell:width$}  "),
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// The table as CSV. Quotes surround cells that contain a comma, quote or line break.
    pub fn to_csv(&self) -> String {
        let cell = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
        line(&self.heads) + &self.rows.iter().map(line).collect::<String>()
    }

    fn to_markdown(&self) -> String {
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|c| c.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = |column| {
            if self.is_number(column) {
                "---:"
            } else {
                "---"
            }
        };
        let rules: Vec<&str> = (0..self.heads.len()).map(rule).collect();
        let rows: String = self.rows.iter().map(line).collect();
        format!("{}|{}|\n{rows}", line(&self.heads), rules.join("|"))
    }

    fn to_html(&self) -> String {
        let cells = |row: &Vec<String>, tag: &str| {
            let cell = |(column, cell): (usize, &String)| {
                let class = if self.is_number(column) {
                    " class=\"n\""
                } else {
                    ""
                };
                format!("<{tag}{class}>{}</{tag}>", escaped(cell))
            };
            let cells: String = row.iter().enumerate().map(cell).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = self.rows.iter().map(|row| cells(row, "td")).collect();
        format!("<table>\n{}{rows}</table>\n", cells(&self.heads, "th"))
    }
}

/// A report.
#[derive(Clone, Debug, Default)]
pub struct ReportPage {
    /// Title of the page.
    pub title: String,
    /// Parts of the page, in order.
    pub blocks: Vec<ReportBlock>,
}

impl ReportPage {
    /// Adds a heading.
    pub fn heading(&mut self, depth: usize, text: &str) {
        self.blocks
            .push(ReportBlock::Heading(depth, text.to_owned()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(ReportBlock::Text(text.into()));
    }

    /// Adds a table, unless it has no rows.
    pub fn table(&mut self, table: ReportTable) {
        if !table.rows.is_empty() {
            self.blocks.push(ReportBlock::Table(table));
        }
    }

    /// Adds a picture, if there is one.
    pub fn plot(&mut self, file: &str, title: &str, svg: Option<String>) {
        if let Some(svg) = svg {
            self.blocks.push(ReportBlock::Plot(Plot {
                file: format!("{file}.svg"),
                title: title.to_owned(),
                svg,
            }));
        }
    }

    /// The pictures.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.blocks.iter().filter_map(|block| match block {
            ReportBlock::Plot(plot) => Some(plot),
            _ => None,
        })
    }

    /// The report as Markdown. `folder` is the relative path of the plots.
    pub fn to_markdown(&self, folder: &str) -> String {
        let mut text = format!("# {}\n", self.title);
        for block in &self.blocks {
            text.push('\n');
            text += &match block {
                ReportBlock::Heading(depth, words) => {
                    format!("{} {words}\n", "#".repeat(depth + 1))
                }
                ReportBlock::Text(words) => format!("{words}\n"),
                ReportBlock::Table(table) => table.to_markdown(),
                ReportBlock::Plot(plot) => format!("![{}]({folder}{})\n", plot.title, plot.file),
            };
        }
        text
    }

    /// The report as one HTML file with the plots inside.
    pub fn to_html(&self) -> String {
        const PAGE_STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}\
            table{border-collapse:collapse;margin:1rem 0;font-size:14px}\
            td,th{border:1px solid #ddd;padding:.2rem .6rem;text-align:left}.n{text-align:right}\
            th{background:#f4f4f4}svg{max-width:100%;height:auto}code{background:#f4f4f4}";
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{0}</title>\n\
             <style>{PAGE_STYLE}</style>\n<h1>{0}</h1>\n",
            escaped(&self.title)
        );
        for block in &self.blocks {
            html += &match block {
                ReportBlock::Heading(depth, words) => {
                    format!("<h{0}>{1}</h{0}>\n", depth + 1, escaped(words))
                }
                ReportBlock::Text(words) => format!("<p>{}</p>\n", with_code(&escaped(words))),
                ReportBlock::Table(table) => table.to_html(),
                ReportBlock::Plot(plot) => format!("<figure>{}</figure>\n", plot.svg),
            };
        }
        html + "</html>\n"
    }
}

/// Replaces text between backquotes by code elements.
fn with_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, part)| match at % 2 {
            0 => part.to_owned(),
            _ => format!("<code>{part}</code>"),
        })
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
