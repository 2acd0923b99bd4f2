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
  const choices = Array.from(commands, ([name, { options }]) =>
    Object.entries(options).flatMap(([option, { value }]) =>
      Array.isArray(value) ? [`    "${name} --${option}") words="${value.join(" ")}" ;;`] : [],
    ),
  ).flat();
  return `_kimi_runner() {
  local words actions current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  # Bash splits --option=value into three words.
  if [ "$current" = "=" ]; then current=""
  elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.keys()].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${choices.join("\n")}
  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); return; fi
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
  const names = [...commands].map(([name, { summary }]) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = [...commands].map(([name, { options, actions = {} }]) => {
    const action = Object.keys(actions).length === 0 ? [] : [`'1:action:(${Object.keys(actions).join(" ")})'`];
    return `    ${name}) _arguments ${[...action, ...Object.entries(options).map(zshOption), "'*:file:_files'"].join(" ")} ;;`;
  });
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

function zshOption([name, { value, help, multiple = false }]: readonly [string, Options[string]]): string {
  const option = `${multiple ? "*" : ""}--${name}`;
  const about = `[${escaped(help)}]`;
  if (value === undefined) return quoted(option + about);
  if (typeof value === "string") return quoted(`${option + about}:${escaped(value)}:_files`);
  return quoted(`${option}=${about}:value:(${value.join(" ")})`); // `=`: the value may follow in the same word, too
}

/** A text inside of a description of `_arguments`. */
function escaped(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
}

function fish(commands: Commands): string {
  const lines = [...commands].flatMap(([name, { summary, options, actions = {} }]) => {
    // Only the second word is the command: a prompt may contain the name of another one.
    const after = (test = "") =>
      `complete -c kimi-runner -n 'set -l words (commandline -opc); test "$words[2]" = ${name}${test}'`;
    return [
      `complete -c kimi-runner -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...Object.keys(actions).map((action) => `${after("; and test (count $words) -eq 2")} -f -a ${action}`),
      ...Object.entries(options).map(([option, { value, help }]) => {
        const what = Array.isArray(value) ? ` -x -a '${value.join(" ")}'` : value === undefined ? "" : " -r";
        return `${after()} -l ${option}${what} -d ${quoted(help)}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
