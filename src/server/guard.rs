//! Access control: only the page served from here may send questions.
//!
//! A page of another site can also send requests to this machine. The browser then sends the site
//! in `Origin` and `Sec-Fetch-Site`, and its name in `Host` if that name resolves to this machine.
//! No other site owns a numeric address, so only these and `localhost` are accepted as hosts.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

/// The requirements on a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestGuard {
    /// The port of the server.
    pub port: u16,
    /// Whether only this machine can reach the server.
    pub loopback_only: bool,
}

impl RequestGuard {
    /// Checks a request. Fails with a status and a message.
    pub fn admit(&self, headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
        let one = |name| {
            let mut values = headers.get_all(name).iter();
            let first = values.next();
            (values.next().is_none()).then_some(first)
        };
        let text = |value: &axum::http::HeaderValue| value.to_str().ok().map(str::to_owned);
        let Some(Some(host)) = one(HOST) else {
            return Err((
                StatusCode::BAD_REQUEST,
                "a request needs exactly one Host header\n",
            ));
        };
        let host = text(host).filter(|host| self.is_own(host));
        let Some(host) = host else {
            return Err((StatusCode::FORBIDDEN, "this host name is not accepted\n"));
        };
        let foreign = (
            StatusCode::FORBIDDEN,
            "requests from other sites are not accepted\n",
        );
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

    /// Whether this is a host name of this server, such as `127.0.0.1:7411`.
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
