//! `qedoku draw`.

use crate::program::{command, run, run_command};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn draw_writes_to_a_file_or_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.svg");
    let printed = run(&["draw", PUZZLE]);
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    assert!(printed.out.starts_with("<svg "), "{}", printed.out);
    assert_eq!(printed.out.matches("class=\"given\"").count(), 30);
    let written = run(&["draw", PUZZLE, "-o", path.to_str().expect("a path")]);
    assert_eq!((written.code, written.out.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(path).expect("a file"), printed.out);
}

#[test]
fn draw_hint_shows_the_placement() {
    let hint = run(&["draw", PUZZLE, "--hint"]);
    assert_eq!(hint.code, 0);
    assert!(hint.out.contains("class=\"placed\""), "{}", hint.out);
    let first = run(&["draw", PUZZLE, "--step", "1"]);
    assert_eq!(first.out, hint.out);
    let bare = run(&["draw", PUZZLE, "--hint", "--candidates", "none"]);
    let candidates = |svg: &str| svg.matches("class=\"candidate").count();
    assert!(candidates(&bare.out) < candidates(&hint.out));
    let dark = run(&["draw", PUZZLE, "--theme", "dark"]);
    assert!(!dark.out.contains("@media") && hint.out.contains("@media"));
}

#[test]
fn draw_reports_a_missing_step() {
    let result = run(&["draw", PUZZLE, "--step", "1000"]);
    assert_eq!(result.code, 1);
    assert!(
        result.err.contains("there is no step 1000"),
        "{}",
        result.err
    );
    assert_eq!(run(&["draw", PUZZLE, "--step", "0"]).code, 3);
}

#[test]
fn draw_png_embeds_its_font() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hint.png");
    // An environment in which the program finds no fonts.
    let mut bare = command(&[
        "draw",
        PUZZLE,
        "--hint",
        "-o",
        path.to_str().expect("a path"),
    ]);
    bare.env("HOME", folder.path())
        .env("FONTCONFIG_FILE", "/dev/null");
    let result = run_command(bare, b"");
    assert_eq!((result.code, result.err.as_str()), (0, ""));
    let bytes = std::fs::read(&path).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82"));
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("a PNG");
    assert_eq!((pixels.width(), pixels.height()), (1218, 1278));
    // The given 5 in the first cell has ink at its middle, and the corner of the picture is blank.
    let ink = |x: u32, y: u32| pixels.pixel(x, y).is_some_and(|p| p.red() < 100);
    let in_cell = |left: u32, top: u32| {
        let all = (left..left + 126).flat_map(|x| (top..top + 126).map(move |y| (x, y)));
        all.filter(|&(x, y)| ink(x, y)).count()
    };
    assert!(in_cell(72, 72) > 700, "{} pixels of ink", in_cell(72, 72));
    assert!(!ink(2, 2));
    let again = folder.path().join("again.PNG");
    run(&[
        "draw",
        PUZZLE,
        "--hint",
        "-o",
        again.to_str().expect("a path"),
    ]);
    assert_eq!(std::fs::read(again).expect("a picture"), bytes);
}

#[test]
fn draw_refuses_other_formats() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.jpg", "a.GIF", "a.pdf"] {
        let path = folder.path().join(name);
        let result = run(&["draw", PUZZLE, "-o", path.to_str().expect("a path")]);
        assert_eq!(result.code, 1, "{}", result.err);
        assert!(result.err.contains(".svg or .png"), "{}", result.err);
        assert!(!path.exists());
    }
}

#[test]
fn draw_rule_shows_its_first_step() {
    let puzzle =
        ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
    let drawn = run(&["draw", puzzle, "--rule", "Empty Rectangle"]);
    assert_eq!((drawn.code, drawn.err.as_str()), (0, ""));
    assert!(drawn.out.contains("<title>Empty Rectangle: "));
    assert!(drawn.out.contains("class=\"target\""));
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let silent = run(&["draw", solved, "--rule", "Jellyfish"]);
    assert_eq!(silent.code, 1);
    assert!(silent.err.contains("finds nothing"), "{}", silent.err);
    let unknown = run(&["draw", PUZZLE, "--rule", "Jelyfish"]);
    assert!(unknown.err.contains("did you mean"), "{}", unknown.err);
    assert_eq!(run(&["draw", PUZZLE, "--rule", "fish", "--hint"]).code, 3);
}

#[test]
fn draw_example_of_a_rule_or_technique() {
    for (name, title, truths) in [("fish", "X-Wing", 2), ("Jellyfish", "Jellyfish", 4)] {
        let drawn = run(&["rules", "show", name, "--layer", "proof", "-o", "-"]);
        assert_eq!((drawn.code, drawn.err.as_str()), (0, ""));
        let title = format!("<title>{title}: ");
        assert!(drawn.out.contains(&title), "{}", drawn.out);
        assert_eq!(drawn.out.matches("<g class=\"truth ").count(), truths);
        let taught = run(&["rules", "show", name, "-o", "-"]).out;
        assert!(!taught.contains("<g class=\"truth "), "{taught}");
        for role in ["base", "cover", "eliminated"] {
            let key = format!("data-role=\"{role}\"");
            assert!(taught.contains(&key), "{role}: {taught}");
        }
    }
}

#[test]
fn draw_film_has_a_picture_per_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("path.gif");
    let out = path.to_str().expect("a path");
    let made = run(&["draw", PUZZLE, "--film", "--max-steps", "3", "-o", out]);
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let file = std::fs::File::open(&path).expect("a film");
    let mut film = options.read_info(file).expect("a GIF");
    let mut frames = Vec::new();
    while let Some(frame) = film.read_next_frame().expect("a frame") {
        frames.push(frame.buffer.to_vec());
    }
    assert_eq!(frames.len(), 4);
    assert!(frames.windows(2).all(|pair| pair[0] != pair[1]));
    let still = run(&["draw", PUZZLE, "--film", "-o", "film.svg"]);
    assert_eq!(still.code, 1);
    assert!(still.err.contains(".gif"), "{}", still.err);
}
