//! `belle room` as a process: what it prints, and a shortage of descriptors.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::MetadataExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A room that ends with the test.
struct Room {
    process: Child,
    url: String,
}

impl Drop for Room {
    fn drop(&mut self) {
        // One that has ended already is what some test has found.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Room {
    /// A room started by a shell's command, in which `$0` is the program.
    fn start(command: &str) -> Room {
        let mut process = Command::new("sh")
            .args(["-c", command, env!("CARGO_BIN_EXE_belle")])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line.split(' ').find(|word| word.starts_with("http"));
        let url = url.unwrap_or_else(|| panic!("no address in '{line}'"));
        Room {
            url: url.to_owned(),
            process,
        }
    }

    fn port(&self) -> u16 {
        let (_, rest) = self.url.rsplit_once(':').unwrap();
        rest.split('/').next().unwrap().parse().unwrap()
    }

    /// The answer to a request for the page; empty if there is none within ten seconds.
    fn get(&self, path: &str) -> String {
        let port = self.port();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n");
        // A connection may be closed for want of descriptors; its client asks again.
        let _ = write!(stream, "{head}Connection: close\r\n\r\n");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// All that a socket of this name says when it gets a text of less than 126 letters.
    fn said(&self, path: &str, text: &str) -> String {
        let port = self.port();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(5)))
            .unwrap();
        write!(
            stream,
            "GET /{path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        .unwrap();
        // A whole text, masked with zeros.
        let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
        frame.extend(text.bytes());
        stream.write_all(&frame).unwrap();
        let mut said = Vec::new();
        // The server pings a page that says no more, so the time ends this.
        let _ = stream.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    }

    fn errors(mut self) -> String {
        self.process.kill().unwrap();
        let mut errors = String::new();
        let mut pipe = self.process.stderr.take().unwrap();
        pipe.read_to_string(&mut errors).unwrap();
        errors
    }
}

#[test]
fn room_out_of_descriptors_goes_on() {
    let mut room = Room::start("ulimit -n 48; exec \"$0\" room --no-open");
    let idle: Vec<TcpStream> = (0..120)
        .map(|_| TcpStream::connect(("127.0.0.1", room.port())).unwrap())
        .collect();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !room.get("/").starts_with("HTTP/1.1 200") {
        assert!(
            Instant::now() < deadline,
            "no answer among idle connections"
        );
        assert_eq!(room.process.try_wait().unwrap(), None, "the room has ended");
    }
    drop(idle);
    assert!(room.get("/app.js").starts_with("HTTP/1.1 200"));
    assert_eq!(room.errors(), "");
}

#[test]
fn room_out_of_descriptors_goes_on_among_connections_that_ask_without_pause() {
    let room = Room::start("ulimit -n 48; exec \"$0\" room --no-open");
    let port = room.port();
    let mut busy: Vec<TcpStream> = Vec::new();
    for _ in 0..120 {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nonblocking(true).unwrap();
        busy.push(stream);
    }
    let is_answered = AtomicBool::new(false);
    let answered = thread::scope(|scope| {
        scope.spawn(|| {
            let text = format!("GET /none HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
            while !is_answered.load(Ordering::Relaxed) {
                for stream in &mut busy {
                    // One that is closed asks no more.
                    let _ = stream.write(text.as_bytes());
                    let _ = stream.read(&mut [0; 4096]);
                }
                thread::sleep(Duration::from_millis(50));
            }
        });
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut answered = false;
        while !answered && Instant::now() < deadline {
            answered = room.get("/").starts_with("HTTP/1.1 200");
        }
        is_answered.store(true, Ordering::Relaxed);
        answered
    });
    assert!(answered, "no answer among busy connections");
    assert_eq!(room.errors(), "");
}

/// A user who may have no further process has no thread either.
#[cfg(target_os = "linux")]
#[test]
fn room_without_threads_tells_the_page_and_goes_on() {
    let own = std::fs::metadata("/proc/self").unwrap();
    let as_other_user = if own.uid() == 0 {
        // The limit does not hold the administrator.
        "setpriv --reuid 65534 --clear-groups"
    } else {
        ""
    };
    let mut room = Room::start(&format!(
        "exec prlimit --nproc=1 {as_other_user} \"$0\" room --no-open"
    ));
    for (path, text) in [
        ("machine", r#"{"command":"digest"}"#),
        ("opponent", r#"{"ask":"go","player":"native","depth":1}"#),
        ("opponent", r#"{"ask":"explain","player":"atlas"}"#),
    ] {
        let said = room.said(path, text);
        assert!(said.contains("the system starts no thread"), "{said}");
    }
    assert!(room.get("/").starts_with("HTTP/1.1 200"));
    assert_eq!(room.process.try_wait().unwrap(), None, "the room has ended");
    assert_eq!(room.errors(), "");
}

#[test]
fn room_beyond_loopback_warns_and_prints_its_token() {
    let room = Room::start("exec \"$0\" room --no-open --address 0.0.0.0");
    let (_, token) = room.url.split_once("/?token=").expect("a token");
    assert_eq!(token.len(), 32, "{token}");
    assert!(room.get("/").starts_with("HTTP/1.1 403"));
    let answer = room.get(&format!("/?token={token}"));
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let errors = room.errors();
    assert!(
        errors.contains("other computers can reach the room"),
        "{errors}"
    );
}

#[test]
fn room_on_another_loopback_address_prints_it() {
    let room = Room::start("exec \"$0\" room --no-open --address 127.0.0.2");
    assert!(room.url.starts_with("http://127.0.0.2:"), "{}", room.url);
    assert_eq!(room.errors(), "");
}
