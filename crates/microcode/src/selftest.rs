//! The host's half of the self-test: runs `selftest.mc` and reports its tests.
//!
//! The program numbers its tests with the node counter and halts at `passed` or at `fail`. The host
//! reads names from the labels (`test_...`) and claims from the comments above them. It provides an
//! empty board and answers the program's one call; the machine does everything else.

use std::fmt::{self, Display, Formatter};

use machine::microengine::constants::CONSTANTS;
use machine::microengine::word::Test;
use machine::probe::Silent;
use machine::{Machine, State};

use crate::program::Program;
use crate::programs;

/// Cycles after which the machine counts as hanging: some twenty times those of the program.
pub const LIMIT: u64 = 500_000;

/// The self-test as a program and a list of tests.
#[derive(Clone, Debug)]
pub struct SelfTest {
    program: Program,
    tests: Vec<ProgramTest>,
    /// Address of the label `test_host.answered`.
    answered: u16,
    /// Address of the label `passed`.
    passed: u16,
    /// Address of the label `fail`.
    fail: u16,
}

/// A test of the program, from its label and the comment above.
#[derive(Clone, Debug)]
struct ProgramTest {
    address: u16,
    name: String,
    proves: String,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// Its number, from 1, as the node counter shows it.
    pub number: usize,
    /// Its name, such as `adder carry`.
    pub name: String,
    /// Claim: the comment above the test.
    pub proves: String,
    /// Outcome.
    pub outcome: Outcome,
}

/// Outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything held.
    Ok,
    /// A check failed, with the reason.
    Failed(String),
    /// The program did not reach it.
    NotRun,
}

impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Ok => f.write_str("ok"),
            Outcome::Failed(why) => write!(f, "FAILED: {why}"),
            Outcome::NotRun => f.write_str("not run"),
        }
    }
}

impl SelfTest {
    /// The project's own self-test.
    pub fn new() -> SelfTest {
        let program = programs::selftest().expect("selftest.mc is part of this program and tested");
        SelfTest::with_program(program).expect("selftest.mc is part of this program and tested")
    }

    /// Another program with the labels of selftest.mc; `None` if one is missing.
    pub fn with_program(program: Program) -> Option<SelfTest> {
        let mut tests = Vec::new();
        for (label, &address) in &program.labels {
            if let Some(name) = label.strip_prefix("test_")
                && !label.contains('.')
            {
                tests.push(ProgramTest {
                    address,
                    name: name.replace('_', " "),
                    proves: comment_above(&program, label),
                });
            }
        }
        tests.sort_by_key(|test| test.address);
        Some(SelfTest {
            answered: program.address("test_host.answered")?,
            passed: program.address("passed")?,
            fail: program.address("fail")?,
            program,
            tests,
        })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// A machine with the program in its microcode memory. Panics if a word of the program means
    /// nothing; the tests hold that none of selftest.mc is so.
    pub fn machine(&self) -> Machine {
        Machine::new(&self.program.words).expect("every word of the program means something")
    }

    /// Runs the program on its machine.
    pub fn run(&self) -> Vec<TestResult> {
        self.run_on(&mut self.machine(), |_, _| {})
    }

    /// Runs the microcode of `machine` as this program. After each cycle `meddle` may change the
    /// state, given the address of the executed word: so a fault can be injected.
    pub fn run_on(
        &self,
        machine: &mut Machine,
        mut meddle: impl FnMut(u16, &mut State),
    ) -> Vec<TestResult> {
        machine.state = empty_board();
        machine.start(0);
        let mut seen = vec![false; self.program.words.len()];
        let mut called = false;
        // The last word carried out and the one before it: of a failed check, the word it jumped to
        // and the check.
        let (mut last, mut before) = (0, 0);
        while machine.state.cycles < LIMIT {
            let address = machine.state.address;
            if let Some(seen) = seen.get_mut(usize::from(address)) {
                *seen = true;
            }
            (before, last) = (last, address);
            machine.run(1, &mut Silent);
            meddle(address, &mut machine.state);
            if machine.state.halted {
                if called || machine.state.address != self.answered {
                    break;
                }
                called = true;
                answer(machine);
            }
        }
        let end = &machine.state;
        let counted = end.nodes as usize;
        let named = |word: u16| format!("word {word:#05x}{}", self.place(word));
        if !end.halted {
            return self.report(
                self.running_test(counted, last),
                format!("the machine hangs, at {}", named(last)),
            );
        }
        if last == self.fail {
            return self.report(
                self.running_test(counted, before),
                named(before) + " found it wrong",
            );
        }
        if last != self.passed {
            let why = format!("the machine halted at {}", named(last));
            return self.report(self.running_test(counted, last), why);
        }
        let left_out = (0..seen.len()).find(|&word| !seen[word] && !self.is_trap(word as u16));
        if let Some(word) = left_out {
            return self.report(
                self.test_at(word as u16),
                named(word as u16) + " was left out",
            );
        }
        if counted != self.tests.len() {
            let why = format!(
                "the node counter shows {counted} tests, not {}",
                self.tests.len()
            );
            return self.report(0, why);
        }
        // No test has this index, so that all are reported as done.
        self.report(self.tests.len(), String::new())
    }

    /// Index of the test that was running: by the word's address, or by the node counter if the word
    /// stands behind the tests.
    fn running_test(&self, counted: usize, address: u16) -> usize {
        let at = self.test_at(address);
        if address >= self.passed {
            counted.clamp(1, self.tests.len()) - 1
        } else {
            at
        }
    }

    fn test_at(&self, address: u16) -> usize {
        self.tests
            .partition_point(|test| test.address <= address)
            .saturating_sub(1)
    }

    /// File and line of a word; of a word from a macro, where the test calls it.
    fn place(&self, address: u16) -> String {
        if let Some(location) = self.program.locations.get(usize::from(address))
            && let Some(call) = location.calls.last()
        {
            return format!(" ({}:{})", call.file, call.line);
        }
        match self.program.source(address) {
            Some((file, line)) => format!(" ({file}:{line})"),
            None => String::new(),
        }
    }

    /// Whether a word only jumps to `fail`: the machine must not reach it.
    fn is_trap(&self, address: u16) -> bool {
        if address == self.fail {
            return true;
        }
        let Ok(orders) = self.program.words[usize::from(address)].orders() else {
            return false;
        };
        orders.test == Test::Never && orders.unless && orders.next == self.fail
    }

    /// The lines of the report if the test of this index failed, and those after it were not run.
    fn report(&self, failed: usize, why: String) -> Vec<TestResult> {
        let line = |(index, test): (usize, &ProgramTest)| TestResult {
            number: index + 1,
            name: test.name.clone(),
            proves: test.proves.clone(),
            outcome: match index.cmp(&failed) {
                std::cmp::Ordering::Less => Outcome::Ok,
                std::cmp::Ordering::Equal => Outcome::Failed(why.clone()),
                std::cmp::Ordering::Greater => Outcome::NotRun,
            },
        };
        self.tests.iter().enumerate().map(line).collect()
    }
}

impl Default for SelfTest {
    fn default() -> SelfTest {
        SelfTest::new()
    }
}

/// Runs `selftest.mc` on a fresh machine: a line for each test, in the order they run.
pub fn selftest() -> Vec<TestResult> {
    SelfTest::new().run()
}

/// Initial state: an empty board, White to move, all castling rights.
fn empty_board() -> State {
    let mut state = State {
        white_to_move: true,
        ..State::default()
    };
    state.now.rights = 15;
    state
}

/// Answer to the program's call: the host drives the root, and the draw value is the constant
/// `odd`.
fn answer(machine: &mut Machine) {
    let odd = CONSTANTS.iter().find(|constant| constant.name == "odd");
    machine.state.hosted = true;
    machine.state.draw = odd.expect("the machine has the constant").value;
    machine.start(machine.state.address);
}

/// The comment that stands right above a label.
fn comment_above(program: &Program, label: &str) -> String {
    let head = format!("{label}:");
    for source in &program.sources {
        let lines: Vec<&str> = source.text.lines().collect();
        let Some(at) = lines.iter().position(|line| line.starts_with(&head)) else {
            continue;
        };
        let mut comment = Vec::new();
        for line in lines[..at].iter().rev() {
            let Some(text) = line.strip_prefix(';') else {
                break;
            };
            comment.push(text.trim());
        }
        comment.reverse();
        return comment.join(" ");
    }
    String::new()
}
