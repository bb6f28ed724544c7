//! The identity of a build, as `ports --probe --json` and `decode --json` print it.
//! [`IdentityRecord`] is made from a [`BuildIdentity`].

use nonogram_protocol::BuildIdentity;
use serde::Serialize;

/// The identity of a build as a JSON object.
#[derive(Serialize)]
pub struct IdentityRecord {
    core: Option<&'static str>,
    lanes: u8,
    version: String,
    rows: u16,
    columns: u16,
    options: u16,
    words: u32,
    clock_hz: u64,
    baud: u32,
    binds_replies: bool,
    /// The identity as text; not part of the JSON object.
    #[serde(skip)]
    pub text: String,
}

impl From<BuildIdentity> for IdentityRecord {
    fn from(identity: BuildIdentity) -> Self {
        const HZ_PER_KHZ: u64 = 1000;
        let [major, minor, patch] = identity.version;
        Self {
            core: identity.core_name(),
            lanes: identity.lanes,
            version: format!("{major}.{minor}.{patch}"),
            rows: identity.side,
            columns: identity.side,
            options: identity.most_options,
            words: identity.store_words,
            clock_hz: u64::from(identity.clock_khz) * HZ_PER_KHZ,
            baud: identity.baud,
            binds_replies: identity.binds_replies,
            text: identity.to_string(),
        }
    }
}
