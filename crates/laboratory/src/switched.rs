//! The machine with one of its techniques switched off.

use anyhow::ensure;
use belle_player::Belle;
use host::{Link, RootRule};
use machine::probe::Silent;
use microcode::{Embedded, assemble, programs};
use play::PlayerFactory;

/// A change of the machine.
#[derive(Debug)]
pub(crate) struct Switch {
    pub(crate) name: &'static str,
    /// Fragments of search.mc and their replacements.
    pub(crate) patches: &'static [(&'static str, &'static str)],
    pub(crate) memory_bits: Option<u32>,
    pub(crate) root_rule: RootRule,
    /// Speed-up that the record gives for the technique.
    pub(crate) record: Option<f64>,
}

pub(crate) const PLAIN: Switch = Switch {
    name: "",
    patches: &[],
    memory_bits: None,
    root_rule: RootRule::SecondFailHigh,
    record: None,
};

/// The changes, in the order of the page.
pub(crate) const SWITCHED: &[Switch] = &[
    Switch {
        name: "full-windows",
        patches: &[("    frame.limit <- acc + 1\n", "")],
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
        if let Some(bits) = self.memory_bits {
            link.resize_memory(bits);
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
