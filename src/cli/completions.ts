/** `kimi-runner completions bash|zsh|fish`: prints a completion script, made from the list of commands and their options. */

import { configError } from "../protocol/error.ts";
import type { Options, Subcommand } from "./options/args.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

type Commands = ReadonlyMap<string, Pick<Subcommand, "summary" | "options" | "actions">>;

/** Creates the subcommand. `load` returns all commands, including this one. */
export function completionsCommand(load: () => Promise<Commands>): Subcommand {
  return {
    usage: `completions ${SHELLS.join("|")}`,
    summary: "print a completion script, e.g. for `source <(kimi-runner completions bash)`",
    options: {},
    maxArguments: 1,
    run: async ({ positionals: [shell] }, world) => {
      const known = SHELLS.find((one) => one === shell);
      if (known === undefined) {
        const problem = shell === undefined ? "No shell is named." : `There are no completions for ${shell}.`;
        throw configError(problem, `Accepted: ${SHELLS.join(", ")}.`);
      }
      world.out(SCRIPTS[known](await withActions(await load())));
      return 0;
    },
  };
}

/** Gives a group the options of all of its actions. */
async function withActions(commands: Commands): Promise<Commands> {
  const entries = [...commands].map(async ([name, command]) => {
    const actions = await Promise.all(Object.values(command.actions ?? {}).map((read) => read()));
    const options = Object.assign({}, command.options, ...actions.map((action) => action.options)) as Options;
    return [name, { ...command, options }] as const;
  });
  return new Map(await Promise.all(entries));
}

const SCRIPTS = { bash, zsh, fish } as const;

function words(options: Options): string {
  return Object.keys(options)
    .map((name) => `--${name}`)
    .join(" ");
}

function bash(commands: Commands): string {
  const cases = [...commands].map(
    ([name, { options, actions = {} }]) =>
      `    ${name}) words="${words(options)}"; actions="${Object.keys(actions).join(" ")}" ;;`,
  );
  return `_kimi_runner() {
  local words actions current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.keys()].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words=""; actions="" ;;
  esac
  if [ "$COMP_CWORD" -eq 2 ] && [ -n "$actions" ]; then COMPREPLY=($(compgen -W "$actions" -- "$current")); return; fi
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) compopt -o default 2>/dev/null ;;
  esac
}
complete -F _kimi_runner kimi-runner
`;
}

function zsh(commands: Commands): string {
  const names = [...commands].map(([name, { summary }]) => `    ${quoted(`${name}:${plain(summary)}`)}`);
  const cases = [...commands].map(
    ([name, { options, actions = {} }]) =>
      `    ${name}) _arguments ${Object.keys(actions).length === 0 ? "" : `'1:action:(${Object.keys(actions).join(" ")})' `}${Object.entries(
        options,
      )
        .map(([option, { value, help }]) =>
          quoted(`--${option}[${plain(help)}]${value === undefined ? "" : `:${plain(value)}:_files`}`),
        )
        .join(" ")} '*:file:_files' ;;`,
  );
  return `#compdef kimi-runner
_kimi_runner() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
  esac
}
compdef _kimi_runner kimi-runner
`;
}

function fish(commands: Commands): string {
  const lines = [...commands].flatMap(([name, { summary, options, actions = {} }]) => [
    `complete -c kimi-runner -n __fish_use_subcommand -f -a ${name} -d ${quoted(plain(summary))}`,
    ...Object.keys(actions).map(
      (action) => `complete -c kimi-runner -n '__fish_seen_subcommand_from ${name}' -f -a ${action}`,
    ),
    ...Object.entries(options).map(
      ([option, { value, help }]) =>
        `complete -c kimi-runner -n '__fish_seen_subcommand_from ${name}' -l ${option}${value === undefined ? "" : " -r"} -d ${quoted(plain(help))}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

/** A description without the characters that have a meaning for these shells. */
function plain(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, " ").replaceAll(/\s+/g, " ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
