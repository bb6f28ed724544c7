//! A board behind UDP: one request is in work at a time; the host repeats a datagram until it is answered.
//!
//! An answer names its request and its part, so that no other datagram passes for it. [`UdpAddress`] reads the address.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::str::FromStr;
use std::time::{Duration, Instant};

use nonogram_protocol::{
    BuildIdentity, DATAGRAM_HEADER, DatagramHeader, IDENTITY_BYTES, IDENTITY_REQUEST,
    MAX_DATAGRAM_DATA, Reply, board_check,
};

use super::exchange::Incoming;
use super::fault::FaultKind;
use super::serial::is_delay;
use super::{Board, EachReply, Event, Fault, OnEvent, Plan, Traffic};
use crate::stop;

/// What the name of a board behind UDP begins with.
pub const UDP: &str = "udp://";

/// The largest board that fits into the parts of a request, with parts to spare for its reply, in bytes.
pub const MOST_BYTES_OVER_UDP: u64 = 65_000 * MAX_DATAGRAM_DATA as u64;

/// The longest wait for a datagram between two looks at the time limits and at Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// The wait for an answer before the first repeat; it doubles with each repeat.
const FIRST_WAIT: Duration = Duration::from_millis(100);

const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// The time without any answer after which to give up, without `--timeout`.
const QUIET: Duration = Duration::from_secs(3);

/// The time for a board, besides that of a search, within which the reply must be complete, without `--timeout`: enough for a virtual
/// board on a busy machine.
const WORK: Duration = Duration::from_secs(10);

/// The address and the port of a board behind UDP: `192.168.1.50:5000`, `board.local:5000` or `[fe80::1]:5000`, also with `udp://`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UdpAddress {
    /// The name or IP address, without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// What the text of an address must be.
const EXPECTED: &str = "expected ADDRESS:PORT, such as 192.168.1.50:5000 or [::1]:5000";

impl FromStr for UdpAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let text = text.strip_prefix(UDP).unwrap_or(text);
        let (host, port) = text.rsplit_once(':').ok_or(EXPECTED)?;
        // Brackets belong around an IPv6 address, and around nothing else.
        let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_host = !host.is_empty() && inner.is_some() == host.contains(':');
        let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
        let port = port.parse().ok().filter(|_| is_host && is_port).ok_or(EXPECTED)?;
        Ok(Self { host: inner.unwrap_or(host).to_owned(), port })
    }
}

impl UdpAddress {
    /// The address of a board that the name `udp://ADDRESS:PORT` of a port states.
    ///
    /// # Errors
    /// What follows `udp://` is not an address with a port from 1 to 65535.
    pub(super) fn of_port(name: &str) -> Result<Self, &'static str> {
        let address: Self = name.parse()?;
        if address.port > 0 { Ok(address) } else { Err(EXPECTED) }
    }

    /// The IP addresses of the host, with the port; at least one.
    ///
    /// # Errors
    /// The name does not resolve.
    pub fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let found = (self.host.as_str(), self.port).to_socket_addrs()?;
        let found: Vec<SocketAddr> = found.collect();
        if found.is_empty() {
            return Err(ErrorKind::NotFound.into());
        }
        Ok(found)
    }
}

impl fmt::Display for UdpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// A board behind UDP.
pub struct Udp {
    socket: UdpSocket,
    /// Further addresses of the board's name, for the case that nothing listens at the current one.
    others: std::vec::IntoIter<SocketAddr>,
    request: u32,
    /// The silence after which to give up, from `--timeout`.
    timeout: Option<Duration>,
    /// The device's identity, if it was requested.
    pub(super) identity: Option<BuildIdentity>,
}

/// A socket that exchanges datagrams with this address only.
fn connect(address: SocketAddr) -> io::Result<UdpSocket> {
    let any: SocketAddr = if address.is_ipv4() {
        (Ipv4Addr::UNSPECIFIED, 0).into()
    } else {
        (Ipv6Addr::UNSPECIFIED, 0).into()
    };
    let socket = UdpSocket::bind(any)?;
    socket.connect(address)?;
    socket.set_read_timeout(Some(TICK))?;
    Ok(socket)
}

impl Udp {
    /// Opens a socket for the board at this address; nothing is sent yet.
    ///
    /// # Errors
    /// The address does not resolve, or has no route.
    pub fn open(address: &UdpAddress, timeout: Option<Duration>) -> Result<Self, Fault> {
        let found = address.resolve().map_err(|error| {
            let message = format!(
                "the address does not resolve: {error}; expected an IP address, or a name that the system knows: correct it, or check \
                 the name server"
            );
            Fault::link(FaultKind::NotOpened, message)
        })?;
        let mut others = found.into_iter();
        let mut result = Err(ErrorKind::NotFound.into());
        while result.is_err()
            && let Some(address) = others.next()
        {
            result = connect(address);
        }
        Ok(Self {
            socket: result.map_err(|error| {
                let message = format!(
                    "the address cannot be reached: {error}; expected a route to it: check the network, or correct the address"
                );
                Fault::link(FaultKind::NotOpened, message)
            })?,
            others,
            // A random number, so that no answer to an earlier program on the same port passes for one to this program.
            request: RandomState::new().hash_one(()) as u32,
            timeout,
            identity: None,
        })
    }

    /// The identity of the device.
    ///
    /// # Errors
    /// Nothing answers, the answer is not an identity, the network fails, or Ctrl-C was pressed.
    pub fn identify(&mut self) -> Result<BuildIdentity, Fault> {
        if let Some(identity) = self.identity {
            return Ok(identity);
        }
        let _guard = stop::guard();
        let header = DatagramHeader { replies: 1, ..self.next_request() };
        let answer = self.ask(header, &IDENTITY_REQUEST, Duration::ZERO, &mut || {})?;
        let bytes = <&[u8; IDENTITY_BYTES]>::try_from(&answer[..]).ok();
        self.identity = bytes.and_then(BuildIdentity::from_bytes);
        self.identity.ok_or_else(|| {
            let message = "the device's answer is not an identity; expected that of a design of this project: load the design again";
            Fault::link(FaultKind::Permanent, message)
        })
    }

    /// Sends boards, and passes the replies to `each` in their order. Boards share a request while they, and their replies, fit into one
    /// datagram.
    pub(super) fn stream(
        &mut self,
        boards: Vec<Board<'_>>,
        on_event: OnEvent<'_>,
        each: EachReply<'_>,
    ) -> Result<(), Fault> {
        let _guard = stop::guard();
        let mut boards = boards.into_iter().peekable();
        let mut progress = Progress::default();
        while let Some(first) = boards.next() {
            let (mut bytes, mut replies) = (first.plan.size.bytes, first.plan.reply_bytes);
            let mut group = vec![first];
            // A search can take long, and a request has no reply before its last board is solved.
            while let Some(next) = boards.next_if(|next| {
                let most = MAX_DATAGRAM_DATA as u64;
                !(group[0].plan.searches || next.plan.searches)
                    && bytes.saturating_add(next.plan.size.bytes) <= most
                    && replies + next.plan.reply_bytes <= most
                    && group.len() < usize::from(u8::MAX)
            }) {
                bytes += next.plan.size.bytes;
                replies += next.plan.reply_bytes;
                group.push(next);
            }
            for (reply, traffic) in self.exchange(group, &mut progress, on_event)? {
                if each(reply, traffic).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Sends boards in one request, at most 255, and returns their replies.
    fn exchange(
        &mut self,
        boards: Vec<Board<'_>>,
        progress: &mut Progress,
        on_event: OnEvent<'_>,
    ) -> Result<Vec<(Reply, Traffic)>, Fault> {
        let start = Instant::now();
        let plans: Vec<Plan> = boards.iter().map(|board| board.plan).collect();
        let boards: Vec<Vec<u8>> = boards.into_iter().map(|board| board.bytes.collect()).collect();
        let bytes = boards.concat();
        let searches = plans.iter().filter_map(Plan::longest_search);
        let longest = searches.reduce(Duration::saturating_add);
        let mut header = self.next_request();
        let mut answer = Vec::new();
        let mut parts = bytes.chunks(MAX_DATAGRAM_DATA).peekable();
        while let Some(part) = parts.next() {
            progress.sent += part.len() as u64;
            on_event(Event::Sent(progress.sent));
            if parts.peek().is_some() {
                self.ask(header, part, Duration::ZERO, &mut || {})?;
                header.part += 1;
                continue;
            }
            header.replies = plans.len() as u8;
            answer = self.ask(header, part, longest.unwrap_or_default(), &mut || {
                if longest.is_some() {
                    on_event(Event::Searching);
                }
            })?;
        }
        let mut incoming = Incoming::new(plans.len());
        loop {
            incoming.take(&answer)?;
            on_event(Event::Received(progress.received + incoming.bytes()));
            if incoming.complete.len() == plans.len() {
                break;
            }
            if answer.len() < MAX_DATAGRAM_DATA || header.part == u16::MAX {
                return Err(incoming.cut_short());
            }
            header.part += 1;
            answer = self.ask(header, &[], Duration::ZERO, &mut || {})?;
        }
        progress.received += incoming.bytes();

        let traffic = |((plan, board), (reply, bytes_received)): ((Plan, &Vec<u8>), _)| {
            let traffic = Traffic {
                plan,
                bytes_sent: board.len() as u64,
                check: board_check(board),
                bytes_received,
                elapsed: start.elapsed(),
                cycles: None,
                clocks: None,
            };
            (reply, traffic)
        };
        Ok(plans.into_iter().zip(&boards).zip(incoming.complete).map(traffic).collect())
    }

    /// The header of the first part of the next request.
    fn next_request(&mut self) -> DatagramHeader {
        self.request = self.request.wrapping_add(1);
        DatagramHeader { replies: 0, request: self.request, part: 0 }
    }

    /// Sends a datagram until it is answered, and returns the data of the answer. If replies are due, an answer without data only shows
    /// that the device works on them, for at most `longest` besides the time for a board; then `in_work` is called.
    fn ask(
        &mut self,
        header: DatagramHeader,
        data: &[u8],
        longest: Duration,
        in_work: &mut dyn FnMut(),
    ) -> Result<Vec<u8>, Fault> {
        let datagram = header.with_data(data);
        let quiet = self.timeout.unwrap_or(QUIET);
        let longest = longest.saturating_add(self.timeout.unwrap_or(WORK));
        let start = Instant::now();
        let (mut last_answer, mut is_taken, mut wait) = (start, false, FIRST_WAIT.min(quiet));
        loop {
            self.send(&datagram)?;
            let sent = Instant::now();
            while sent.elapsed() < wait {
                if stop::requested() {
                    return Err(Fault::interrupted());
                }
                let Some(answer) = self.receive(header)? else {
                    continue;
                };
                if header.replies == 0 || !answer.is_empty() {
                    return Ok(answer);
                }
                (last_answer, is_taken) = (Instant::now(), true);
                in_work();
            }
            if last_answer.elapsed() >= quiet {
                let message = format!(
                    "no answer within {:.1} s; expected a board that serves the protocol over UDP: check the address, the board and the \
                     network, that no other host uses the board, or allow more time with --timeout",
                    last_answer.elapsed().as_secs_f64()
                );
                return Err(Fault::link(FaultKind::Silence, message));
            }
            if is_taken && start.elapsed() >= longest {
                let message = format!(
                    "the device has the board, but no reply within {:.1} s; expected one: solve again, or allow more time with --timeout",
                    start.elapsed().as_secs_f64()
                );
                return Err(Fault::link(FaultKind::Broken, message));
            }
            let left = quiet.saturating_sub(last_answer.elapsed()).max(TICK);
            wait = LONGEST_WAIT.min(wait * 2).min(left);
        }
    }

    fn send(&mut self, datagram: &[u8]) -> Result<(), Fault> {
        match self.socket.send(datagram) {
            Ok(_) => Ok(()),
            Err(error) if is_delay(&error) => Ok(()),
            Err(error) => self.recover(error),
        }
    }

    /// The data of the answer with this header, if it arrives within a tick; every other datagram is discarded.
    fn receive(&mut self, header: DatagramHeader) -> Result<Option<Vec<u8>>, Fault> {
        let mut buffer = [0; DATAGRAM_HEADER + MAX_DATAGRAM_DATA + 1];
        match self.socket.recv(&mut buffer) {
            Ok(length) => {
                let datagram = DatagramHeader::split(&buffer[..length]);
                let answer = datagram.filter(|(answered, _)| *answered == header);
                Ok(answer.map(|(_, data)| data.to_vec()))
            }
            Err(error) if is_delay(&error) => Ok(None),
            Err(error) => self.recover(error).map(|()| None),
        }
    }

    /// Goes on to the next address of the name if nothing listens at the current one.
    fn recover(&mut self, error: io::Error) -> Result<(), Fault> {
        // Windows reports the refusal of a datagram as a connection that was reset.
        let is_refused =
            matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset);
        if !is_refused {
            return Err(error.into());
        }
        let next = self.others.find_map(|address| connect(address).ok());
        self.socket = next.ok_or_else(|| {
            let message = "nothing listens on this UDP port; expected a board, or `nonogram virtual-board --udp`: start it, or correct the \
                           address";
            Fault::link(FaultKind::Absent, message)
        })?;
        Ok(())
    }
}

/// The bytes of boards sent, and of replies received, in one stream.
#[derive(Default)]
struct Progress {
    sent: u64,
    received: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_port() {
        for (text, host, port) in [
            ("127.0.0.1:5000", "127.0.0.1", 5000),
            ("board.local:1", "board.local", 1),
            ("[::1]:65535", "::1", 65535),
            ("[fe80::1%eth0]:7", "fe80::1%eth0", 7),
            ("0.0.0.0:0", "0.0.0.0", 0),
        ] {
            let address: UdpAddress = text.parse().unwrap();
            assert_eq!((address.host.as_str(), address.port), (host, port));
            assert_eq!(address.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let wrong = "|127.0.0.1|:5000|[]:5000|::1:5000|[board]:5000|[::1]|[::1:5000|a:65536|a:+1|a:|a:5000/";
        for text in wrong.split('|') {
            assert_eq!(text.parse::<UdpAddress>(), Err(EXPECTED), "{text:?}");
        }
        assert_eq!("udp://a:1".parse(), "a:1".parse::<UdpAddress>());
        assert_eq!(UdpAddress::of_port("udp://a:0"), Err(EXPECTED));
        assert_eq!(UdpAddress::of_port("udp://a:1"), "a:1".parse());
    }
}
