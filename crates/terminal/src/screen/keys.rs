//! Effects of keys and mouse.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position as Point;

use super::app::{App, TtyRequest};
use super::board_view::square_at_point;
use super::move_input::Selection;
use crate::command;
use crate::game_tree::{GameTree, MOVE_AFTER};
use crate::pasted::is_game;
use crate::session::Session;

impl App {
    pub(super) fn handle_terminal_event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => self.handle_mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            // The next drawing reads the new size.
            Event::Key(_) | Event::Resize(..) | Event::FocusGained | Event::FocusLost => {}
        }
    }

    /// Looks at a game that is pasted; any other text goes into the line.
    fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if self.console.is_none() && self.input.is_empty() && is_game(&text) {
            self.popup = None;
            return self.command(|session| session.look_at_text(&text));
        }
        text.chars().for_each(|c| self.input.push(c));
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.press_control(key.code);
        }
        match key.code {
            KeyCode::F(10) => self.quitting = true,
            code if self.console.is_some() => self.press_in_console(code),
            code if self.popup.is_some() => self.press_in_popup(code),
            code => self.press_on_board(code),
        }
    }

    fn press_control(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('c') => self.quitting = true,
            KeyCode::Char('d') if self.input.is_empty() => self.quitting = true,
            KeyCode::Char('z') => self.request = Some(TtyRequest::SuspendAll),
            KeyCode::Char('l') => self.request = Some(TtyRequest::Redraw),
            KeyCode::Char('u') => drop(self.input.take()),
            KeyCode::Char('w') => self.input.pop_word(),
            KeyCode::Char('h') => self.input.pop(),
            KeyCode::Char('a') => self.input.home(),
            KeyCode::Char('e') => self.input.go_to_end(),
            KeyCode::Char('p') => self.input.earlier(),
            KeyCode::Char('n') => self.input.later(),
            // Enter that was typed before the screen was up, or by a program, arrives as a line
            // feed.
            KeyCode::Char('j') => self.press(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)),
            _ => {}
        }
    }

    fn press_in_popup(&mut self, code: KeyCode) {
        let Some(popup) = &mut self.popup else { return };
        match code {
            KeyCode::Up => popup.scroll(-1),
            KeyCode::Down => popup.scroll(1),
            KeyCode::PageUp => popup.scroll(-10),
            KeyCode::PageDown | KeyCode::Char(' ') => popup.scroll(10),
            KeyCode::Home => popup.scroll(isize::MIN),
            KeyCode::End => popup.scroll(isize::MAX),
            KeyCode::Char(_) | KeyCode::F(_) => {
                // Whoever types on has read enough; no key is lost.
                self.popup = None;
                self.press_on_board(code);
            }
            _ => self.popup = None,
        }
    }

    fn press_in_console(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(c) => self.input.push(c),
            code if self.edits(code) => {}
            KeyCode::Esc => self.console = None,
            KeyCode::Enter => self.enter_in_console(),
            _ => {}
        }
    }

    /// Executes the line. During a search the line waits, and an empty one stops the search.
    fn enter_in_console(&mut self) {
        if self.session.is_waiting() {
            if self.input.is_empty() {
                self.session.stop();
            }
            return;
        }
        let line = self.input.take();
        let Some(console) = &mut self.console else {
            return;
        };
        if console.execute(&mut self.session, &line) {
            self.console = None;
        }
    }

    fn press_on_board(&mut self, code: KeyCode) {
        let flipped = self.session.bottom.is_black();
        match code {
            KeyCode::F(1) => self.session.show_help(),
            KeyCode::Char('?') if self.input.is_empty() => self.session.show_help(),
            KeyCode::F(2) => self.command(Session::hint),
            KeyCode::F(3) => self.command(|session| session.undo(1)),
            KeyCode::F(4) => self.command(Session::flip),
            KeyCode::F(5) => self.command(Session::stop),
            KeyCode::F(6) => self.command(Session::evaluate),
            KeyCode::F(7) => self.command(|session| session.set_thoughts(None)),
            KeyCode::F(8) => self.command(|session| session.next_mistake(false)),
            KeyCode::F(9) => self.command(Session::try_again),
            KeyCode::Tab => self.complete(),
            KeyCode::Up if self.recalls_lines() => self.input.earlier(),
            KeyCode::Down if !self.input.is_empty() => self.input.later(),
            code if !self.move_input.is_promoting() && self.edits(code) => {}
            code if self.steps(code) => {}
            KeyCode::Up => self.move_input.step(0, 1, flipped),
            KeyCode::Down => self.move_input.step(0, -1, flipped),
            KeyCode::Left => self.move_input.step(-1, 0, flipped),
            KeyCode::Right => self.move_input.step(1, 0, flipped),
            KeyCode::Esc if !self.move_input.cancel() => self.clear_or_leave(),
            KeyCode::Char(c) if self.move_input.is_promoting() => {
                let selection = self.move_input.promote_to(c, &self.session.state);
                self.apply(selection);
            }
            KeyCode::Char(c) => self.input.push(c),
            KeyCode::Enter if self.input.is_empty() && self.session.is_held() => {
                self.session.play_without_answer();
            }
            KeyCode::Enter if self.input.is_empty() && self.session.shows_offered_game() => {
                self.messages = vec![self.session.reminder()];
            }
            KeyCode::Enter if self.input.is_empty() || self.move_input.is_promoting() => {
                let selection = self.move_input.enter(&self.session.state);
                self.apply(selection);
            }
            KeyCode::Enter => {
                let line = self.input.enter();
                self.execute(&line);
            }
            _ => {}
        }
    }

    /// Clears the line and the message. Where the line is empty, leaves the game looked at.
    fn clear_or_leave(&mut self) {
        self.messages.clear();
        self.move_input.hide_cursor();
        if self.input.take().is_empty() && self.session.review().is_some() {
            self.session.leave_review();
        }
    }

    /// Whether Up brings back the line entered before: unless a person moves the board's cursor.
    fn recalls_lines(&self) -> bool {
        let is_free = self.session.review().is_none() && !self.move_input.is_promoting();
        !self.input.is_empty()
            || is_free && self.move_input.cursor.is_none() && self.input.has_earlier()
    }

    /// Moves or deletes in the typed line; returns whether the key does that.
    fn edits(&mut self, code: KeyCode) -> bool {
        if self.input.is_empty() {
            return false;
        }
        match code {
            KeyCode::Backspace => self.input.pop(),
            KeyCode::Delete => self.input.delete(),
            KeyCode::Left => self.input.left(),
            KeyCode::Right => self.input.right(),
            KeyCode::Home => self.input.home(),
            KeyCode::End => self.input.go_to_end(),
            _ => return false,
        }
        true
    }

    /// Completes the name of a command.
    fn complete(&mut self) {
        let names = command::completions(&self.input.text());
        match names[..] {
            [] => {}
            [only] => self.input.set(&format!("{only} ")),
            _ => self.messages = vec![names.join("  ")],
        }
    }

    /// Steps through a game looked at; returns whether the key does that.
    fn steps(&mut self, code: KeyCode) -> bool {
        let is_free = self.input.is_empty() && !self.move_input.is_promoting();
        if self.session.review().is_none() || !is_free {
            return false;
        }
        let (count, what, step): (usize, &str, fn(&mut GameTree) -> bool) = match code {
            KeyCode::Left => (1, "move to go back to", GameTree::back),
            KeyCode::Right => (1, MOVE_AFTER, GameTree::forward),
            KeyCode::PageUp => (10, "move to go back to", GameTree::back),
            KeyCode::PageDown => (10, MOVE_AFTER, GameTree::forward),
            KeyCode::Home => (usize::MAX, "move before", GameTree::back),
            KeyCode::End => (usize::MAX, MOVE_AFTER, GameTree::forward),
            KeyCode::Up | KeyCode::Down => (1, "other move here", GameTree::switch_line),
            _ => return false,
        };
        self.move_input.cancel();
        self.command(|session| session.step(count, what, step));
        true
    }

    fn command(&mut self, command: impl FnOnce(&mut Session)) {
        self.messages.clear();
        command(&mut self.session);
    }

    fn apply(&mut self, selection: Selection) {
        match selection {
            Selection::Changed => self.messages.clear(),
            Selection::Refused(reason) => self.messages = vec![reason],
            Selection::Move(text) => self.command(|session| session.play_move(&text)),
        }
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) {
        match (mouse.kind, &mut self.popup) {
            (MouseEventKind::ScrollUp, Some(popup)) => popup.scroll(-1),
            (MouseEventKind::ScrollDown, Some(popup)) => popup.scroll(1),
            (MouseEventKind::Down(MouseButton::Left), Some(_)) => self.popup = None,
            (MouseEventKind::Down(MouseButton::Left), None)
                if self.session.shows_offered_game() =>
            {
                self.messages = vec![self.session.reminder()];
            }
            (MouseEventKind::Down(MouseButton::Left), None) if self.console.is_none() => {
                let (point, bottom) = (Point::new(mouse.column, mouse.row), self.session.bottom);
                if let Some(layout) = self.layout
                    && let Some(square) = square_at_point(&layout, bottom, point)
                {
                    let selection = self.move_input.select(square, &self.session.state);
                    self.apply(selection);
                }
            }
            _ => {}
        }
    }
}
