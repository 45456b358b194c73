//! Who may ask: the page that came from here, and nobody else.
//!
//! A page of another site that somebody looks at can send requests to this machine as well. Its browser says so: by
//! `Origin` and `Sec-Fetch-Site`, and, where a name of the other site was made to point here, by `Host`. Addresses
//! in numbers cannot be made to point elsewhere, so these and `localhost` are the names that are accepted.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

/// What a request must say of itself.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The port that is listened on.
    pub port: u16,
    /// Whether only this machine can reach it.
    pub loopback_only: bool,
}

impl Gate {
    /// Whether a request may come in; if not, what it is told.
    pub fn admit(&self, headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
        let one = |name| {
            let mut values = headers.get_all(name).iter();
            let first = values.next();
            (values.next().is_none()).then_some(first)
        };
        let text = |value: &axum::http::HeaderValue| value.to_str().ok().map(str::to_owned);
        let Some(Some(host)) = one(HOST) else {
            return Err((StatusCode::BAD_REQUEST, "a request names its host, once\n"));
        };
        let host = text(host).filter(|host| self.is_own(host));
        let Some(host) = host else {
            return Err((
                StatusCode::FORBIDDEN,
                "this is not the host that was asked for\n",
            ));
        };
        let foreign = (StatusCode::FORBIDDEN, "this page is for itself alone\n");
        match one(ORIGIN) {
            Some(None) => {}
            Some(Some(origin)) if text(origin) == Some(format!("http://{host}")) => {}
            _ => return Err(foreign),
        }
        match headers.get("sec-fetch-site").map(|site| site.as_bytes()) {
            None | Some(b"same-origin" | b"none") => Ok(()),
            Some(_) => Err(foreign),
        }
    }

    /// Whether this is a name under which this program is reached: `127.0.0.1:7411`.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        match bare.unwrap_or(name).parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || !self.loopback_only,
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}
