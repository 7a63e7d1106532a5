//! A machine for each socket. It works beside the server's thread, one command at a time.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use room::Room;
use serde_json::json;

use crate::socket::PageSocket;

/// Most commands that wait while one is carried out; a page sends no more than a few ahead. Beyond, the socket is not
/// read until there is room again.
const MAX_WAITING: usize = 16;

/// The events of a page that gets no machine.
pub(crate) fn fault(message: &str) -> String {
    json!([{ "event": "fault", "message": message }]).to_string()
}

/// Answers a page's commands until its socket closes; then the command under way is ended as well.
pub(crate) async fn serve(mut socket: PageSocket) {
    let room = Room::new();
    let control = room.control();
    let mut idle = Some(room);
    let mut waiting: VecDeque<Utf8Bytes> = VecDeque::new();
    loop {
        let text = match waiting.pop_front() {
            Some(text) => text,
            None => match socket.text().await {
                Some(text) => text,
                None => return,
            },
        };
        let Some(mut room) = idle.take() else { return };
        let mut work = tokio::task::spawn_blocking(move || {
            let events = room.message(&text);
            (room, events)
        });
        let worked = loop {
            tokio::select! {
                worked = &mut work => break worked,
                text = socket.text(), if waiting.len() < MAX_WAITING => match text {
                    Some(text) => waiting.push_back(text),
                    None => {
                        control.stop();
                        // The place is taken until the work has ended.
                        let _ = work.await;
                        return;
                    }
                },
            }
        };
        // A machine that panicked is lost; its page asks for another one.
        let Ok((room, events)) = worked else { return };
        idle = Some(room);
        if !socket.send(events).await {
            return;
        }
    }
}
