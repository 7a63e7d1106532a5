//! `belle completions`

use std::io::{Write as _, stdout};

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use play::PlayerFactory;

use crate::commands::config::keys;
use crate::players::PLAYERS;
use crate::setup::program;

/// Print completions for a shell.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell to write completions for.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut program = with_values(program());
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "belle", &mut script);
        let mut script = String::from_utf8(script)?;
        match self.shell {
            Shell::Bash => script = script.replacen(BASH_WORD, BASH_WORD_AFTER_SIGN, 1),
            Shell::Fish => {
                script = with_words_after_help(&script);
                add_operands_for_fish(&program, &mut Vec::new(), &mut script);
            }
            _ => {}
        }
        Ok(stdout().lock().write_all(script.as_bytes())?)
    }
}
/// The command line with values to complete that its parser does not list: it takes others too.
fn with_values(program: Command) -> Command {
    let mut keys: Vec<String> = keys(&program).into_iter().map(|key| key.name).collect();
    // Shells would divide the others.
    keys.retain(|name| !name.contains(' '));
    let keys = PossibleValuesParser::new(keys);
    let players = PossibleValuesParser::new(PLAYERS.iter().map(PlayerFactory::name));
    let with_keys = |command: Command| command.mut_arg("key", |key| key.value_parser(keys.clone()));
    let with_players = |command: Command| {
        command.mut_arg("engines", |engines| engines.value_parser(players.clone()))
    };
    program
        .mut_subcommand("config", |config| {
            config
                .mut_subcommand("set", with_keys)
                .mut_subcommand("unset", with_keys)
        })
        .mut_subcommand("match", with_players)
        .mut_subcommand("suite", with_players)
}

/// Where clap's script for bash takes the word before the one to complete.
const BASH_WORD: &str = "    prev=\"$3\"\n";

/// The same for `--player=na`, which bash divides at the sign.
const BASH_WORD_AFTER_SIGN: &str = r#"    prev="$3"
    if [[ "${prev}" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    elif [[ "${COMP_WORDS[COMP_CWORD]}" == "=" ]]; then
        cur=""
        prev="${COMP_WORDS[COMP_CWORD-1]}"
    fi
"#;

/// The script for fish with the words after `belle help`: clap's condition for them excludes a line
/// that has any name of a command, among them `help` itself.
fn with_words_after_help(script: &str) -> String {
    let start = "complete -c belle -n \"__fish_belle_using_subcommand help; and not ";
    let mut corrected = String::new();
    for line in script.lines() {
        if line.starts_with(start) {
            corrected += &line.replacen(" help\"", "\"", 1);
        } else {
            corrected += line;
        }
        corrected.push('\n');
    }
    corrected
}

/// Adds the values of operands, which clap's script for fish leaves out.
fn add_operands_for_fish(command: &Command, above: &mut Vec<String>, script: &mut String) {
    let mut values = Vec::new();
    for operand in command.get_positionals() {
        for value in operand.get_possible_values() {
            values.push(value.get_name().to_owned());
        }
    }
    if !values.is_empty() && !above.is_empty() {
        let mut conditions = vec![format!("__fish_belle_using_subcommand {}", above[0])];
        for names in &above[1..] {
            conditions.push(format!("__fish_seen_subcommand_from {names}"));
        }
        *script += &format!(
            "complete -c belle -n \"{}\" -f -a \"{}\"\n",
            conditions.join("; and "),
            values.join(" ")
        );
    }
    for inner in command.get_subcommands() {
        let mut names = vec![inner.get_name()];
        names.extend(inner.get_all_aliases());
        above.push(names.join(" "));
        add_operands_for_fish(inner, above, script);
        above.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn scripts_of_clap_have_what_is_corrected() {
        let mut program = with_values(crate::Arguments::command());
        let mut script = |shell: Shell| {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut program, "belle", &mut script);
            String::from_utf8(script).unwrap()
        };
        assert!(script(Shell::Bash).contains(BASH_WORD));
        let fish = script(Shell::Fish);
        assert_ne!(with_words_after_help(&fish), fish);
    }
}
