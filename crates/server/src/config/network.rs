//! Networks of addresses, as the configuration writes them.

use std::error::Error;
use std::fmt;
use std::net::{AddrParseError, IpAddr};
use std::num::ParseIntError;
use std::str::FromStr;

/// A network of addresses, such as `10.0.0.0/8`. A single address is a network too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address is in this network; an IPv4 address that came in as IPv6 counts as IPv4. Decides
    /// whose `X-Forwarded-For` is believed.
    pub fn contains(&self, address: IpAddr) -> bool {
        let bits = u32::from(self.bits);
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
                network.to_bits() & mask == address.to_bits() & mask
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
                network.to_bits() & mask == address.to_bits() & mask
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl Network {
    /// Whether it is wider than any network that one operator has: the widest are 10.0.0.0/8 and fc00::/7.
    /// Such a network of trusted proxies is refused, because strangers could claim any address.
    pub const fn is_too_wide(&self) -> bool {
        self.bits < if self.address.is_ipv4() { 8 } else { 7 }
    }
}

impl fmt::Display for Network {
    /// The network as the configuration has it: address, slash, bits; a single address with all of its bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

/// Why a text is not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// What stands before the slash is not an address.
    NotAnAddress {
        /// The whole text.
        text: String,
        /// What is wrong with the address.
        source: AddrParseError,
    },
    /// What stands after the slash is not a number.
    NotANumber {
        /// The whole text.
        text: String,
        /// What is wrong with the number.
        source: ParseIntError,
    },
    /// The network has more bits than its address.
    TooManyBits {
        /// The whole text.
        text: String,
        /// How many bits the address has.
        most: u8,
    },
}

impl fmt::Display for NetworkError {
    /// A sentence for the operator, with the whole text and examples of what was expected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (NetworkError::NotAnAddress { text, .. }
        | NetworkError::NotANumber { text, .. }
        | NetworkError::TooManyBits { text, .. }) = self;
        write!(f, "`{text}` is not a network: expected one like 10.0.0.0/8, ::1 or 192.0.2.7")
    }
}

impl Error for NetworkError {
    /// Why the part before or after the slash cannot be parsed; nothing if it has too many bits.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            NetworkError::NotAnAddress { source, .. } => Some(source),
            NetworkError::NotANumber { source, .. } => Some(source),
            NetworkError::TooManyBits { .. } => None,
        }
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    /// Reads `address/bits`, or a single address as a network of one. Bits of the address beyond the mask are
    /// kept, and do not count.
    fn from_str(text: &str) -> Result<Network, NetworkError> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr =
            address.parse().map_err(|source| NetworkError::NotAnAddress { text: text.to_owned(), source })?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits
            .map_or(Ok(most), str::parse::<u8>)
            .map_err(|source| NetworkError::NotANumber { text: text.to_owned(), source })?;
        if bits > most {
            return Err(NetworkError::TooManyBits { text: text.to_owned(), most });
        }
        Ok(Network { address, bits })
    }
}
