//! Tests of the decoders on small pictures, and of all orientations.

use super::*;
use crate::Rgb;

/// The pixels of a picture in rows; `r`, `g`, `b` and `w` are pure colours, `.` is any other.
fn rows(bytes: &[u8]) -> Vec<String> {
    let picture = decode(bytes).unwrap_or_else(|error| panic!("{error}"));
    shown(&picture)
}

fn shown(picture: &Picture) -> Vec<String> {
    let letter = |rgb: Rgb| match (rgb.red, rgb.green, rgb.blue) {
        (255, 0, 0) => 'r',
        (0, 255, 0) => 'g',
        (0, 0, 255) => 'b',
        (255, 255, 255) => 'w',
        (0, 0, 0) => 'k',
        _ => '.',
    };
    let pixels: Vec<char> = match &picture.pixels {
        Pixels::Grey(levels) => {
            let grey = levels.iter().map(|level| Rgb::new(*level, *level, *level));
            grey.map(letter).collect()
        }
        Pixels::Colour(pixels) => pixels.iter().copied().map(letter).collect(),
    };
    let rows = pixels.chunks(picture.width);
    rows.map(|row| row.iter().collect()).collect()
}

/// A BMP file with a header of 40 bytes and the bytes that follow it; the last `pixels` bytes are the pixels.
fn bmp(size: [i32; 2], bits: u16, compression: u32, rest: &[u8], pixels: usize) -> Vec<u8> {
    let mut file = b"BM\0\0\0\0\0\0\0\0".to_vec();
    let start = 54 + rest.len() - pixels;
    file.extend((start as u32).to_le_bytes());
    file.extend(40u32.to_le_bytes());
    file.extend(size.iter().flat_map(|side| side.to_le_bytes()));
    file.extend(1u16.to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(compression.to_le_bytes());
    file.extend([0; 20]);
    file.extend(rest);
    file
}

/// Black, red, green and blue as entries of a palette, and black for the other indices.
fn palette(bits: u32) -> Vec<u8> {
    let mut entries = vec![0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0];
    entries.resize(4 << bits, 0);
    entries
}

#[test]
fn bmp_rows_are_read_at_every_depth() {
    let with = |bits: u32, pixels: &[u8]| [&palette(bits), pixels].concat();
    // One bit: rows of four bytes, the last row first.
    let one = with(1, &[0b0100_0000, 0, 0, 0, 0b1010_0000, 0, 0, 0]);
    assert_eq!(rows(&bmp([3, 2], 1, 0, &one, 8)), ["rkr", "krk"]);
    let four = with(4, &[0x12, 0x30, 0, 0, 0x32, 0x10, 0, 0]);
    assert_eq!(rows(&bmp([3, 2], 4, 0, &four, 8)), ["bgr", "rgb"]);
    assert_eq!(rows(&bmp([3, -2], 4, 0, &four, 8)), ["rgb", "bgr"]);
    let eight = with(8, &[1, 2, 3, 0]);
    assert_eq!(rows(&bmp([3, 1], 8, 0, &eight, 4)), ["rgb"]);
    let sixteen = [0x00, 0x7c, 0xe0, 0x03, 0x1f, 0x00, 0, 0];
    assert_eq!(rows(&bmp([3, 1], 16, 0, &sixteen, 8)), ["rgb"]);
    let twenty_four = [0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0];
    assert_eq!(rows(&bmp([3, 1], 24, 0, &twenty_four, 12)), ["rgb"]);
    // The fourth byte of a pixel is not an opacity.
    let thirty_two = [0, 0, 255, 0, 0, 255, 0, 0];
    assert_eq!(rows(&bmp([2, 1], 32, 0, &thirty_two, 8)), ["rg"]);
}

#[test]
fn bmp_masks_select_the_bits_of_each_colour() {
    let masks = [0xf800u32, 0x07e0, 0x001f].map(u32::to_le_bytes);
    let rest = [
        masks.as_flattened(),
        &[0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00, 0, 0],
    ]
    .concat();
    assert_eq!(rows(&bmp([3, 1], 16, 3, &rest, 8)), ["rgb"]);
}

#[test]
fn bmp_runs_are_read() {
    // A run, literal indices padded to an even number of bytes, the end of the row, a skipped pixel, a run, the end.
    let eight = [2, 1, 0, 3, 2, 3, 1, 0, 0, 0, 0, 2, 1, 0, 4, 2, 0, 1];
    let rest = [&palette(8)[..], &eight].concat();
    assert_eq!(
        rows(&bmp([5, 2], 8, 1, &rest, eight.len())),
        ["kgggg", "rrgbr"]
    );
    let four = [3, 0x12, 0, 3, 0x31, 0x20, 0, 0, 0, 1];
    let rest = [&palette(4)[..], &four].concat();
    assert_eq!(rows(&bmp([6, 1], 4, 2, &rest, four.len())), ["rgrbrg"]);
}

#[test]
fn pgm_and_ppm_are_read_plain_and_raw() {
    assert_eq!(rows(b"P2 # grey\n3 1\n# levels\n15\n0 15 7\n"), ["kw."]);
    assert_eq!(rows(b"P5\n2 1\n255\n\x00\xff"), ["kw"]);
    assert_eq!(rows(b"P5\n2 1\n65535\n\x00\x00\xff\xff"), ["kw"]);
    assert_eq!(rows(b"P3\n2 1\n255\n255 0 0 0 0 255"), ["rb"]);
    assert_eq!(rows(b"P6\n2 1\n1\n\x01\x00\x00\x00\x00\x01"), ["rb"]);
}

/// A GIF of 3 x 2 pixels, whose frame covers the two right pixels of the lower row.
#[test]
fn gif_frame_is_placed_on_its_canvas() {
    let mut file = Vec::new();
    let colours = [255, 0, 0, 0, 255, 0];
    let mut encoder = gif::Encoder::new(&mut file, 3, 2, &colours).unwrap();
    let frame = gif::Frame {
        left: 1,
        top: 1,
        width: 2,
        height: 1,
        buffer: vec![0, 1].into(),
        ..gif::Frame::default()
    };
    encoder.write_frame(&frame).unwrap();
    drop(encoder);
    assert_eq!(rows(&file), ["www", "wrg"]);
}

#[test]
fn every_orientation_is_applied() {
    let exif = |is_little: bool, value: u16| {
        let swapped = |value: u16| if is_little { value } else { value.swap_bytes() };
        let short = |value: u16| swapped(value).to_le_bytes();
        let long = |value: u32| {
            if is_little {
                return value.to_le_bytes();
            }
            value.to_be_bytes()
        };
        let mut exif = if is_little { b"II*\0" } else { b"MM\0*" }.to_vec();
        exif.extend(long(8));
        exif.extend(short(2));
        for (tag, value) in [(0x0100, 3), (0x0112, value)] {
            exif.extend(short(tag));
            exif.extend(short(3));
            exif.extend(long(1));
            exif.extend(short(value));
            exif.extend(short(0));
        }
        exif
    };
    let of_rgb = |width, height, samples: &[u8]| Picture {
        width,
        height,
        pixels: of_rgb(samples),
    };
    let picture = || of_rgb(2, 2, &[255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
    let turned = [
        ["rg", "bw"],
        ["gr", "wb"],
        ["wb", "gr"],
        ["bw", "rg"],
        ["rb", "gw"],
        ["br", "wg"],
        ["wg", "br"],
        ["gw", "rb"],
    ];
    for (value, expected) in (1..).zip(turned) {
        for is_little in [false, true] {
            let orientation = Orientation::of_exif(&exif(is_little, value));
            assert_eq!(shown(&orientation.apply(picture())), expected, "{value}");
        }
    }
    let tall = Orientation::of_exif(&exif(true, 6)).apply(of_rgb(
        3,
        1,
        &[255, 0, 0, 0, 255, 0, 0, 0, 255],
    ));
    assert_eq!(shown(&tall), ["r", "g", "b"]);
    for broken in [
        &b""[..],
        b"II*\0",
        b"II*\0\xff\xff\xff\xff",
        &exif(true, 9),
        &exif(false, 3)[..20],
    ] {
        assert_eq!(Orientation::of_exif(broken), Orientation::default());
    }
}

/// Every file is cut at every byte: the decoders return a picture or an error.
#[test]
fn cut_pictures_do_not_panic() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/field/");
    for name in [
        "drawing.bmp",
        "drawing.gif",
        "drawing.webp",
        "drawing.pgm",
        "scan.jpg",
    ] {
        let bytes = std::fs::read(format!("{cases}{name}")).unwrap();
        let cuts = (0..bytes.len()).step_by((bytes.len() / 200).max(1));
        assert!(decode(&bytes).is_ok(), "{name}");
        for cut in cuts {
            let _ = decode(&bytes[..cut]);
        }
    }
    let error = decode(b"P5\n2 2\n255\n\0\0").err().unwrap();
    assert_eq!(
        error.to_string(),
        "the file ends within the pixels; expected a complete PGM or PPM picture; check the file, or save it again"
    );
}
