//! What keys and mouse do.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position as Point;

use super::hand::Touch;
use super::page::Page;
use super::squares::square_under;
use super::{Screen, Wish};
use crate::words::Words;

impl Screen {
    pub(super) fn react(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => self.point(*mouse),
            Event::Paste(text) => text.chars().for_each(|c| self.entry.push(c)),
            // The next drawing asks for the size by itself.
            Event::Key(_) | Event::Resize(..) | Event::FocusGained | Event::FocusLost => {}
        }
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control(key.code);
        }
        match key.code {
            KeyCode::F(10) => self.leaving = true,
            _ if self.roll.is_some() => self.press_on_roll(key.code),
            _ if self.page.is_some() => self.press_on_page(key.code),
            code => self.press_on_board(code),
        }
    }

    fn control(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('c') => self.leaving = true,
            KeyCode::Char('d') if self.entry.text().is_empty() => self.leaving = true,
            KeyCode::Char('z') => self.wish = Some(Wish::Suspend),
            KeyCode::Char('l') => self.wish = Some(Wish::Redraw),
            KeyCode::Char('u') => drop(self.entry.take()),
            KeyCode::Char('w') => self.entry.pop_word(),
            KeyCode::Char('h') => self.entry.pop(),
            _ => {}
        }
    }

    fn press_on_page(&mut self, code: KeyCode) {
        let Some(page) = &mut self.page else { return };
        match code {
            KeyCode::Up => page.scroll(-1),
            KeyCode::Down => page.scroll(1),
            KeyCode::PageUp => page.scroll(-10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.scroll(10),
            KeyCode::Home => page.scroll(isize::MIN),
            _ => self.page = None,
        }
    }

    fn press_on_roll(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(c) => self.entry.push(c),
            KeyCode::Backspace => self.entry.pop(),
            KeyCode::Esc => self.roll = None,
            KeyCode::Enter => self.enter_on_roll(),
            _ => {}
        }
    }

    fn enter_on_roll(&mut self) {
        if self.session.is_waiting() {
            // What is typed waits as well.
            if self.entry.text().is_empty() {
                self.session.obey(Words::Stop);
            }
            return;
        }
        let line = self.entry.take();
        let Some(roll) = &mut self.roll else { return };
        if roll.hear(&mut self.session, &line) {
            self.roll = None;
        }
    }

    fn press_on_board(&mut self, code: KeyCode) {
        let flipped = self.session.bottom().is_black();
        match code {
            KeyCode::F(1) => self.page = Some(Page::help(self.area.width)),
            KeyCode::Char('?') if self.entry.text().is_empty() => {
                self.page = Some(Page::help(self.area.width))
            }
            KeyCode::F(2) => self.command(Words::Hint),
            KeyCode::F(3) => self.command(Words::Undo),
            KeyCode::F(4) => self.command(Words::Flip),
            KeyCode::F(5) => self.command(Words::Stop),
            KeyCode::F(6) => self.command(Words::Eval),
            KeyCode::Up => self.hand.step(0, 1, flipped),
            KeyCode::Down => self.hand.step(0, -1, flipped),
            KeyCode::Left => self.hand.step(-1, 0, flipped),
            KeyCode::Right => self.hand.step(1, 0, flipped),
            KeyCode::Esc if !self.hand.let_go() => {
                self.entry.take();
                self.message.clear();
            }
            KeyCode::Char(c) if self.hand.is_choosing() => {
                let touch = self.hand.choose(c, self.session.table());
                self.touched(touch);
            }
            KeyCode::Char(c) => self.entry.push(c),
            KeyCode::Backspace => self.entry.pop(),
            KeyCode::Enter if self.entry.text().is_empty() || self.hand.is_choosing() => {
                let touch = self.hand.enter(self.session.table());
                self.touched(touch);
            }
            KeyCode::Enter => {
                let line = self.entry.take();
                self.submit(&line);
            }
            _ => {}
        }
    }

    fn command(&mut self, words: Words) {
        self.message.clear();
        self.session.obey(words);
    }

    fn touched(&mut self, touch: Touch) {
        match touch {
            Touch::Done => self.message.clear(),
            Touch::Refused(reason) => self.message = reason,
            Touch::Moved(text) => self.command(Words::Move(text)),
        }
    }

    fn point(&mut self, mouse: MouseEvent) {
        match (mouse.kind, &mut self.page) {
            (MouseEventKind::ScrollUp, Some(page)) => page.scroll(-1),
            (MouseEventKind::ScrollDown, Some(page)) => page.scroll(1),
            (MouseEventKind::Down(MouseButton::Left), Some(_)) => self.page = None,
            (MouseEventKind::Down(MouseButton::Left), None) if self.roll.is_none() => {
                let point = Point::new(mouse.column, mouse.row);
                let square =
                    self.layout.and_then(|layout| square_under(&layout, self.session.bottom(), point));
                if let Some(square) = square {
                    let touch = self.hand.touch(square, self.session.table());
                    self.touched(touch);
                }
            }
            _ => {}
        }
    }
}
