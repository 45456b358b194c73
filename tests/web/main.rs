//! Tests of the protocol: every request is answered, invalid requests are rejected, and proofs
//! equal those of the program.

mod boards;
mod links;
mod questions;
mod setter;
mod types;

use qedoku_web::{Offline, Service};
use serde_json::{Value, json};

/// A puzzle of level unfair.
pub const UNFAIR: &str =
    ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
/// A puzzle of level easy.
pub const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A service with the messages that it sent.
pub struct Asked {
    service: Service,
    /// The progress messages of the last request.
    pub told: Vec<Value>,
}

impl Default for Asked {
    fn default() -> Self {
        Asked {
            service: Service::new(Box::new(Offline)),
            told: Vec::new(),
        }
    }
}

impl Asked {
    /// Returns the last message that answers a raw request.
    pub fn raw(&mut self, question: &str) -> Value {
        let mut told = Vec::new();
        let answer = self.service.respond(question.as_bytes(), &mut |line| {
            assert!(!line.contains('\n'), "a message is a line");
            told.push(serde_json::from_str(&line).expect("JSON"));
        });
        assert!(!answer.contains('\n'), "a message is a line");
        self.told = told;
        serde_json::from_str(&answer).expect("JSON")
    }

    /// Returns the message that answers a request.
    pub fn message(&mut self, ask: &str, fields: Value) -> Value {
        let mut question = json!({ "version": 1, "id": 7, "ask": ask });
        let object = question.as_object_mut().expect("an object");
        object.extend(fields.as_object().expect("fields").clone());
        let message = self.raw(&question.to_string());
        assert_eq!(
            (&message["version"], &message["id"]),
            (&json!(1), &json!(7))
        );
        message
    }

    /// Returns the answer, and panics if it is an error.
    pub fn answer(&mut self, ask: &str, fields: Value) -> Value {
        let message = self.message(ask, fields);
        assert!(message.get("error").is_none(), "{message}");
        message["answer"].clone()
    }

    /// Returns the code of the error, and panics if there is none.
    pub fn error(&mut self, ask: &str, fields: Value) -> String {
        let message = self.message(ask, fields);
        let code = message["error"]["code"].as_str();
        code.unwrap_or_else(|| panic!("{message}")).to_owned()
    }

    /// Returns the board of a text.
    pub fn board(&mut self, text: &str) -> Value {
        self.answer("read", json!({ "text": text }))["board"].clone()
    }
}
