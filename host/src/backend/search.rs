//! The request to a core that searches: the extent of the search and its time limit.
//!
//! [`SearchTerms::request`] encodes the request for a core's clock; [`ended_by_request`] and [`may_be_noise`] examine a search that
//! ended without a verdict.

use std::time::Duration;

use nonogram_protocol::{LIMIT_UNIT, MAX_LIMIT, SearchMode, SearchRequest};

use crate::link::{Traffic, longest_search};

/// The extent of a search and its time limit; cores without search ignore both.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchTerms {
    /// Extent of the search.
    pub mode: SearchMode,
    /// Time after which the search is ended; `None` for no limit.
    pub time_limit: Option<Duration>,
}

/// The time limit of a search on a port without `--time-limit`. It also bounds the wait for a device that no longer answers.
pub const LIMIT_ON_PORT: Duration = Duration::from_secs(60);

/// The least fraction of the time limit after which the end of a search counts as caused by the limit. It is below 1 because the
/// clocks of host and device differ.
const LEAST_PART: f64 = 0.9;

impl SearchTerms {
    /// The same terms, with this time limit if they have none.
    #[must_use]
    pub fn with_usual_limit(self, limit: Duration) -> Self {
        Self {
            time_limit: self.time_limit.or(Some(limit)),
            ..self
        }
    }

    /// The request for a core with a clock of `clock_khz`. A time limit is rounded up to units of [`LIMIT_UNIT`] cycles, and is 1 to
    /// [`MAX_LIMIT`] units; without one, the limit of the request is 0. A clock of 0 counts as the lowest that an identity can state.
    pub fn request(&self, clock_khz: u32) -> SearchRequest {
        let units = |limit: Duration| {
            let units =
                limit.as_secs_f64() * f64::from(clock_khz.max(1)) * 1e3 / f64::from(LIMIT_UNIT);
            // In a request, 0 means no limit.
            (units.ceil() as u32).clamp(1, MAX_LIMIT)
        };
        SearchRequest {
            mode: self.mode,
            limit: self.time_limit.map_or(0, units),
        }
    }
}

/// Whether the request explains why a search ended without a verdict: it was for line logic only, or its limit was reached.
/// Otherwise the trail was full, or stray bytes ended the search.
pub fn ended_by_request(request: SearchRequest, clock_khz: u32, traffic: &Traffic) -> bool {
    if request.mode == SearchMode::LineLogic {
        return true;
    }
    match (traffic.cycles, longest_search(request, clock_khz)) {
        (_, None) => false,
        (Some(cycles), _) => cycles >= u64::from(request.limit) * u64::from(LIMIT_UNIT),
        (None, Some(longest)) => traffic.elapsed >= longest.mul_f64(LEAST_PART),
    }
}

/// Whether stray bytes may have ended a search without a verdict. They cannot if the request explains the end, or if the device is
/// simulated, because its link has no noise.
pub fn may_be_noise(request: SearchRequest, clock_khz: u32, traffic: &Traffic) -> bool {
    // Only simulated devices report cycles.
    traffic.cycles.is_none() && !ended_by_request(request, clock_khz, traffic)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KHZ: u32 = 50_000;

    fn terms(seconds: f64) -> SearchTerms {
        SearchTerms {
            time_limit: Some(Duration::from_secs_f64(seconds)),
            ..SearchTerms::default()
        }
    }

    #[test]
    fn seconds_become_units_of_cycles() {
        assert_eq!(SearchTerms::default().request(KHZ).limit, 0);
        assert_eq!(terms(0.0).request(KHZ).limit, 1);
        assert_eq!(terms(1.0).request(KHZ).limit, 48_829);
        assert_eq!(terms(1e9).request(KHZ).limit, MAX_LIMIT);
        assert_eq!(longest_search(SearchRequest::default(), KHZ), None);
        let limit = longest_search(terms(2.0).request(KHZ), KHZ).unwrap();
        assert!((2.0..2.001).contains(&limit.as_secs_f64()));
    }

    #[test]
    fn search_that_ends_before_its_limit_was_not_ended_by_the_limit() {
        let request = terms(1.0).request(KHZ);
        let traffic = |seconds: f64, cycles| Traffic {
            bytes_sent: 0,
            check: None,
            bytes_received: 0,
            elapsed: Duration::from_secs_f64(seconds),
            cycles,
            clocks: None,
        };
        let limited = |traffic: Traffic| ended_by_request(request, KHZ, &traffic);
        assert!(limited(traffic(1.0, None)));
        assert!(!limited(traffic(0.5, None)));
        assert!(limited(traffic(0.0, Some(50_000_896))));
        assert!(!limited(traffic(2.0, Some(49_000_000))));
        let whole = SearchRequest::default();
        assert!(!ended_by_request(whole, KHZ, &traffic(9.0, None)));
        // Noise may end a search early on a serial line; on a simulated link, only a full trail does.
        assert!(may_be_noise(request, KHZ, &traffic(0.5, None)));
        assert!(!may_be_noise(request, KHZ, &traffic(1.0, None)));
        assert!(!may_be_noise(request, KHZ, &traffic(0.5, Some(49_000_000))));
        assert!(!may_be_noise(whole, KHZ, &traffic(0.5, Some(49_000_000))));
    }
}
