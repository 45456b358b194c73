//! An editor that talks to `qedoku lsp` over standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use super::super::program::command;

/// The address of the only document.
const ADDRESS: &str = "file:///r/50-own/a.rule";

/// A running server with one open document.
pub struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    text: String,
    next: u64,
    diagnostics: Vec<Value>,
}

impl Editor {
    /// Starts a server and opens a rule file.
    pub fn open(text: &str) -> Editor {
        let mut server = command(&["lsp"]).spawn().expect("the program starts");
        let mut editor = Editor {
            to: server.stdin.take().expect("a pipe"),
            from: BufReader::new(server.stdout.take().expect("a pipe")),
            server,
            text: text.to_owned(),
            next: 0,
            diagnostics: Vec::new(),
        };
        editor.ask("initialize", json!({ "capabilities": {} }));
        editor.tell("initialized", json!({}));
        let document =
            json!({ "uri": ADDRESS, "languageId": "qedoku", "version": 1, "text": text });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        editor
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a server");
        self.to.flush().expect("a server");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// Reads a message.
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.from.read_line(&mut line).expect("a header");
            match line.trim_end().split_once(": ") {
                Some((_, number)) => length = number.parse().expect("a length"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    /// Sends a request and returns its result. Keeps the diagnostics that arrive before it.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(json!({ "id": id, "method": method, "params": params }));
        loop {
            let mut message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                return message["result"].take();
            }
            if message["method"] == "textDocument/publishDiagnostics" {
                let list = message["params"]["diagnostics"].take();
                self.diagnostics = list.as_array().expect("a list").clone();
            }
        }
    }

    /// The first byte of a place in the document, which is plain ASCII.
    fn offset(&self, place: &Value) -> usize {
        let number = |field: &str| place[field].as_u64().expect("a number") as usize;
        let lines = self.text.split_inclusive('\n');
        let before: usize = lines.take(number("line")).map(str::len).sum();
        before + number("character")
    }

    /// The mistakes in the text, each with its place, code and message.
    pub fn mistakes(&mut self) -> Vec<(usize, usize, String, String)> {
        // Diagnostics of the text are published before the next answer.
        self.lens();
        let mistake = |diagnostic: &Value| {
            let word = |field: &str| diagnostic[field].as_str().expect("text").to_owned();
            let [start, end] = ["start", "end"].map(|end| self.offset(&diagnostic["range"][end]));
            (start, end, word("code"), word("message"))
        };
        self.diagnostics.iter().map(mistake).collect()
    }

    /// The title of the lens of the only rule, if it has no mistakes.
    fn lens(&mut self) -> Option<String> {
        let document = json!({ "textDocument": { "uri": ADDRESS } });
        let lenses = self.ask("textDocument/codeLens", document);
        lenses[0]["command"]["title"].as_str().map(str::to_owned)
    }

    /// The verdict on the rule as its lens shows it, and the codes of the diagnostics.
    pub fn verdict(&mut self) -> (String, Vec<Value>) {
        loop {
            let title = self.lens().expect("a rule without mistakes");
            if title != "not checked yet" {
                self.lens();
                let codes = self.diagnostics.iter().map(|d| d["code"].clone());
                return (title, codes.collect());
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    /// The text after formatting. `None` if the server does not format it.
    pub fn formatted(&mut self) -> Option<String> {
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": ADDRESS }, "options": options });
        let edits = self.ask("textDocument/formatting", params);
        let mut text = self.text.clone();
        // Edits do not overlap. The last one comes first, so that places stay valid.
        let mut edits = edits.as_array()?.clone();
        edits.sort_by_key(|edit| std::cmp::Reverse(self.offset(&edit["range"]["start"])));
        for edit in edits {
            let [start, end] = ["start", "end"].map(|end| self.offset(&edit["range"][end]));
            text.replace_range(start..end, edit["newText"].as_str().expect("text"));
        }
        Some(text)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
