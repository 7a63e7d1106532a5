//! `belle completions`

use std::io::{Write as _, stdout};

use clap::builder::{PossibleValuesParser, Resettable, ValueHint};
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use play::PlayerFactory;
use terminal::Level;

use crate::commands::config::{Key, Values, keys, values_of};
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
        let script = script(self.shell, program())?;
        Ok(stdout().lock().write_all(script.as_bytes())?)
    }
}

/// The script for a shell: clap's, with what that leaves out.
fn script(shell: Shell, program: Command) -> anyhow::Result<String> {
    let mut keys = keys(&program);
    // Shells would divide the others.
    keys.retain(|key| !key.name.contains(' '));
    let mut program = with_values(program, &keys);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "belle", &mut script);
    let script = String::from_utf8(script)?;
    Ok(match shell {
        Shell::Bash => bash(&program, &keys, &script),
        Shell::Zsh => zsh(&keys, &script),
        Shell::Fish => {
            let mut script = with_words_after_help(&script);
            add_operands_for_fish(&program, &mut Vec::new(), &mut script);
            add_settings_for_fish(&keys, &mut script);
            script
        }
        _ => script,
    })
}

/// The command line with values to complete that its parser does not list, since it takes others
/// too. An argument that is neither listed nor a path completes nothing.
fn with_values(program: Command, keys: &[Key]) -> Command {
    let listed = |arg: Arg, names: Vec<String>| arg.value_parser(PossibleValuesParser::new(names));
    let complete = |arg: Arg| match arg.get_id().as_str() {
        "key" => listed(arg, keys.iter().map(|key| key.name.clone()).collect()),
        "engines" => {
            let players = PLAYERS.iter().map(PlayerFactory::name);
            listed(arg, players.map(str::to_owned).collect())
        }
        "level" => listed(
            arg.default_value(Resettable::Reset),
            Level::names().map(str::to_owned).collect(),
        ),
        _ => match values_of(&arg) {
            Values::Free => arg.value_hint(ValueHint::Other),
            Values::Folder => arg.value_hint(ValueHint::DirPath),
            Values::Path => arg.value_hint(ValueHint::AnyPath),
            Values::Listed(_) => arg,
        },
    };
    let mut program = program.mut_args(complete);
    let mut names = Vec::new();
    for inner in program.get_subcommands() {
        names.push(inner.get_name().to_owned());
    }
    for name in names {
        program = program.mut_subcommand(name, |inner| with_values(inner, keys));
    }
    program
}

/// Whether an operand of a command is a path.
fn takes_path(command: &Command) -> bool {
    command
        .get_positionals()
        .any(|operand| matches!(values_of(operand), Values::Path | Values::Folder))
}

/// In the script for bash, the end of a command that offers all its words, and the condition to
/// offer them where no letter was typed yet: the options would hide the files.
const BASH_END: &str = r#"            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
"#;
const BASH_END_WITHOUT_OPTIONS: &str = r#"            COMPREPLY=( $(compgen -W "${opts}" -X '-*' -- "${cur}") )
            return 0
            ;;
"#;

/// Lets bash offer nothing where clap's script offers no value, and bash would take files.
const BASH_NO_FILES: &str = "compopt +o bashdefault +o default 2>/dev/null";

/// The script for bash with its faults mended.
fn bash(program: &Command, keys: &[Key], script: &str) -> String {
    let mut mended = String::new();
    let mut level = String::new();
    for line in script.replacen(BASH_WORD, BASH_WORD_AFTER_SIGN, 1).lines() {
        if let Some(label) = line.strip_prefix("        belle")
            && let Some(path) = label.strip_suffix(')')
        {
            level = path.replace("__subcmd__", " ").trim().to_owned();
        }
        let condition = line
            .trim_start()
            .starts_with("if [[ ${cur} == -* || ${COMP_CWORD}");
        if condition {
            mended += "            if [[ ${cur} == -* ]] ; then";
        } else if line.trim() == r#"COMPREPLY=("${cur}")"# {
            mended += &format!("                    {BASH_NO_FILES}; COMPREPLY=()");
        } else {
            mended += line;
        }
        mended.push('\n');
        // The operands follow the options' values.
        if line == "            esac" {
            if level == "config set" {
                mended += &settings_for_bash(keys);
            } else if let Some(command) = at(program, &level)
                && !takes_path(command)
            {
                mended += &format!("            {BASH_NO_FILES}\n");
            }
        }
    }
    mended.replace(BASH_END, BASH_END_WITHOUT_OPTIONS)
}

/// The command with this path of names.
fn at<'a>(program: &'a Command, path: &str) -> Option<&'a Command> {
    let mut command = program;
    for name in path.split_whitespace() {
        command = command.find_subcommand(name)?;
    }
    Some(command)
}

/// What bash offers for the value of a setting, by the word before it.
fn settings_for_bash(keys: &[Key]) -> String {
    let mut cases = String::new();
    for Key { name, values, .. } in keys {
        cases += &match values {
            Values::Listed(values) => format!(
                "                {name}) COMPREPLY=( $(compgen -W \"{}\" -- \"${{cur}}\") ) ;;\n",
                values.join(" ")
            ),
            Values::Path | Values::Folder => format!("                {name}) return 0 ;;\n"),
            Values::Free => continue,
        };
    }
    format!(
        "            if [[ \"${{prev}}\" != set ]]; then\n                \
         case \"${{prev}}\" in\n{cases}                esac\n                \
         {BASH_NO_FILES}\n                return 0\n            fi\n            \
         {BASH_NO_FILES}\n"
    )
}

/// Where clap's script for zsh completes the value of a setting, and where it ends.
const ZSH_VALUE: &str = "':value -- Value, as on the command line:'";
const ZSH_END: &str = "if [ \"$funcstack[1]\" = \"_belle\" ]; then\n";

/// The script for zsh with the values of settings.
fn zsh(keys: &[Key], script: &str) -> String {
    let mut function =
        "_belle_value_of_setting() {\n    case \"${words[CURRENT-1]}\" in\n".to_owned();
    for Key { name, values, .. } in keys {
        let offer = match values {
            Values::Listed(values) => format!("compadd -- {}", values.join(" ")),
            Values::Path => "_files".to_owned(),
            Values::Folder => "_files -/".to_owned(),
            Values::Free => continue,
        };
        function += &format!("        ({name}) {offer} ;;\n");
    }
    function += "    esac\n}\n\n";
    let value = "':value -- Value, as on the command line:_belle_value_of_setting'";
    script
        .replace(ZSH_VALUE, value)
        .replacen(ZSH_END, &format!("{function}{ZSH_END}"), 1)
}

/// Adds the values of settings for fish, by the word before them.
fn add_settings_for_fish(keys: &[Key], script: &mut String) {
    for Key { name, values, .. } in keys {
        let offer = match values {
            Values::Listed(values) => format!("-f -a \"{}\"", values.join(" ")),
            Values::Path => "-F".to_owned(),
            Values::Folder => "-f -a \"(__fish_complete_directories)\"".to_owned(),
            Values::Free => continue,
        };
        *script += &format!(
            "complete -c belle -n \"__fish_belle_using_subcommand config; and \
             __fish_seen_subcommand_from set; and __fish_prev_arg_in {name}\" {offer}\n"
        );
    }
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

/// Adds the values of operands, which clap's script for fish leaves out, and lets it offer no files
/// where no operand is one.
fn add_operands_for_fish(command: &Command, above: &mut Vec<String>, script: &mut String) {
    let mut values = Vec::new();
    let mut is_setting = false;
    for operand in command.get_positionals() {
        is_setting |= operand.get_id() == "key";
        for value in operand.get_possible_values() {
            values.push(value.get_name().to_owned());
        }
    }
    if !above.is_empty() {
        let mut conditions = vec![format!("__fish_belle_using_subcommand {}", above[0])];
        for names in &above[1..] {
            conditions.push(format!("__fish_seen_subcommand_from {names}"));
        }
        let condition = conditions.join("; and ");
        if !takes_path(command) && !command.has_subcommands() {
            *script += &format!("complete -c belle -n \"{condition}\" -f\n");
        }
        if !values.is_empty() {
            // Only the first operand is the name of a setting.
            let first = if is_setting {
                format!("; and __fish_prev_arg_in {}", command.get_name())
            } else {
                String::new()
            };
            *script += &format!(
                "complete -c belle -n \"{condition}{first}\" -f -a \"{}\"\n",
                values.join(" ")
            );
        }
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
    use std::process::{Command as Process, Stdio};

    use super::*;
    use clap::CommandFactory as _;

    fn script_for(shell: Shell) -> String {
        script(shell, crate::Arguments::command()).unwrap()
    }

    #[test]
    fn scripts_of_clap_have_what_is_corrected() {
        let keys = keys(&crate::Arguments::command());
        let mut program = with_values(crate::Arguments::command(), &keys);
        let mut script = |shell: Shell| {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut program, "belle", &mut script);
            String::from_utf8(script).unwrap()
        };
        let bash = script(Shell::Bash);
        assert!(bash.contains(BASH_WORD) && bash.contains(BASH_END));
        assert!(bash.contains("if [[ ${cur} == -* || ${COMP_CWORD}"));
        let zsh = script(Shell::Zsh);
        assert!(zsh.contains(ZSH_VALUE) && zsh.contains(ZSH_END));
        let key = zsh.find(":key -- Name of the setting").unwrap();
        assert!(key < zsh.find(ZSH_VALUE).unwrap());
        let fish = script(Shell::Fish);
        assert_ne!(with_words_after_help(&fish), fish);
    }

    /// What a shell prints for a program; none if the shell is not installed.
    fn printed(shell: &str, program: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("clubs.pgn"), "").unwrap();
        // As a file: the system takes no argument of this length.
        let file = folder.path().join(".program");
        std::fs::write(&file, program).unwrap();
        let made = Process::new(shell)
            .arg(file)
            .env("HOME", folder.path())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .ok()?;
        Some(String::from_utf8_lossy(&made.stdout).into_owned())
    }

    /// Lines of a command, and what is offered for the last word of each.
    const OFFERS: [(&str, &[&str]); 8] = [
        ("belle config set play.l", &["play.level"]),
        ("belle config set play.opponent cl", &["club"]),
        ("belle config set play.ascii ", &["false", "true"]),
        ("belle config set play.elo ", &[]),
        ("belle play --elo ", &[]),
        ("belle play --level bl", &["blitz"]),
        ("belle completions b", &["bash"]),
        ("belle perft cl", &[]),
    ];

    #[test]
    fn bash_completes_values_and_nothing_else() {
        let script = script_for(Shell::Bash);
        for (line, offers) in OFFERS {
            let last = line.rsplit(' ').next().unwrap();
            let call = format!(
                "{script}\nCOMP_WORDS=({line}{}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
                 _belle belle '{last}' \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
                 printf '%s\\n' \"${{COMPREPLY[@]}}\"",
                if last.is_empty() { "''" } else { "" }
            );
            let shown = printed("bash", &call).expect("bash is everywhere");
            let mut shown: Vec<&str> = shown.lines().filter(|line| !line.is_empty()).collect();
            shown.sort_unstable();
            assert_eq!(shown, offers, "{line}");
        }
        // Where files are wanted, no option stands in their way.
        let call = format!(
            "{script}\nCOMP_WORDS=(belle analyse ''); COMP_CWORD=2\n\
             _belle belle '' analyse\necho \"${{COMPREPLY[*]}}\""
        );
        assert_eq!(printed("bash", &call).unwrap().trim(), "");
    }

    #[test]
    fn fish_completes_values_and_nothing_else() {
        let script = script_for(Shell::Fish);
        for (line, offers) in OFFERS {
            let call = format!("{script}\ncomplete -C '{line}'");
            let Some(shown) = printed("fish", &call) else {
                return;
            };
            let words = shown.lines().filter_map(|line| line.split('\t').next());
            let mut shown: Vec<&str> = words.collect();
            shown.sort_unstable();
            assert_eq!(shown, offers, "{line}");
        }
        let files = printed("fish", &format!("{script}\ncomplete -C 'belle analyse cl'"));
        assert_eq!(files.unwrap().trim(), "clubs.pgn");
    }
}
