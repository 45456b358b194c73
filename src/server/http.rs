//! The HTTP interface: the files of the page, and one address for all questions.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Extension, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::connections::{self, Usage};
use super::guard::RequestGuard;
use super::pool::Pool;
use qedoku_web::page;

/// The checker as a WebAssembly module. Empty if it could not be built.
#[derive(Clone, Copy)]
struct CheckerModule(&'static [u8]);

/// Maximum size of a question in bytes.
const MAX_REQUEST_BYTES: usize = 4 << 20;

/// Time limit for the arrival of a request. The pool limits the time of the answer.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// The headers of every response.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", page::POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Serves requests until the program ends.
pub async fn serve(
    listener: TcpListener,
    gate: RequestGuard,
    pool: Pool,
    checker: &'static [u8],
) -> std::convert::Infallible {
    let router = Router::new()
        .route("/ask", post(ask))
        .fallback(file)
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(Extension(CheckerModule(checker)))
        .layer(from_fn_with_state(gate, guarded))
        .with_state(Arc::new(pool));
    connections::accept(listener, router).await
}

async fn guarded(State(gate): State<RequestGuard>, request: Request, next: Next) -> Response {
    let mut response = match gate.admit(request.headers()) {
        Ok(()) => match tokio::time::timeout(REQUEST_TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        let (name, value) = (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
        response.headers_mut().insert(name, value);
    }
    response
}

/// Answers a question of the protocol with lines of JSON. The last one is the answer.
async fn ask(
    State(pool): State<Arc<Pool>>,
    Extension(usage): Extension<Usage>,
    headers: HeaderMap,
    question: Bytes,
) -> Response {
    // Pages of other sites can send other content types without a preflight request.
    let is_json = |value: &HeaderValue| value.as_bytes().starts_with(b"application/json");
    if !headers.get(CONTENT_TYPE).is_some_and(is_json) {
        let refusal = (
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "a question must be JSON\n",
        );
        return refusal.into_response();
    }
    let Some(lines) = pool.ask(question) else {
        let refusal = (
            StatusCode::SERVICE_UNAVAILABLE,
            "too many questions at once\n",
        );
        return refusal.into_response();
    };
    // The connection is in use until the last line is sent, or the page leaves.
    let in_use = usage.begin();
    let lines = ReceiverStream::new(lines).map(move |line| {
        let _ = &in_use;
        line
    });
    let body = Body::from_stream(lines);
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, body).into_response()
}

/// Serves a file of the page.
async fn file(Extension(checker): Extension<CheckerModule>, request: Request) -> Response {
    let is_get = [Method::GET, Method::HEAD].contains(request.method());
    if !is_get {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let name = match request.uri().path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let bytes = match name {
        "checker.wasm" => Some(checker.0.to_vec()).filter(|bytes| !bytes.is_empty()),
        "index.html" => page::served_index().map(String::into_bytes),
        _ => page::file(name).map(<[u8]>::to_vec),
    };
    match bytes {
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
        Some(bytes) => {
            let kind = page::media_type(name);
            let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")];
            (headers, bytes).into_response()
        }
    }
}
