//! The machine with one of its techniques switched off.

use anyhow::ensure;
use belle_player::Belle;
use host::{Link, RootRule};
use machine::clock::EVALUATION_CYCLES;
use machine::evaluator::full::Sequence;
use machine::probe::Silent;
use machine::transposition::memory::{ENTRIES, TranspositionMemory};
use microcode::{Embedded, assemble, programs};
use play::PlayerFactory;

/// A change of the machine.
#[derive(Debug)]
pub(crate) struct Switch {
    pub(crate) name: &'static str,
    /// Fragments of search.mc and their replacements.
    pub(crate) patches: &'static [(&'static str, &'static str)],
    pub(crate) memory_bits: Option<u32>,
    /// Two entries at each address of the memory.
    pub(crate) has_two_tiers: bool,
    /// Cycles of a full evaluation.
    pub(crate) evaluation_cycles: Option<u8>,
    pub(crate) root_rule: RootRule,
    /// Speed-up that the record gives for the technique.
    pub(crate) record: Option<f64>,
}

pub(crate) const PLAIN: Switch = Switch {
    name: "",
    patches: &[],
    memory_bits: None,
    has_two_tiers: false,
    evaluation_cycles: None,
    root_rule: RootRule::SecondFailHigh,
    record: None,
};

/// Null windows off, below the root.
pub(crate) const FULL_WINDOWS: &[(&str, &str)] = &[("    frame.limit <- acc + 1\n", "")];

/// Bits of an address of the machine's memory.
const MEMORY_BITS: u32 = ENTRIES.ilog2();

/// The changes, in the order of the page: techniques off, then other readings of the record.
pub(crate) const SWITCHED: &[Switch] = &[
    Switch {
        name: "full-windows",
        patches: FULL_WINDOWS,
        root_rule: RootRule::FullWindows,
        record: Some(1.5),
        ..PLAIN
    },
    Switch {
        name: "every-fail-high",
        root_rule: RootRule::EveryFailHigh,
        ..PLAIN
    },
    Switch {
        name: "no-lazy-value",
        patches: &[(
            "stand:
    compare frame.beta, unless less goto refuted
    acc <- acc + constant.twice_margin
    compare frame.alpha, if at_most goto captures
",
            "stand:\n",
        )],
        ..PLAIN
    },
    Switch {
        name: "evasions-count",
        patches: &[(
            "flag in_check, frame.next <- frame.depth, if check goto evade\n",
            "flag in_check\n",
        )],
        ..PLAIN
    },
    Switch {
        name: "no-quiescence",
        patches: &[(
            "    nothing <- frame.depth, if late goto exchange\n",
            "    goto settled\n",
        )],
        ..PLAIN
    },
    Switch {
        name: "no-memory",
        patches: &[(
            "    acc <- entry_depth\n",
            "    goto mark\n    acc <- entry_depth\n",
        )],
        ..PLAIN
    },
    Switch {
        name: "memory-1/8",
        memory_bits: Some(14),
        ..PLAIN
    },
    Switch {
        name: "memory-1/2",
        memory_bits: Some(16),
        ..PLAIN
    },
    Switch {
        name: "memory-x2",
        memory_bits: Some(18),
        ..PLAIN
    },
    Switch {
        name: "memory-x8",
        memory_bits: Some(20),
        ..PLAIN
    },
    Switch {
        name: "two-tier-memory",
        has_two_tiers: true,
        ..PLAIN
    },
    // The squares of a file have nothing to wait for but the next file's: eight cycles are all.
    Switch {
        name: "file-a-cycle",
        evaluation_cycles: Some(EVALUATION_CYCLES),
        ..PLAIN
    },
];

impl Switch {
    /// search.mc with the patches. Fails if a fragment is not there exactly once.
    pub(crate) fn source(&self) -> anyhow::Result<String> {
        let found = programs::SOURCES.iter().find(|(name, _)| *name == PROGRAM);
        let mut text = match found {
            Some((_, text)) => (*text).to_owned(),
            None => String::new(),
        };
        for (old, new) in self.patches {
            let count = text.matches(old).count();
            ensure!(
                count == 1,
                "{}: expected '{}' once in {PROGRAM}, got {count}",
                self.name,
                old.trim()
            );
            text = text.replacen(old, new, 1);
        }
        Ok(text)
    }

    pub(crate) fn link(&self) -> anyhow::Result<Link> {
        let program = assemble(PROGRAM, &self.source()?, &Embedded(programs::SOURCES))?;
        let mut link = Link::with_program(&program, Silent)?;
        let mut memory = TranspositionMemory::with_bits(self.memory_bits.unwrap_or(MEMORY_BITS));
        if self.has_two_tiers {
            memory = memory.with_two_tiers();
        }
        link.replace_memory(memory);
        if let Some(cycles) = self.evaluation_cycles {
            link.replace_evaluation(Sequence::of_cycles(cycles));
        }
        Ok(link)
    }

    pub(crate) fn player(&self) -> Belle {
        let link = self
            .link()
            .expect("the patches are part of this program and tested");
        Belle::with_machine(link, self.root_rule)
    }
}

const PROGRAM: &str = "search.mc";

/// A player for each switch.
pub(crate) fn players() -> impl Iterator<Item = PlayerFactory> {
    SWITCHED
        .iter()
        .map(|switch| PlayerFactory::new(switch.name, 1, || Box::new(switch.player())))
}
