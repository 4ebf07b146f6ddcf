//! The server's tests: requests to the service, without a socket unless the socket is the point.

mod typescript;
