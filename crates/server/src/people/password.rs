//! Passwords: hashed slowly, with salt, on blocking threads, and not too many at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::fault::Fault;
use crate::secret::random;

/// How expensive a hash is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Memory, in KiB.
    pub memory: u32,
    /// Passes over the memory.
    pub passes: u32,
}

impl Cost {
    /// Argon2id with 19 MiB and two passes on one lane: what OWASP's cheat sheet on storing passwords
    /// recommends.
    pub const OWASP: Cost = Cost { memory: 19 * 1024, passes: 2 };
}

/// How many requests may wait for a hash; further ones are refused.
const MOST_WAITING: usize = 256;

/// Hashes passwords and compares them.
#[derive(Clone)]
pub struct Hasher {
    inner: Arc<HasherState>,
}

/// What all clones of a hasher share.
struct HasherState {
    cost: Cost,
    /// The hash to compare with when a name does not exist, so that it takes as long.
    dummy: String,
    at_once: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Argon2id, version 0x13, at this cost on one lane. Stored hashes name their own parameters, so another cost
/// leaves them valid.
fn argon2(cost: Cost) -> Result<Argon2<'static>, Fault> {
    let params = Params::new(cost.memory, cost.passes, 1, None).map_err(Fault::HashParameters)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The hash of a password with a salt, as a PHC string, in the calling thread: slow on purpose. [`Hasher`]
/// runs it.
fn hash(cost: Cost, password: &str, salt: &[u8; 16]) -> Result<String, Fault> {
    let hashed = argon2(cost)?.hash_password_with_salt(password.as_bytes(), salt);
    Ok(hashed.map_err(Fault::Hash)?.to_string())
}

/// One request that waits for a hash, counted while it waits.
struct WaitGuard<'a>(&'a AtomicUsize);

impl Drop for WaitGuard<'_> {
    /// Counts the request out of those that wait, also if its client has gone: otherwise the count would only
    /// grow.
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Hasher {
    /// A hasher that computes at most `at_once` hashes at a time, each of which takes the memory of `cost`;
    /// it makes one itself, to compare with where a name does not exist.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn new(cost: Cost, at_once: usize) -> Result<Hasher, Fault> {
        let dummy = hash(cost, "nobody", &random::<16>()?)?;
        let at_once = Arc::new(Semaphore::new(at_once.max(1)));
        Ok(Hasher { inner: Arc::new(HasherState { cost, dummy, at_once, waiting: AtomicUsize::new(0) }) })
    }

    /// The hash of a password with a new salt, as the PHC string that is stored. Whether the password is good
    /// enough is checked before.
    ///
    /// # Errors
    /// When too many wait, or hashing fails.
    pub async fn hash(&self, password: String) -> Result<String, Error> {
        let cost = self.inner.cost;
        let salt = random::<16>()?;
        Ok(self.run_blocking(move || hash(cost, &password, &salt)).await??)
    }

    /// Whether a password matches a stored hash. Without a hash it takes as long, and the answer is no: so
    /// nobody learns which names exist.
    ///
    /// # Errors
    /// When too many wait, or hashing fails.
    pub async fn matches(&self, password: String, hash: Option<&str>) -> Result<bool, Error> {
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.inner.dummy).to_owned();
        let method = argon2(self.inner.cost)?;
        let same = self
            .run_blocking(move || method.verify_password(password.as_bytes(), hash.as_str()).is_ok())
            .await?;
        Ok(same && known)
    }

    /// Runs a hash on a blocking thread once a turn is free; refuses it with 503 if [`MOST_WAITING`] wait
    /// already.
    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let inner = &self.inner;
        let ahead = inner.waiting.fetch_add(1, Ordering::Relaxed);
        let waits = WaitGuard(&inner.waiting);
        if ahead >= MOST_WAITING {
            let why = "too many people are signing in at once: try again in a moment";
            let busy = Error::refused(StatusCode::SERVICE_UNAVAILABLE, "busy", why);
            return Err(busy.because("door_busy").after_seconds(2));
        }
        let turn = inner.at_once.clone().acquire_owned().await.map_err(Fault::HashingStopped)?;
        drop(waits);
        // The turn ends with the hash, not with the request: a client that has gone does not stop the hash, and the next
        // one must not begin beside it.
        let in_turn = move || {
            let done = work();
            drop(turn);
            done
        };
        Ok(tokio::task::spawn_blocking(in_turn).await.map_err(Fault::HashInterrupted)?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    /// Proves DIS-04 for passwords: clients that go away do not make more hashes run at once than may.
    #[tokio::test]
    async fn a_client_that_has_gone_does_not_free_the_turn_of_its_hash() {
        let hasher = Hasher::new(Cost { memory: 8, passes: 1 }, 1).expect("random bytes");
        let (begun, begins) = channel();
        let (end, ends) = channel::<()>();
        let slow = hasher.run_blocking(move || {
            begun.send(()).expect("awaited");
            let _ = ends.recv();
        });
        let gone = tokio::time::timeout(Duration::from_millis(50), slow).await;
        assert!(gone.is_err(), "the client has gone, and the hash goes on");
        begins.recv().expect("it began");
        assert_eq!(hasher.inner.at_once.available_permits(), 0, "its turn is not free");
        end.send(()).expect("the hash still runs");
        hasher.run_blocking(|| ()).await.expect("the next one has its turn");
    }
}
