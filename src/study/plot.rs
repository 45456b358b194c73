//! Plots as SVG: curves, points and bars in one style.
//!
//! Axes can be logarithmic, because times range over five powers of ten.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{IntoSegmentedCoord, SegmentValue};
use plotters::prelude::*;

/// The width and height of a plot, in pixels.
const SIZE: (u32, u32) = (760, 420);
/// The colours of the series, distinguishable for most eyes. They repeat after the last.
const COLOURS: [RGBColor; 10] = [
    RGBColor(31, 111, 235),
    RGBColor(217, 72, 15),
    RGBColor(43, 138, 62),
    RGBColor(134, 46, 156),
    RGBColor(201, 42, 42),
    RGBColor(11, 114, 133),
    RGBColor(230, 119, 0),
    RGBColor(73, 80, 87),
    RGBColor(166, 30, 77),
    RGBColor(92, 148, 13),
];

/// The marks of a chart's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// Points joined by a line.
    Line,
    /// Separate points.
    Points,
}

/// A named series of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name.
    pub name: String,
    /// The numbers.
    pub points: Vec<(f64, f64)>,
}

/// A chart with two axes.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Title of the chart.
    pub title: String,
    /// The labels of the axes.
    pub axes: (String, String),
    /// Whether each axis is logarithmic.
    pub log: (bool, bool),
    /// Lines or points.
    pub marks: Marks,
    /// The numbers.
    pub series: Vec<Series>,
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Chart {
    /// The chart as SVG. `None` if it has no points.
    pub fn to_svg(&self) -> Option<String> {
        let place = |value: f64, log: bool| if log { value.max(1e-9).log10() } else { value };
        let points = |series: &Series| -> Vec<(f64, f64)> {
            let placed = |&(x, y): &(f64, f64)| (place(x, self.log.0), place(y, self.log.1));
            series.points.iter().map(placed).collect()
        };
        let series: Vec<Vec<(f64, f64)>> = self.series.iter().map(points).collect();
        let (x, y) = (
            range(series.iter().flatten().map(|p| p.0))?,
            range(series.iter().flatten().map(|p| p.1))?,
        );
        to_svg(|area| self.draw(area, &series, x, y))
    }

    fn draw(
        &self,
        area: &Area<'_>,
        series: &[Vec<(f64, f64)>],
        x: (f64, f64),
        y: (f64, f64),
    ) -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(64)
            .build_cartesian_2d(x.0..x.1, y.0..y.1)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc(&self.axes.0)
            .y_desc(&self.axes.1)
            .x_label_formatter(&|v| label(*v, self.log.0))
            .y_label_formatter(&|v| label(*v, self.log.1))
            .draw()?;
        for (at, points) in series.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            let drawn = match self.marks {
                Marks::Line => chart.draw_series(LineSeries::new(
                    points.iter().copied(),
                    colour.stroke_width(2),
                ))?,
                Marks::Points => chart
                    .draw_series({ points.iter() }.map(|&p| Circle::new(p, 2, colour.filled())))?,
            };
            if series.len() > 1 {
                drawn.label(&self.series[at].name).legend(move |(x, y)| {
                    Rectangle::new([(x, y - 4), (x + 12, y + 4)], colour.filled())
                });
            }
        }
        if series.len() > 1 {
            let labels = &mut chart.configure_series_labels();
            labels
                .border_style(BLACK.mix(0.3))
                .background_style(WHITE.mix(0.9))
                .draw()?;
        }
        Ok(())
    }
}

/// Horizontal bars, each with its name and number.
pub fn bars(title: &str, axis: &str, values: &[(String, f64)]) -> Option<String> {
    let largest = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    if values.is_empty() || largest <= 0.0 {
        return None;
    }
    let count = values.len();
    to_svg(|area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(130)
            .build_cartesian_2d(0.0..largest * 1.15, (0..count - 1).into_segmented())?;
        // The first bar is on top.
        let name = |value: &SegmentValue<usize>| match value {
            SegmentValue::CenterOf(at) | SegmentValue::Exact(at) => {
                let from_top = count.checked_sub(at + 1);
                let named = from_top.and_then(|from_top| values.get(from_top));
                named.map_or(String::new(), |(name, _)| name.clone())
            }
            SegmentValue::Last => String::new(),
        };
        let above = |at: usize| match at + 1 == count {
            true => SegmentValue::Last,
            false => SegmentValue::Exact(at + 1),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(WHITE)
            .x_desc(axis)
            .y_labels(count)
            .y_label_formatter(&name)
            .x_label_formatter(&|v| label(*v, false))
            .draw()?;
        chart.draw_series(values.iter().rev().enumerate().map(|(at, (_, value))| {
            let corners = [(0.0, SegmentValue::Exact(at)), (*value, above(at))];
            let mut bar = Rectangle::new(corners, COLOURS[0].mix(0.8).filled());
            bar.set_margin(2, 2, 0, 0);
            bar
        }))?;
        chart.draw_series(values.iter().rev().enumerate().map(|(at, (_, value))| {
            let place = (*value + largest * 0.01, SegmentValue::CenterOf(at));
            Text::new(number(*value), place, ("sans-serif", 11))
        }))?;
        Ok(())
    })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn to_svg(draw: impl FnOnce(&Area<'_>) -> Drawn) -> Option<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let drawn = area
            .fill(&WHITE)
            .map_err(Into::into)
            .and_then(|()| draw(&area));
        drawn.and_then(|()| Ok(area.present()?)).ok()?;
    }
    Some(svg)
}

/// The range of the numbers, widened if they are all equal.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let low = numbers
        .clone()
        .filter(|n| n.is_finite())
        .fold(f64::INFINITY, f64::min);
    let high = numbers
        .filter(|n| n.is_finite())
        .fold(f64::NEG_INFINITY, f64::max);
    let room = (high - low) * 0.03;
    match (low.is_finite(), high > low) {
        (false, _) => None,
        (true, true) => Some((low - room, high + room)),
        (true, false) => Some((low - 0.5, high + 0.5)),
    }
}

fn label(value: f64, log: bool) -> String {
    number(if log { 10f64.powf(value) } else { value })
}

/// A number in few characters.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{:.1}M", value / 1e6),
        size if size >= 1e4 => format!("{:.0}k", value / 1e3),
        size if size >= 100.0 || (size - size.round()).abs() < 1e-9 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
