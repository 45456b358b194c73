//! Help, manual pages and completions: every command has them, and the help is well formatted.

use crate::program::{command, run, run_command};

/// Returns the names of all commands, including nested ones, as listed by the help.
pub fn commands_below(path: &[String]) -> Vec<Vec<String>> {
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    let help = run(&[&words[..], &["-h"]].concat()).out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut all = Vec::new();
    for name in names.filter(|name| !name.is_empty() && *name != "help") {
        let inner = [path, &[name.to_owned()]].concat();
        all.push(inner.clone());
        all.extend(commands_below(&inner));
    }
    all
}

/// Returns the lines that end although the next word would fit.
fn broken_lines(help: &str, width: usize) -> Vec<&str> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = help.lines().collect();
    let broken = |pair: &[&str]| {
        let next = pair[1].split_whitespace().next().unwrap_or_default();
        let goes_on = next.starts_with(|c: char| c.is_lowercase() || c == '`' || c == '(');
        let is_text = pair[0].split_whitespace().count() > 0 && !pair[0].contains("  - ");
        let had_room = pair[0].chars().count() + 1 + next.chars().count() <= width;
        // The columns of a list are indented more than its names.
        let same = indent(pair[0]) == indent(pair[1]) && !pair[0].trim_start().contains("  ");
        goes_on && is_text && had_room && same
    };
    let pairs = lines.windows(2).filter(|pair| broken(pair));
    pairs.map(|pair| pair[0]).collect()
}

#[test]
fn help_texts_are_whole_sentences() {
    let commands = commands_below(&[]);
    assert!(commands.len() > 20, "{commands:?}");
    for path in commands {
        for (option, width) in [("-h", 60), ("--help", 60), ("--help", 100)] {
            let words: Vec<&str> = path.iter().map(String::as_str).collect();
            let mut asked = command(&[&words[..], &[option]].concat());
            asked.env("COLUMNS", width.to_string());
            let help = run_command(asked, b"").out;
            assert_eq!(broken_lines(&help, width), [""; 0], "{path:?}");
        }
    }
    let broken = "all that it finds\nis done at once";
    assert_eq!(broken_lines(broken, 60), ["all that it finds"]);
}

#[test]
fn manual_pages_cover_every_command() {
    let commands = commands_below(&[]);
    assert!(commands.iter().any(|path| path.len() == 2));
    for path in commands {
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        let page = run(&[&["man"][..], &words].concat());
        assert_eq!((page.code, page.err.as_str()), (0, ""), "{path:?}");
        let title = format!(".TH qedoku-{} 1", words.join("-"));
        assert!(page.out.contains(&title), "{}", page.out);
    }
    let wrong = run(&["man", "rules", "nonsense"]);
    assert_eq!(wrong.code, 3);
    assert!(wrong.err.contains("`rules nonsense`"), "{}", wrong.err);
}

#[test]
fn help_matches_snapshots() {
    let top = run(&["--help"]).out;
    insta::assert_snapshot!("help", top);
    let commands = top.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = { names }
        .filter(|n| !n.is_empty() && *n != "help")
        .collect();
    assert!(
        ["show", "prove", "check", "export", "completions", "man"]
            .iter()
            .all(|n| names.contains(n))
    );
    for name in names {
        let help = run(&[name, "--help"]);
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{name}");
        assert!(
            help.out.lines().all(|line| line.chars().count() <= 100),
            "{name}"
        );
        insta::assert_snapshot!(format!("help_{name}"), help.out);
    }
}

#[test]
fn completions_cover_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert_eq!((script.code, script.err.as_str()), (0, ""), "{shell}");
        for word in ["show", "prove", "check", "export", "max-supposes"] {
            assert!(script.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn manual_page_is_valid() {
    let whole = run(&["man"]);
    assert_eq!((whole.code, whole.err.as_str()), (0, ""));
    assert!(whole.out.contains(".TH qedoku 1"), "{}", whole.out);
    for section in [
        ".SH NAME",
        ".SH SYNOPSIS",
        ".SH DESCRIPTION",
        ".SH SUBCOMMANDS",
    ] {
        assert!(whole.out.contains(section), "{section}");
    }
    let prove = run(&["man", "prove"]);
    assert!(prove.out.contains("max\\-supposes"), "{}", prove.out);
    assert_ne!(run(&["man", "nonsense"]).code, 0);
}
