//! A machine for each socket. It works beside the server's thread, one command at a time.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc;
use std::thread;

use axum::extract::ws::Utf8Bytes;
use play::Control;
use room::{Event, Room};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::socket::PageSocket;

/// Most commands that wait while one is carried out; a page sends no more than a few ahead. Beyond,
/// the socket is not read until there is room again.
const MAX_WAITING: usize = 16;

/// The events of a page that gets no machine.
pub(crate) fn fault(message: &str) -> String {
    let message = message.to_owned();
    serde_json::to_string(&[Event::Fault { message }]).expect("plain data become JSON")
}

/// A machine on a thread of its own.
struct Worker {
    commands: mpsc::Sender<Utf8Bytes>,
    /// The events of each command; at the end when the thread has ended, also by a panic.
    events: UnboundedReceiver<String>,
    control: Control,
}

impl Worker {
    /// Fails if the system starts no thread.
    fn start() -> io::Result<Worker> {
        let mut room = Room::new();
        let control = room.control();
        let (commands, incoming) = mpsc::channel::<Utf8Bytes>();
        let (outgoing, events) = unbounded_channel();
        thread::Builder::new().spawn(move || {
            for text in incoming {
                if outgoing.send(room.message(&text)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Worker {
            commands,
            events,
            control,
        })
    }

    /// Ends the work under way. The page's place is taken until the thread has ended.
    async fn end(self) {
        let Worker {
            commands,
            mut events,
            control,
        } = self;
        control.stop();
        drop(commands);
        while events.recv().await.is_some() {}
    }
}

/// Answers a page's commands until its socket closes; then the command under way is ended as well.
pub(crate) async fn serve(mut socket: PageSocket) {
    match Worker::start() {
        Ok(mut worker) => {
            answer(&mut socket, &mut worker).await;
            worker.end().await;
        }
        Err(error) => {
            let reason = format!("room: the system starts no thread for a machine: {error}");
            socket.refuse(&reason, fault(&reason)).await;
        }
    }
}

/// Answers commands until the socket closes, or the machine is lost; its page asks for another one
/// then.
async fn answer(socket: &mut PageSocket, worker: &mut Worker) {
    let mut waiting: VecDeque<Utf8Bytes> = VecDeque::new();
    loop {
        let text = match waiting.pop_front() {
            Some(text) => text,
            None => match socket.text().await {
                Some(text) => text,
                None => return,
            },
        };
        if worker.commands.send(text).is_err() {
            return;
        }
        let events = loop {
            tokio::select! {
                events = worker.events.recv() => break events,
                text = socket.text(), if waiting.len() < MAX_WAITING => match text {
                    Some(text) => waiting.push_back(text),
                    None => return,
                },
            }
        };
        let Some(events) = events else { return };
        if !socket.send(events).await {
            return;
        }
    }
}
