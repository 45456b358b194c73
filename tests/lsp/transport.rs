//! Streams with messages that cannot be read: each is answered with an error, and the next one is
//! read.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use qedoku_lsp::serve;
use qedoku_lsp::transport::connect;
use serde_json::{Value, json};

use crate::client::Memory;
use crate::random::Random;

/// Output that can be read when the server has ended.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn framed(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

fn request(id: i32, method: &str, params: Value) -> Vec<u8> {
    let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    framed(&message.to_string())
}

fn exit() -> Vec<u8> {
    framed(&json!({ "jsonrpc": "2.0", "method": "exit" }).to_string())
}

/// Everything that the server answers to a stream.
fn answers(stream: Vec<u8>) -> Vec<Value> {
    let output = Output::default();
    let (connection, writer) = connect(Cursor::new(stream), output.clone());
    // A stream that ends early is an error of the editor. It causes no panic.
    let _ = serve(&connection, Arc::new(Memory::default()));
    drop(connection);
    writer
        .join()
        .expect("no panic")
        .expect("memory can be written");
    let bytes = output.0.lock().unwrap().clone();
    let mut rest = std::str::from_utf8(&bytes).expect("text");
    let mut found = Vec::new();
    while let Some(tail) = rest.strip_prefix("Content-Length: ") {
        let (length, tail) = tail.split_once("\r\n\r\n").expect("a header");
        let (body, tail) = tail.split_at(length.parse().expect("a number"));
        found.push(serde_json::from_str(body).expect("JSON"));
        rest = tail;
    }
    assert!(rest.is_empty(), "{rest}");
    found
}

/// Sends hostile bytes between two valid messages. Asserts that the server answers both.
fn survives(name: &str, hostile: &[u8]) -> Vec<Value> {
    let mut stream = request(1, "initialize", json!({ "capabilities": {} }));
    stream.extend(hostile);
    stream.extend(request(2, "shutdown", Value::Null));
    stream.extend(exit());
    let found = answers(stream);
    let with_id = |id: i32| found.iter().find(|a| a["id"] == json!(id));
    assert!(
        with_id(1).is_some_and(|a| a.get("error").is_none()),
        "{name}: {found:?}"
    );
    assert!(
        with_id(2).is_some_and(|a| a.get("error").is_none()),
        "{name}: {found:?}"
    );
    found
}

#[test]
fn malformed_messages_do_not_end_the_server() {
    let cases: [(&str, Vec<u8>, i32); 12] = [
        (
            "a length beyond memory",
            b"Content-Length: 99999999999\r\n\r\n".into(),
            -32600,
        ),
        (
            "a length beyond numbers",
            b"Content-Length: 99999999999999999999999\r\n\r\n".into(),
            -32600,
        ),
        (
            "a length below zero",
            b"Content-Length: -1\r\n\r\n{}".into(),
            -32600,
        ),
        ("no length", b"Content-Type: text\r\n\r\n{}".into(), -32600),
        ("no header", b"hello\r\n\r\n".into(), -32600),
        ("a long header", b"x: y".repeat(5_000), -32600),
        ("bytes", (0..=255).collect(), -32600),
        ("no JSON", framed("{"), -32700),
        (
            "no text",
            b"Content-Length: 2\r\n\r\n\xff\xff".into(),
            -32700,
        ),
        ("deep JSON", framed(&"[".repeat(100_000)), -32700),
        ("no message", framed("[1, 2]"), -32600),
        (
            "a number for a method",
            framed(r#"{"jsonrpc":"2.0","id":7,"method":3}"#),
            -32600,
        ),
    ];
    for (name, hostile, code) in cases {
        let found = survives(name, &hostile);
        let errors: Vec<&Value> = found.iter().filter(|a| a.get("error").is_some()).collect();
        assert_eq!(errors.len(), 1, "{name}: {found:?}");
        assert_eq!(errors[0]["error"]["code"], json!(code), "{name}: {found:?}");
    }
}

#[test]
fn requests_out_of_order_do_not_end_the_server() {
    let mut stream = request(5, "textDocument/hover", Value::Null);
    stream.extend(request(6, "initialize", json!("nothing")));
    stream.extend(framed(r#"{"jsonrpc":"2.0","id":9,"result":null}"#));
    stream.extend(request(1, "initialize", json!({ "capabilities": {} })));
    stream.extend(request(
        7,
        "textDocument/hover",
        json!({ "position": "here" }),
    ));
    stream.extend(request(2, "shutdown", Value::Null));
    stream.extend(request(8, "textDocument/hover", Value::Null));
    stream.extend(exit());
    let found = answers(stream);
    let codes: Vec<(i64, Option<i64>)> = (found.iter())
        .map(|a| {
            (
                a["id"].as_i64().expect("an id"),
                a["error"]["code"].as_i64(),
            )
        })
        .collect();
    let expected = [
        (5, Some(-32002)),
        (6, Some(-32602)),
        (1, None),
        (7, Some(-32602)),
        (2, None),
        (8, Some(-32600)),
    ];
    assert_eq!(codes, expected);
}

/// Valid messages with changed, omitted and repeated bytes: the server ends only with the stream.
#[test]
fn damaged_streams_do_not_panic() {
    let open = json!({ "textDocument": {
        "uri": "file:///a.rule", "languageId": "rule", "version": 1, "text": "rule a {\n}\n" } });
    let mut good = request(
        1,
        "initialize",
        json!({ "capabilities": {}, "initializationOptions": { "soundness": false } }),
    );
    let note = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": open });
    good.extend(framed(&note.to_string()));
    good.extend(request(3, "textDocument/formatting", json!({ "textDocument": { "uri": "file:///a.rule" }, "options": { "tabSize": 2, "insertSpaces": true } })));
    good.extend(request(2, "shutdown", Value::Null));
    good.extend(exit());
    let mut random = Random::new(36);
    for _ in 0..200 {
        let mut stream = good.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(stream.len());
            match random.below(3) {
                0 => stream[at] = random.below(256) as u8,
                1 => drop(stream.drain(at..(at + 1 + random.below(20)).min(stream.len()))),
                _ => stream
                    .splice(at..at, good[..random.below(good.len())].to_vec())
                    .for_each(drop),
            }
        }
        answers(stream);
    }
}
