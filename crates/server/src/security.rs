//! Checks that apply to every request: where it comes from, whether it is allowed, and what the browser is
//! told to forbid.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::body::{BodyReceipt, announced_too_large, arrived_too_slowly};
use crate::config::{Config, SecureCookies, host_of};
use crate::error::Error;
use crate::state::AppState;
use crate::throttle::ThrottleKind;

/// Where a request comes from, looking through trusted proxies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestOrigin {
    /// The client's address.
    pub address: IpAddr,
    /// Whether it came over TLS, as far as is known.
    pub secure: bool,
}

/// The path of the socket: a safe method that is checked like an unsafe one.
pub const SOCKET: &str = "/api/socket";

/// The path at which the room reports its health: programs may call it as often as they like.
pub const HEALTH: &str = "/health";

/// Whether a request names one of the hosts of this room.
///
/// If somebody else points a name at the room's address, a browser takes a foreign page for one of ours;
/// listing the hosts prevents that.
pub fn has_known_host(config: &Config, uri: &Uri, headers: &HeaderMap) -> bool {
    if config.hosts.is_empty() {
        return true;
    }
    let mut named = headers.get_all(header::HOST).iter().map(|value| value.to_str().unwrap_or_default());
    let fits = |authority: &str| host_of(authority).is_some_and(|host| config.hosts.contains(&host));
    // A full URL in the request line takes precedence over the header.
    let first = named.next();
    uri.authority().is_none_or(|authority| fits(authority.as_str()))
        && named.next().is_none()
        && first.is_some_and(fits)
}

/// Finds out where a request comes from. Only trusted proxies are believed in their headers.
pub fn origin(config: &Config, peer: IpAddr, headers: &HeaderMap) -> RequestOrigin {
    let trusted = |address: IpAddr| config.trusted_proxies.iter().any(|network| network.contains(address));
    let always = config.secure_cookies == SecureCookies::Always;
    if !trusted(peer) {
        return RequestOrigin { address: peer.to_canonical(), secure: always };
    }
    let mut address = peer;
    // The list grows to the right: read from there, each entry was added by the host already known to be
    // trusted.
    let told = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let told: Vec<&str> = told.flat_map(|value| value.split(',')).collect();
    for text in told.iter().rev() {
        let Some(before) = address_in(text.trim()) else { break };
        address = before;
        if !trusted(address) {
            break;
        }
    }
    let proto = headers.get_all("x-forwarded-proto").iter().next_back().and_then(|value| value.to_str().ok());
    let proto = proto.and_then(|value| value.split(',').next_back()).map(str::trim);
    RequestOrigin { address: address.to_canonical(), secure: always || proto == Some("https") }
}

fn address_in(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(with_port).or_else(bracketed)
}

/// Whether a page of another origin sent the request.
///
/// A browser says where a page comes from, in `Sec-Fetch-Site` or in `Origin`; a program that is not a
/// browser sends neither, and has no cookie that somebody else could exploit.
pub fn is_foreign(config: &Config, headers: &HeaderMap) -> bool {
    let twice = |name: HeaderName| headers.get_all(name).iter().nth(1).is_some();
    if twice(header::ORIGIN) || twice(header::HOST) || twice(HeaderName::from_static("sec-fetch-site")) {
        // No browser sends the header twice, and another reader might take the other value.
        return true;
    }
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(origin) = text(header::ORIGIN) {
        let origin = origin.to_ascii_lowercase();
        if config.origins.contains(&origin) {
            return false;
        }
        let of_page = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        let host = text(header::HOST).map(str::to_ascii_lowercase);
        if of_page.is_none() || of_page != host.as_deref() {
            return true;
        }
    }
    match text(HeaderName::from_static("sec-fetch-site")) {
        None | Some("same-origin" | "none") => false,
        Some(_) => true,
    }
}

/// Checks every request before anything else does.
pub async fn guard(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let config = &state.config;
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let from = origin(config, peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), request.headers());
    request.extensions_mut().insert(from);
    let health = request.uri().path() == HEALTH;
    let unsafe_method = ![Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let refused = if !health && !has_known_host(config, request.uri(), request.headers()) {
        let why = "this room has another name: use the address that its operator gave";
        Some(Error::refused(StatusCode::MISDIRECTED_REQUEST, "wrong_host", why))
    } else if (unsafe_method || request.uri().path() == SOCKET) && is_foreign(config, request.headers()) {
        let why = "a page of another origin may not send this request";
        Some(Error::refused(StatusCode::FORBIDDEN, "foreign_origin", why))
    } else if unsafe_method && !is_json(request.headers()) && !is_bare(request.headers()) {
        let why = "the body must be JSON: set content-type to application/json";
        Some(Error::refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", why))
    } else if health {
        // A health check must not report a sick room merely because somebody calls it too often.
        None
    } else {
        let address = room::people::trace_address(from.address);
        let taken = state.by_address.take(address.clone(), (state.clock)().steady);
        let too_often = taken.err().map(|seconds| {
            state.throttle_counts.count(ThrottleKind::Requests, &address);
            too_many_requests(seconds)
        });
        too_often.or_else(|| announced_too_large(request.headers(), config.limits.body_bytes))
    };
    let seconds = Duration::from_secs(config.limits.request_seconds);
    let secure = from.secure;
    // Without the path: it may hold the token of a link.
    let method = request.method().clone();
    let receipt = BodyReceipt::default();
    request.extensions_mut().insert(receipt.clone());
    let mut response = match refused {
        Some(refused) => refused.into_response(),
        None => match tokio::time::timeout(seconds, next.run(request)).await {
            Ok(response) => response,
            Err(_) if receipt.is_pending() => arrived_too_slowly(seconds.as_secs()).into_response(),
            Err(_) => {
                let slow = format!("a request with {method} took more than {} s", seconds.as_secs());
                let why = "the room took too long: send the request again to see whether it was carried out";
                Error::fault(StatusCode::SERVICE_UNAVAILABLE, "too_slow", why, slow).into_response()
            }
        },
    };
    add_security_headers(response.headers_mut(), secure);
    response
}

/// The refusal of too many requests.
pub fn too_many_requests(seconds: u64) -> Error {
    let why = format!("too many requests: try again in {seconds} s");
    Error::refused(StatusCode::TOO_MANY_REQUESTS, "too_often", why)
        .with("seconds", seconds)
        .after_seconds(seconds)
}

/// Whether a request has no body and no header about one. A page's form is never sent this way: it always
/// states its content type.
fn is_bare(headers: &HeaderMap) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).is_none_or(|length| length == "0");
    length && !headers.contains_key(header::TRANSFER_ENCODING) && !headers.contains_key(header::CONTENT_TYPE)
}

/// Whether the body is stated to be JSON, whatever parameters follow. No page can send that to another site
/// without asking first, so a type that a form can send must never pass.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE) else { return false };
    let kind = kind.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// What a browser may do with a response.
const SECURITY_HEADERS: [(&str, &str); 8] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), \
         display-capture=()",
    ),
    ("cache-control", "no-store"),
];

/// Adds the security headers that a response does not set itself.
fn add_security_headers(headers: &mut HeaderMap, secure: bool) {
    for (name, value) in SECURITY_HEADERS {
        // Responses that may be cached say so themselves.
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    if secure {
        let name = header::STRICT_TRANSPORT_SECURITY;
        headers.entry(name).or_insert(HeaderValue::from_static("max-age=31536000"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in list {
            let name: HeaderName = name.parse().expect("a name");
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        headers
    }

    fn behind(proxies: &[&str]) -> Config {
        let trusted_proxies = proxies.iter().map(|text| text.parse().expect("a network")).collect();
        Config { trusted_proxies, ..Config::default() }
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn nobody_but_a_trusted_proxy_says_where_a_request_comes_from() {
        let told = headers(&[("x-forwarded-for", "192.0.2.7"), ("x-forwarded-proto", "https")]);
        let peer = address("198.51.100.1");
        let alone = origin(&Config::default(), peer, &told);
        assert_eq!(alone, RequestOrigin { address: peer, secure: false });
        let proxied = origin(&behind(&["198.51.100.0/24"]), peer, &told);
        assert_eq!(proxied, RequestOrigin { address: address("192.0.2.7"), secure: true });
        let other = origin(&behind(&["198.51.101.0/24"]), peer, &told);
        assert_eq!(other.address, peer);
    }

    #[test]
    fn what_a_client_puts_before_the_proxys_word_is_not_believed() {
        let peer = address("10.0.0.1");
        let told = headers(&[("x-forwarded-for", "203.0.113.9, 192.0.2.7"), ("x-forwarded-for", "10.0.0.2")]);
        assert_eq!(origin(&behind(&["10.0.0.0/8"]), peer, &told).address, address("192.0.2.7"));
        let garbage = headers(&[("x-forwarded-for", "192.0.2.7, lies")]);
        assert_eq!(origin(&behind(&["10.0.0.0/8"]), peer, &garbage).address, peer);
        let with_port = headers(&[("x-forwarded-for", "[2001:db8::1]:4711")]);
        assert_eq!(origin(&behind(&["10.0.0.0/8"]), peer, &with_port).address, address("2001:db8::1"));
    }

    #[test]
    fn a_page_of_another_origin_is_told_from_our_own() {
        let config = Config { origins: vec!["https://room.example".to_owned()], ..Config::default() };
        let cases: [(&[(&str, &str)], bool); 13] = [
            (&[], false),
            (&[("host", "a:1"), ("origin", "http://a:1")], false),
            (&[("host", "a:1"), ("origin", "http://A:1"), ("sec-fetch-site", "same-origin")], false),
            (&[("host", "inner"), ("origin", "https://room.example")], false),
            (&[("host", "a:1"), ("origin", "http://a:2")], true),
            (&[("host", "a"), ("origin", "http://a.evil")], true),
            (&[("host", "a"), ("origin", "null")], true),
            (&[("host", "a"), ("origin", "http://a"), ("origin", "http://evil")], true),
            (&[("host", "a"), ("origin", "http://evil"), ("origin", "http://a")], true),
            (&[("host", "a"), ("sec-fetch-site", "none"), ("sec-fetch-site", "cross-site")], true),
            (&[("origin", "http://a")], true),
            (&[("host", "a"), ("sec-fetch-site", "cross-site")], true),
            (&[("host", "a"), ("origin", "http://a"), ("sec-fetch-site", "same-site")], true),
        ];
        for (list, foreign) in cases {
            assert_eq!(is_foreign(&config, &headers(list)), foreign, "{list:?}");
        }
    }
}
