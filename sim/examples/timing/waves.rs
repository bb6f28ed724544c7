//! Draws the contents of pipeline stages as waveforms: one lane per stage, one segment per cycle, from left to right.
//! Interface: [`draw`] returns the text of an SVG.
//! Source: own; the diagrams of the timing page show such rows as text.

use std::fmt::Write;

/// Width of a character in pixels: about that of DejaVu Sans Mono at 11 pixels.
const LETTER: f64 = 6.7;
/// Height of a lane, in pixels.
const LANE: f64 = 34.0;
/// Height of a segment, in pixels.
const HIGH: f64 = 22.0;
/// Width of the lane names left of the first cycle, in pixels.
const LEFT: f64 = 84.0;
/// Height of the cycle numbers above the first lane, in pixels.
const TOP: f64 = 40.0;
/// Width of the slope at a segment's ends, in pixels.
const SLOPE: f64 = 4.0;

/// Draws rows of texts, one row per cycle, as an SVG; every cycle is wide enough for the longest text.
pub fn draw(title: &str, lanes: &[&str], rows: &[Vec<String>]) -> String {
    let longest = rows.iter().flatten().map(|text| text.chars().count()).max();
    let clock = longest.unwrap_or_default() as f64 * LETTER + 4.0 * SLOPE;
    let x = |number: usize| LEFT + number as f64 * clock;
    let (width, height) = (x(rows.len()) + 16.0, TOP + lanes.len() as f64 * LANE + 12.0);
    let mut body = String::new();
    let mut line = |text: String| writeln!(body, "{text}").expect("a string");
    for number in 0..rows.len() {
        let (at, middle) = (x(number), x(number) + clock / 2.0);
        line(format!(
            r#"<path class="edge" d="M{at:.1} {:.1}V{:.1}"/>"#,
            TOP - 4.0,
            height - 8.0
        ));
        line(format!(
            r#"<text class="clock" x="{middle:.1}" y="{:.1}">{number}</text>"#,
            TOP - 12.0
        ));
    }
    for (lane, name) in lanes.iter().enumerate() {
        let top = TOP + lane as f64 * LANE + (LANE - HIGH) / 2.0;
        let (middle, bottom) = (top + HIGH / 2.0, top + HIGH);
        line(format!(
            r#"<text class="lane" x="{:.1}" y="{:.1}">{name}</text>"#,
            LEFT - 12.0,
            middle + 4.0
        ));
        for (number, row) in rows.iter().enumerate() {
            let (start, end, text) = (x(number), x(number + 1), &row[lane]);
            if text.is_empty() {
                line(format!(
                    r#"<path class="idle" d="M{start:.1} {middle:.1}H{end:.1}"/>"#
                ));
                continue;
            }
            let (from, to) = (start + SLOPE, end - SLOPE);
            line(format!(
                r#"<path class="value" d="M{start:.1} {middle:.1}L{from:.1} {top:.1}H{to:.1}L{end:.1} {middle:.1}L{to:.1} {bottom:.1}H{from:.1}Z"/>"#
            ));
            line(format!(
                r#"<text x="{:.1}" y="{:.1}">{text}</text>"#,
                (start + end) / 2.0,
                middle + 4.0
            ));
        }
    }
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img">
<title>{title}</title>
<style>
text {{ font: 11px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #17324d; text-anchor: middle; }}
.lane {{ font-weight: bold; text-anchor: end; }}
.clock {{ fill: #5d7186; }}
.paper {{ fill: #fffefa; }}
.value {{ fill: #e0f0f1; stroke: #0e7490; stroke-width: 1.3; }}
.idle {{ stroke: #9aa7b4; stroke-width: 1.3; }}
.edge {{ stroke: #e3dccd; }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #e6edf4; }}
.clock {{ fill: #9fb0c1; }}
.paper {{ fill: #121b26; }}
.value {{ fill: #14404d; stroke: #4fb6cf; }}
.idle {{ stroke: #5d7186; }}
.edge {{ stroke: #22303f; }}
}}
</style>
<rect class="paper" width="{width:.0}" height="{height:.0}"/>
{body}</svg>
"##
    )
}
