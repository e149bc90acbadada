import { type Command, CommandError, readArguments } from "./command.ts";

/** What the shells complete: each command with its options, or with the words that it takes. */
export type Words = ReadonlyMap<string, readonly string[]>;

const shells: Record<string, (words: Words) => string> = { bash, fish, zsh };
const shellNames = Object.keys(shells);

/** @param wordsOf the commands of this program, with what each takes */
export function createCompletion(wordsOf: (operatorCommands: readonly string[]) => Words): Command {
  return {
    summary: `prints the completion script for ${shellNames.join(", ")}`,
    help: `daymark completion ${shellNames.join("|")}

Prints a script that completes commands and options. To use it in every new shell:

  bash  daymark completion bash > ~/.local/share/bash-completion/completions/daymark
  zsh   daymark completion zsh > "\${fpath[1]}/_daymark"
  fish  daymark completion fish > ~/.config/fish/completions/daymark.fish`,
    options: shellNames,
    async run(terminal, args) {
      const [name = ""] = readArguments("completion", args, { options: {}, countMax: 1 }).positionals;
      const write = Object.hasOwn(shells, name) ? shells[name] : undefined;
      if (!write) throw new CommandError(`Say which shell: daymark completion ${shellNames.join("|")}`, 2);
      terminal.print(write(wordsOf(terminal.operatorCommands)));
    },
  };
}

function bash(words: Words): string {
  const cases = [...words].map(([name, more]) => `      ${name}) words="${more.join(" ")}" ;;`);
  return `# bash completion of daymark
_daymark() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...words.keys()].join(" ")}"
  else
    case \${COMP_WORDS[1]} in
${cases.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _daymark daymark`;
}

function zsh(words: Words): string {
  const cases = [...words].map(([name, more]) => `    ${name}) compadd -- ${more.join(" ")} ;;`);
  return `#compdef daymark
# zsh completion of daymark
_daymark() {
  if (( CURRENT == 2 )); then
    compadd -- ${[...words.keys()].join(" ")}
    return
  fi
  case $words[2] in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _daymark ]]; then _daymark; else compdef _daymark daymark; fi`;
}

function fish(words: Words): string {
  const lines = [...words].map(([name, more]) => {
    const condition = `__fish_seen_subcommand_from ${name}`;
    return `complete -c daymark -f -n "${condition}" -a "${more.join(" ")}"`;
  });
  return [
    "# fish completion of daymark",
    `complete -c daymark -f -n __fish_use_subcommand -a "${[...words.keys()].join(" ")}"`,
    ...lines,
  ].join("\n");
}
