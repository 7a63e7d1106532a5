//! The server's refusals, and its sockets.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::Duration;

use std::sync::Arc;

use play::PlayerFactory;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use room_server::{MAX_MESSAGE, Opponents, Server};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A player that searches until it is stopped or its depth is reached, and one explanation.
fn opponents() -> Opponents {
    let explain = |game: &play::Game| Ok(format!("{} moves", game.moves().len()));
    Opponents {
        players: vec![PlayerFactory::new("belle", 1, || {
            Box::new(belle_player::Belle::new())
        })],
        explain: vec![("atlas", Arc::new(explain))],
    }
}

/// The port of a server that all tests share.
fn port() -> u16 {
    static PORT: OnceLock<u16> = OnceLock::new();
    *PORT.get_or_init(|| {
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_io()
                .build()
                .unwrap();
            runtime.block_on(async {
                let server = Server::bind([0, 0, 0, 0].into(), 0, opponents())
                    .await
                    .unwrap();
                let url = server.url();
                let port = url
                    .rsplit(':')
                    .next()
                    .unwrap()
                    .trim_end_matches('/')
                    .parse::<u16>()
                    .unwrap();
                send.send(port).unwrap();
                server.serve().await.unwrap();
            });
        });
        receive.recv().unwrap()
    })
}

/// Status line, headers and body of an answer.
fn get(path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port())).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn own_host() -> String {
    format!("127.0.0.1:{}", port())
}

fn socket(host: &str, origin: Option<&str>) -> Result<WebSocket<TcpStream>, String> {
    socket_at("machine", host, origin)
}

fn socket_at(path: &str, host: &str, origin: Option<&str>) -> Result<WebSocket<TcpStream>, String> {
    let stream = TcpStream::connect(("127.0.0.1", port())).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut request = format!("ws://{}/{path}", own_host())
        .into_client_request()
        .unwrap();
    request.headers_mut().insert("host", host.parse().unwrap());
    if let Some(origin) = origin {
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
    }
    tungstenite::client(request, stream)
        .map(|(socket, _)| socket)
        .map_err(|error| error.to_string())
}

fn own_socket() -> WebSocket<TcpStream> {
    socket(&own_host(), Some(&format!("http://{}", own_host()))).unwrap()
}

fn ask(socket: &mut WebSocket<TcpStream>, text: &str) -> String {
    socket.send(Message::text(text)).unwrap();
    socket.read().unwrap().into_text().unwrap().to_string()
}

#[test]
fn page_is_served_with_its_policy() {
    let answer = get("/", &own_host());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("content-type: text/html"), "{answer}");
    let policy = answer
        .lines()
        .find(|line| line.starts_with("content-security-policy:"))
        .expect("a policy");
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"),
        "{policy}"
    );
    assert!(get("/../Cargo.toml", &own_host()).starts_with("HTTP/1.1 404"));
    assert!(get("/docs/search.md", &own_host()).contains("# The search"));
    assert!(get("/docs/images/room.png", &own_host()).starts_with("HTTP/1.1 404"));
    assert!(get("/openings.tsv", &own_host()).contains("Ruy Lopez"));
    assert!(get("/nothing.js", &own_host()).contains("no file 'nothing.js'"));
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    for host in [
        "belle.example",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.belle.example",
    ] {
        assert!(get("/", host).starts_with("HTTP/1.1 403"), "{host}");
    }
    let host = own_host();
    let error = socket_at("opponent", &host, Some("http://belle.example")).unwrap_err();
    assert!(error.contains("403"), "{error}");
    for origin in [
        None,
        Some("null"),
        Some("http://belle.example"),
        Some("http://127.0.0.1:1"),
    ] {
        let error = socket(&host, origin).unwrap_err();
        assert!(error.contains("403"), "{origin:?}: {error}");
    }
    let error = socket("belle.example", Some("http://belle.example")).unwrap_err();
    assert!(error.contains("403"), "{error}");
}

#[test]
fn oversized_and_malformed_messages_harm_nobody() {
    let mut other = own_socket();
    assert!(ask(&mut other, r#"{"command":"think","depth":2}"#).contains("frame"));
    let mut large = own_socket();
    // The server may close while the message is still on its way.
    let _ = large.send(Message::text("x".repeat(MAX_MESSAGE + 1)));
    assert!(
        large.read().is_err() || large.read().is_err(),
        "the socket is closed"
    );
    let mut malformed = own_socket();
    for text in [
        "",
        "{",
        "null",
        "\u{0}",
        "[[[[[[",
        r#"{"command":"step","unit":"word","count":1e99}"#,
    ] {
        assert!(ask(&mut malformed, text).contains("fault"), "{text}");
    }
    assert!(ask(&mut other, r#"{"command":"step","unit":"word","count":3}"#).contains("stopped"));
}

#[test]
fn fuzzed_frames_leave_the_server_answering() {
    let mut generator = ChaCha8Rng::seed_from_u64(26);
    let scripts = [
        ("machine", r#"{"command":"think","depth":2}"#),
        (
            "machine",
            r#"{"command":"run","cycles":900,"until":[{"when":"label","label":"cut"}],"stops":[7]}"#,
        ),
        (
            "machine",
            r#"{"command":"position","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","moves":["O-O"]}"#,
        ),
        (
            "opponent",
            r#"{"ask":"go","player":"belle","moves":["f3"],"depth":1}"#,
        ),
        (
            "opponent",
            r#"{"ask":"explain","player":"atlas","fen":"8/8 w - - 0 1"}"#,
        ),
    ];
    let origin = format!("http://{}", own_host());
    for _ in 0..60 {
        let (path, text) = *scripts.choose(&mut generator).unwrap();
        let Ok(mut socket) = socket_at(path, &own_host(), Some(&origin)) else {
            continue;
        };
        for _ in 0..10 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..generator.random_range(0..6) {
                let at = generator.random_range(0..bytes.len());
                bytes[at] = generator.random();
            }
            let sent = match generator.random_range(0..4) {
                0 => socket.send(Message::binary(bytes)),
                1 => socket.send(Message::Ping(bytes[..bytes.len().min(125)].to_vec().into())),
                // Bytes that are no frame.
                2 if generator.random_ratio(1, 8) => {
                    socket.get_mut().write_all(&bytes).map_err(Into::into)
                }
                _ => socket.send(Message::text(String::from_utf8_lossy(&bytes).into_owned())),
            };
            if sent.is_err() {
                break;
            }
        }
    }
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    while !ask(&mut own_socket(), r#"{"command":"position"}"#).contains(r#""event":"board""#) {
        assert!(
            std::time::Instant::now() < deadline,
            "the server does not answer"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn hundred_sockets_opened_and_dropped_leave_the_server_answering() {
    for number in 0..100 {
        let mut socket = own_socket();
        if number % 3 == 0 {
            // Dropped with a search under way.
            let _ = ask(&mut socket, r#"{"command":"think","depth":9}"#);
            let _ = socket.send(Message::text(r#"{"command":"run","cycles":2000000}"#));
        }
    }
    let mut socket = own_socket();
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    while !ask(&mut socket, r#"{"command":"position"}"#).contains(r#""event":"board""#) {
        // All machines are still taken by sockets whose end the server has not seen yet.
        assert!(
            std::time::Instant::now() < deadline,
            "no machine becomes free"
        );
        std::thread::sleep(Duration::from_millis(50));
        socket = own_socket();
    }
}

#[test]
fn opponent_moves_explains_and_stops_at_once() {
    let origin = format!("http://{}", own_host());
    let mut socket = socket_at("opponent", &own_host(), Some(&origin)).unwrap();
    let until = |socket: &mut WebSocket<TcpStream>, event: &str| loop {
        let text = socket.read().unwrap().into_text().unwrap().to_string();
        if text.contains(&format!(r#""event":"{event}""#)) {
            return text;
        }
    };
    socket
        .send(Message::text(
            r#"{"ask":"go","player":"belle","moves":["f3","e5","g4"],"depth":2}"#,
        ))
        .unwrap();
    assert!(until(&mut socket, "best").contains("d8h4"));
    socket
        .send(Message::text(
            r#"{"ask":"go","player":"belle","moves":["d3"],"seconds":600}"#,
        ))
        .unwrap();
    until(&mut socket, "report");
    socket
        .send(Message::text(r#"{"ask":"go","player":"belle","depth":2}"#))
        .unwrap();
    assert!(until(&mut socket, "fault").contains("stop"));
    socket.send(Message::text(r#"{"ask":"stop"}"#)).unwrap();
    until(&mut socket, "best");
    for (text, expected) in [
        (r#"{"ask":"go","player":"belle"}"#, "'seconds' or 'depth'"),
        (
            r#"{"ask":"go","player":"belle","seconds":-1}"#,
            "seconds: expected 0",
        ),
        (
            r#"{"ask":"go","player":"nobody","depth":1}"#,
            "player: expected belle",
        ),
        (
            r#"{"ask":"go","player":"belle","fen":"8/8","depth":1}"#,
            "not a position",
        ),
        (
            r#"{"ask":"go","player":"belle","moves":["f3","e5","g4","Qh4"],"depth":1}"#,
            "goes on",
        ),
        (r#"{"ask":"dance"}"#, "dance"),
    ] {
        socket.send(Message::text(text)).unwrap();
        let answer = until(&mut socket, "fault");
        assert!(answer.contains(expected), "{text}: {answer}");
    }
    socket
        .send(Message::text(
            r#"{"ask":"explain","player":"atlas","moves":["e4"]}"#,
        ))
        .unwrap();
    assert!(until(&mut socket, "explained").contains("1 moves"));
}
