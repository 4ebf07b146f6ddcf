//! Hosts, as requests and the configuration name them.

/// The host of an authority such as `Room.example:443` or `[::1]:7777`, in lower case and without the port,
/// an IPv6 address in its brackets; `None` if the text is not an authority. The guard compares a request's
/// host with the setting `hosts` by it, and both must be read in the same way.
pub fn host_of(authority: &str) -> Option<String> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (inside, after) = rest.split_once(']')?;
            inside.parse::<std::net::Ipv6Addr>().ok()?;
            (&authority[..inside.len() + 2], after.strip_prefix(':').or(after.is_empty().then_some("0"))?)
        }
        None => authority.rsplit_once(':').unwrap_or((authority, "0")),
    };
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || b".-_[]:".contains(&byte);
    let fits = !host.is_empty() && host.bytes().all(letters) && port.parse::<u16>().is_ok();
    fits.then(|| host.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_read_without_its_port() {
        for (authority, host) in [
            ("room.example", "room.example"),
            ("Room.Example:443", "room.example"),
            ("127.0.0.1:7777", "127.0.0.1"),
            ("[::1]:7777", "[::1]"),
            ("[::1]", "[::1]"),
        ] {
            assert_eq!(host_of(authority).as_deref(), Some(host), "{authority}");
        }
        for wrong in
            ["", ":80", "room.example:", "room.example:x", "a b", "[::1", "[x]:1", "[::1]x", "a/b", "a@b"]
        {
            assert_eq!(host_of(wrong), None, "{wrong}");
        }
    }
}
