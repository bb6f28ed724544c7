//! A book of puzzles as PDF: pages of sheets to solve on, and at the end the solutions that the entries contain. The crate pdf-writer
//! writes the PDF.
//!
//! Interface: [`Book::write`]. Lengths are in points (72 per inch), and positions are from the lower left corner.

mod sheet;

use pdf_writer::{Finish, Name, Pdf, Rect, Ref, TextStr};
use serde::{Deserialize, Serialize};

use crate::{Grid, Palette, Puzzle, link};
use sheet::Canvas;

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// 210 mm x 297 mm.
    #[default]
    A4,
    /// 8.5 in x 11 in.
    Letter,
}

/// Points per millimetre.
const MM: f32 = 72.0 / 25.4;

impl Paper {
    /// All paper sizes.
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// Name on the command line and on the web page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// Description of the size.
    pub const fn description(self) -> &'static str {
        match self {
            Self::A4 => "210 mm x 297 mm",
            Self::Letter => "8.5 in x 11 in",
        }
    }

    const fn upright(self) -> Size {
        let (width, height) = match self {
            Self::A4 => (210.0 * MM, 297.0 * MM),
            Self::Letter => (612.0, 792.0),
        };
        Size { width, height }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Size {
    width: f32,
    height: f32,
}

impl Size {
    const fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}

/// A page is turned to landscape if its smallest cells then become larger by at least this factor.
const WORTH_TURNING: f32 = 1.25;

/// Margin of a page, gap between two sheets, and height of the footer; all in points.
const MARGIN: f32 = 15.0 * MM;
const GAP: f32 = 8.0 * MM;
const FOOT: f32 = 6.0 * MM;

/// Font size of the footer, in points.
const SMALL: f32 = 8.0;

/// Number of solutions per page, across and down.
const SOLUTIONS: (usize, usize) = (4, 5);

/// A puzzle of the book.
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Title, printed in the heading after the number of the puzzle; may be empty.
    pub title: String,
    /// Size and, if known, difficulty, author and copyright; printed below the heading.
    pub about: String,
    /// Address in the QR code beside the heading; there is no code if this is `None` or too long for one.
    pub link: Option<String>,
    /// The picture to print at the end of the book; `None` if it is not to be printed.
    pub solution: Option<Grid>,
}

impl Entry {
    /// Creates an entry with the puzzle's metadata. `difficulty` is the puzzle's rating; `page` is the address of the web page that the
    /// link opens. There is no link if `page` is `None` or a side is longer than [`link::LARGEST`].
    pub fn new(
        puzzle: Puzzle,
        difficulty: Option<f64>,
        page: Option<&str>,
        solution: Option<Grid>,
    ) -> Self {
        let words = puzzle.metadata();
        let size = format!("{} x {}", puzzle.row_count(), puzzle.column_count());
        let difficulty = difficulty.map(|difficulty| format!("difficulty {difficulty:.1}"));
        let by = words.by.as_ref().map(|by| format!("by {by}"));
        let about = [Some(size), difficulty, by, words.copyright.clone()];
        let about: Vec<String> = about.into_iter().flatten().collect();
        let address = |page: &str| {
            let code = link::encode(&puzzle).ok()?;
            Some(format!("{}#p={code}", page.trim_end_matches('#')))
        };
        Self {
            title: words.title.clone().unwrap_or_default(),
            about: about.join(" · "),
            link: page.and_then(address),
            solution,
            puzzle,
        }
    }

    /// Whether a QR code of the link is printed; false if there is no link, or it is too long for a code.
    pub fn has_code(&self) -> bool {
        sheet::code(self).is_some()
    }
}

/// The QR code of a text, with its dark modules filled, without the quiet zone; `None` if the text is too long for a code.
pub fn qr_code(text: &str) -> Option<Grid> {
    let code = sheet::code_of(text)?;
    let is_dark = |row, column| code[(column, row)] == qrcode::Color::Dark;
    Some(Grid::from_fn(code.width(), code.width(), is_dark))
}

/// Allowed numbers of puzzles per page, with the columns and rows of their sheets.
const LAYOUTS: [(usize, (usize, usize)); 4] = [(1, (1, 1)), (2, (1, 2)), (4, (2, 2)), (6, (2, 3))];

/// Allowed numbers of puzzles per page.
pub fn counts() -> impl Iterator<Item = usize> {
    LAYOUTS.iter().map(|&(puzzles, _)| puzzles)
}

/// Allowed numbers of puzzles per page in words: "1, 2, 4 or 6".
pub fn counts_in_words() -> String {
    let counts: Vec<String> = counts().map(|count| count.to_string()).collect();
    let (last, others) = counts.split_last().expect("at least one");
    format!("{} or {last}", others.join(", "))
}

/// Columns and rows of sheets on a page with this number of puzzles; `None` unless the number is one of [`counts`].
pub fn layout(puzzles: usize) -> Option<(usize, usize)> {
    let found = LAYOUTS.iter().find(|(count, _)| *count == puzzles);
    found.map(|&(_, layout)| layout)
}

/// Contents of a book.
pub struct Book<'a> {
    /// Title in the document's information and in the footer of each page, where a long title is shortened.
    pub title: &'a str,
    /// Paper size.
    pub paper: Paper,
    /// Number of sheets per page, across and down.
    pub layout: (usize, usize),
    /// The puzzles, in order.
    pub entries: &'a [Entry],
}

/// A rectangle on a page, with the position of its lower left corner, in points.
#[derive(Clone, Copy, Debug)]
struct Area {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

impl Area {
    /// The areas of the sheets on a page, within the margins and above the footer, row by row from the upper left.
    fn on(page: Size, (across, down): (usize, usize)) -> Vec<Self> {
        let share = |length: f32, count: usize| (length - GAP * (count - 1) as f32) / count as f32;
        let width = share(page.width - 2.0 * MARGIN, across);
        let height = share(page.height - 2.0 * MARGIN - FOOT, down);
        let area = |row: usize, column: usize| Self {
            x: MARGIN + column as f32 * (width + GAP),
            y: page.height - MARGIN - height - row as f32 * (height + GAP),
            width,
            height,
        };
        (0..down).flat_map(|row| (0..across).map(move |column| area(row, column))).collect()
    }
}

impl Book<'_> {
    /// Writes the book as PDF.
    pub fn write(&self) -> Vec<u8> {
        let mut pages = Vec::new();
        let per_page = self.layout.0 * self.layout.1;
        let chunks = self.entries.chunks(per_page);
        for (first, entries) in (1..).step_by(per_page).zip(chunks) {
            let page = self.page(entries);
            let mut canvas = Canvas::new();
            let areas = Area::on(page, self.layout);
            for (number, (entry, area)) in (first..).zip(entries.iter().zip(areas)) {
                sheet::draw(&mut canvas, entry, number, area);
            }
            pages.push((page, canvas));
        }
        let page = self.paper.upright();
        let areas = Area::on(page, SOLUTIONS);
        let solved: Vec<(usize, &Palette, &Grid)> = (1..)
            .zip(self.entries)
            .filter_map(|(number, entry)| {
                Some((number, entry.puzzle.palette(), entry.solution.as_ref()?))
            })
            .collect();
        for solutions in solved.chunks(areas.len()) {
            let mut canvas = Canvas::new();
            for (&(number, palette, grid), area) in solutions.iter().zip(&areas) {
                sheet::solution(&mut canvas, palette, grid, number, *area);
            }
            pages.push((page, canvas));
        }
        self.bind(pages)
    }

    /// The size of the page of these puzzles, upright or turned to landscape.
    fn page(&self, entries: &[Entry]) -> Size {
        let upright = self.paper.upright();
        let smallest = |page: Size| {
            let areas = Area::on(page, self.layout);
            let sides = entries.iter().zip(areas);
            let sides = sides.map(|(entry, area)| sheet::cell_side(entry, area));
            sides.fold(f32::INFINITY, f32::min)
        };
        if smallest(upright.turned()) >= WORTH_TURNING * smallest(upright) {
            upright.turned()
        } else {
            upright
        }
    }

    /// Combines the pages into one document with page numbers.
    fn bind(&self, pages: Vec<(Size, Canvas)>) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let mut next = 1;
        let mut id = || {
            next += 1;
            Ref::new(next - 1)
        };
        let (catalog, tree, info) = (id(), id(), id());
        let fonts = [id(), id()];
        let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();
        pdf.catalog(catalog).pages(tree);
        pdf.pages(tree).kids(ids.iter().map(|&(page, _)| page)).count(ids.len() as i32);
        pdf.document_info(info).title(TextStr(self.title)).creator(TextStr("nonogram"));
        for (font, name) in fonts.into_iter().zip(sheet::FONTS) {
            pdf.type1_font(font)
                .base_font(Name(name))
                .encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        let count = pages.len();
        for (number, ((size, mut canvas), (page, content))) in (1..).zip(pages.into_iter().zip(ids))
        {
            self.foot(&mut canvas, size, number, count);
            let mut writer = pdf.page(page);
            writer.media_box(Rect::new(0.0, 0.0, size.width, size.height));
            writer.parent(tree).contents(content);
            let mut resources = writer.resources();
            let mut named = resources.fonts();
            for (font, name) in fonts.into_iter().zip(sheet::NAMES) {
                named.pair(Name(name), font);
            }
            named.finish();
            resources.finish();
            writer.finish();
            pdf.stream(content, &canvas.finish());
        }
        pdf.finish()
    }

    /// Draws the footer of page `number` of `count`, of this size: the title, shortened if it is too long, and the page number.
    fn foot(&self, canvas: &mut Canvas, size: Size, number: usize, count: usize) {
        let page = format!("{number} / {count}");
        let right = size.width - MARGIN - sheet::digits_width(&page, SMALL);
        let title = sheet::fitting(self.title, SMALL, right - MARGIN - GAP);
        canvas.text(MARGIN, MARGIN - FOOT / 2.0, SMALL, false, &title);
        canvas.text(right, MARGIN - FOOT / 2.0, SMALL, false, &page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: the title was printed whole, across the page number.
    #[test]
    fn long_title_ends_before_the_page_number() {
        let title = "n".repeat(200);
        let book = Book { title: &title, paper: Paper::A4, layout: (1, 1), entries: &[] };
        let (mut canvas, mut expected) = (Canvas::new(), Canvas::new());
        let size = Paper::A4.upright();
        book.foot(&mut canvas, size, 1, 1);
        // 180 mm between the margins, less 15.6 points for "1 / 1", the gap and the ellipsis: 93 characters of 0.62 x 8 points.
        let (shown, y) = ("n".repeat(93) + "…", MARGIN - FOOT / 2.0);
        expected.text(MARGIN, y, SMALL, false, &shown);
        let right = size.width - MARGIN - sheet::digits_width("1 / 1", SMALL);
        expected.text(right, y, SMALL, false, "1 / 1");
        assert_eq!(canvas.finish(), expected.finish());
    }

    #[test]
    fn qr_code_of_a_text_is_as_large_as_the_text_needs() {
        let code = qr_code("nonogram").unwrap();
        assert_eq!((code.rows(), &code.to_lines()[3][..7]), (21, "#-###-#"));
        assert_eq!(qr_code(&"n".repeat(2953)).unwrap().rows(), 177);
        assert_eq!(qr_code(&"n".repeat(2954)), None);
    }

    #[test]
    fn pages_of_wide_puzzles_are_turned_to_landscape() {
        let entry = |rows: usize, columns: usize| {
            let grid = Grid::from_fn(rows, columns, |row, column| (row + column) % 3 > 0);
            Entry::new(Puzzle::from_grid(&grid), None, None, None)
        };
        let page = |layout, sizes: &[(usize, usize)]| {
            let entries: Vec<Entry> = sizes.iter().map(|&(r, c)| entry(r, c)).collect();
            let book = Book { title: "", paper: Paper::A4, layout, entries: &entries };
            book.page(&entries)
        };
        let upright = Paper::A4.upright();
        assert_eq!(page((1, 1), &[(12, 80)]), upright.turned());
        assert_eq!(page((1, 2), &[(12, 80), (12, 80)]), upright.turned());
        for (rows, columns) in [(80, 12), (10, 10), (20, 25), (40, 40)] {
            assert_eq!(page((1, 1), &[(rows, columns)]), upright, "{rows} x {columns}");
        }
    }
}
