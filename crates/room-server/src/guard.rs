//! Who may ask: names of the server, the token of a room that other computers can reach, and the
//! headers of every answer.

use std::fmt::Write as _;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq as _;

/// The page's content security policy. The hash is that of the one style attribute that chessground
/// writes.
pub const POLICY: &str = include_str!("../../../web/policy.txt").trim_ascii_end();

/// The page that others may show in a frame: one chapter, which knows no game and holds nothing of
/// the reader's.
const EMBEDDED: &str = "/embed.html";

/// Headers of every answer; those of [`EMBEDDED`] allow a frame.
pub(crate) const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The port of an address of `http:` that names none.
const DEFAULT_PORT: u16 = 80;

/// Bytes of a token.
const TOKEN_BYTES: usize = 16;

/// The name of the token in an address.
const QUERY: &str = "token=";

/// The rules of one server.
pub(crate) struct Guard {
    address: SocketAddr,
    /// Present where other computers can reach the server.
    token: Option<String>,
}

impl Guard {
    /// The rules of a server at an address.
    ///
    /// # Errors
    /// The system gives no random bytes for a token.
    pub(crate) fn new(address: SocketAddr) -> io::Result<Guard> {
        let token = if address.ip().to_canonical().is_loopback() {
            None
        } else {
            Some(random_token()?)
        };
        Ok(Guard { address, token })
    }

    /// Whether other computers can reach the server.
    pub(crate) fn is_open(&self) -> bool {
        self.token.is_some()
    }

    /// The page's address, as a browser on this computer asks for it.
    pub(crate) fn url(&self) -> String {
        let (ip, port) = (self.address.ip(), self.address.port());
        let host = match ip {
            IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
            IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_owned(),
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let mut url = format!("http://{host}:{port}/");
        if let Some(token) = &self.token {
            let _ = write!(url, "?{QUERY}{token}");
        }
        url
    }

    /// The answer to a socket of a page that is not the server's own.
    pub(crate) fn origin_refusal(&self, headers: &HeaderMap) -> Option<Response> {
        let origin = only(headers, header::ORIGIN).unwrap_or_default();
        let own = match &self.token {
            None => match origin.strip_prefix("http://") {
                Some(host) => self.is_own(host),
                None => false,
            },
            // Under any name, also behind a server that encrypts.
            Some(_) => {
                let page = origin
                    .strip_prefix("http://")
                    .or_else(|| origin.strip_prefix("https://"));
                let host = only(headers, header::HOST);
                page.is_some()
                    && page.map(str::to_ascii_lowercase) == host.map(str::to_ascii_lowercase)
            }
        };
        if own {
            return None;
        }
        let expected = format!("the room's own page, {}", self.names("http://"));
        Some(forbidden(&format!(
            "origin: expected {expected}, got '{origin}'"
        )))
    }

    /// The answer to a request that is not for this server, or not from one who may ask; none to
    /// all others. The first request with a token is answered with a cookie that stands for it, and
    /// the same address without it.
    fn refusal(&self, request: &Request) -> Option<Response> {
        let host = only(request.headers(), header::HOST);
        let Some(token) = &self.token else {
            if self.is_addressed(request) {
                return None;
            }
            let expected = self.names("");
            let got = host.unwrap_or("none, or more than one");
            return Some(forbidden(&format!(
                "host: expected {expected}, got '{got}'"
            )));
        };
        if let Some(given) = token_of(request.uri()) {
            if !is_same(given, token) {
                return Some(self.no_token("another one"));
            }
            return Some(self.admit(request.uri().path(), token));
        }
        let cookies = request.headers().get_all(header::COOKIE).iter();
        for value in cookies {
            let Ok(cookie) = value.to_str() else { continue };
            for pair in cookie.split(';') {
                if let Some((name, value)) = pair.trim().split_once('=')
                    && name == self.cookie()
                    && is_same(value, token)
                {
                    return None;
                }
            }
        }
        Some(self.no_token("none"))
    }

    /// Whether a request names this server in its header, and no other one in its address.
    fn is_addressed(&self, request: &Request) -> bool {
        let Some(host) = only(request.headers(), header::HOST) else {
            return false;
        };
        // A name that another's DNS points here is none of the server's own.
        match request.uri().authority() {
            Some(named) => self.is_own(host) && self.is_own(named.as_str()),
            None => self.is_own(host),
        }
    }

    fn no_token(&self, got: &str) -> Response {
        forbidden(&format!(
            "token: expected the one of the address that `belle room` has printed, got {got}; \
             open that address"
        ))
    }

    /// The way to a path without the token: it would be seen in the address, and stay in the
    /// browser's history.
    fn admit(&self, path: &str, token: &str) -> Response {
        // A second slash would make the path another host.
        let path = format!("/{}", path.trim_start_matches(['/', '\\']));
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Lax", self.cookie());
        (
            StatusCode::SEE_OTHER,
            [(header::LOCATION, path), (header::SET_COOKIE, cookie)],
        )
            .into_response()
    }

    /// The cookie's name. Browsers send a host's cookies to all of its ports, so another room needs
    /// another name.
    fn cookie(&self) -> String {
        format!("belle-room-{}", self.address.port())
    }

    /// Whether a host, with a port or without, is a loopback name of this server.
    fn is_own(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        if host.contains('@') || authority.port_u16().unwrap_or(DEFAULT_PORT) != self.address.port()
        {
            return false;
        }
        let name = authority.host();
        let name = name.strip_suffix('.').unwrap_or(name);
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let literal = name.trim_start_matches('[').trim_end_matches(']');
        match literal.parse::<IpAddr>() {
            Ok(ip) => ip.to_canonical().is_loopback(),
            Err(_) => false,
        }
    }

    fn names(&self, scheme: &str) -> String {
        let port = self.address.port();
        ["127.0.0.1", "[::1]", "localhost"]
            .map(|name| format!("{scheme}{name}:{port}"))
            .join(" or ")
    }
}

/// Refuses requests, and gives every answer its headers.
pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let may_be_framed = request.uri().path() == EMBEDDED;
    let mut response = match guard.refusal(&request) {
        None => next.run(request).await,
        Some(refused) => refused,
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    if may_be_framed {
        let policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *");
        let policy = HeaderValue::try_from(policy).expect("the policy is plain text");
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        headers.remove(header::X_FRAME_OPTIONS);
    }
    response
}

fn forbidden(message: &str) -> Response {
    (StatusCode::FORBIDDEN, format!("{message}\n")).into_response()
}

/// A header's value, if it is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

fn random_token() -> io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The token in an address.
fn token_of(uri: &Uri) -> Option<&str> {
    for part in uri.query()?.split('&') {
        if let Some(token) = part.strip_prefix(QUERY) {
            return Some(token);
        }
    }
    None
}

/// Whether a token is the right one; the time that this takes tells nothing of how much of it is.
fn is_same(given: &str, token: &str) -> bool {
    given.as_bytes().ct_eq(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str) -> Guard {
        Guard::new(address.parse().unwrap()).unwrap()
    }

    fn get(uri: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(axum::body::Body::empty()).unwrap()
    }

    #[test]
    fn own_names_are_known_in_every_spelling() {
        let guard = at("127.0.0.1:1980");
        for host in [
            "127.0.0.1:1980",
            "LOCALHOST:1980",
            "localhost.:1980",
            "[::1]:1980",
            "127.0.0.2:1980",
            "[0:0:0:0:0:0:0:1]:1980",
        ] {
            assert!(guard.is_own(host), "{host}");
        }
        for host in [
            "",
            "localhost",
            "localhost:",
            "localhost:80",
            "localhost:19800",
            "localhost..:1980",
            "user@localhost:1980",
            "localhost.belle.example:1980",
            "belle.example:1980",
            "10.0.0.1:1980",
            "2130706433:1980",
        ] {
            assert!(!guard.is_own(host), "{host}");
        }
    }

    #[test]
    fn port_80_needs_no_port_in_host_and_origin() {
        let guard = at("127.0.0.1:80");
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "Localhost",
            "[::1]",
            "localhost.",
        ] {
            assert!(guard.is_own(host), "{host}");
            assert!(
                guard.refusal(&get("/", &[("host", host)])).is_none(),
                "{host}"
            );
            let origin = format!("http://{host}");
            let request = get("/machine", &[("host", host), ("origin", &origin)]);
            assert!(
                guard.origin_refusal(request.headers()).is_none(),
                "{origin}"
            );
        }
        assert!(!guard.is_own("127.0.0.1:8080"));
    }

    #[test]
    fn second_host_and_foreign_target_are_refused() {
        let guard = at("127.0.0.1:1980");
        let own = ("host", "localhost:1980");
        assert!(guard.refusal(&get("/", &[own])).is_none());
        assert!(
            guard
                .refusal(&get("http://localhost:1980/", &[own]))
                .is_none()
        );
        for request in [
            get("/", &[]),
            get("/", &[own, ("host", "belle.example")]),
            get("http://belle.example/", &[own]),
        ] {
            assert!(guard.refusal(&request).is_some(), "{request:?}");
        }
    }

    #[test]
    fn room_beyond_loopback_needs_its_token() {
        assert!(!at("127.0.0.1:1980").is_open() && !at("[::1]:1980").is_open());
        assert!(!at("[::ffff:127.0.0.1]:1980").is_open());
        let guard = at("0.0.0.0:1980");
        let token = guard.token.clone().unwrap();
        assert_eq!(token.len(), 2 * TOKEN_BYTES);
        assert_eq!(guard.url(), format!("http://127.0.0.1:1980/?token={token}"));
        let host = ("host", "belle.example:1980");
        let refused = |request: &Request| guard.refusal(request).unwrap();
        for uri in ["/", "/app.js", "/?token=", "/?token=00", "/?t=1&token=x"] {
            let answer = refused(&get(uri, &[host]));
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{uri}");
        }
        let answer = refused(&get(&format!("//x/?token={token}"), &[host]));
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        assert_eq!(answer.headers()[header::LOCATION], "/x/");
        let cookie = answer.headers()[header::SET_COOKIE].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite"));
        let pair = cookie.split(';').next().unwrap();
        let others = format!("a=b; {pair}");
        assert!(
            guard
                .refusal(&get("/app.js", &[host, ("cookie", &others)]))
                .is_none()
        );
        let wrong = pair.replace(&token, &token.chars().rev().collect::<String>());
        assert!(
            guard
                .refusal(&get("/app.js", &[host, ("cookie", &wrong)]))
                .is_some()
        );
        for (origin, allowed) in [
            ("http://Belle.example:1980", true),
            ("https://belle.example:1980", true),
            ("http://belle.example", false),
            ("http://127.0.0.1:1980", false),
            ("null", false),
        ] {
            let request = get("/machine", &[host, ("origin", origin)]);
            assert_eq!(
                guard.origin_refusal(request.headers()).is_none(),
                allowed,
                "{origin}"
            );
        }
    }
}
