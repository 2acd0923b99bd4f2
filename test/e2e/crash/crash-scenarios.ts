/**
 * What is interrupted to prove that nothing is lost: three runs, each with a model that answers by what it reads, so that any
 * process may ask. A model that is told "unknown" looks, and repeats what did not happen - as the runner asks it to.
 */

import type { DoubleCall, DoubleReply } from "../../doubles/model-reply.ts";

/** A message of Chat Completions. */
export interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

export interface Scenario {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** `sealed`: on a copy of the checkout. */
  readonly sandbox: "none" | "sealed";
  readonly answer: (messages: readonly ChatMessage[]) => DoubleReply;
}

/** How the result of a call begins whose effect was cut off. */
export const UNKNOWN = "Error: the run was cut off while this ran.";

interface Call {
  readonly name: string;
  readonly args: object | ((messages: readonly ChatMessage[]) => object);
  /** For calls with an effect: how to see whether it happened, and what is done when it did not. */
  readonly look?: { readonly path: string; readonly shows: string; readonly again: DoubleCall };
}

type Step = readonly Call[] | string;

/** Calls of the script are `m<step>_<call>`; looking is `look_<id>`, doing it again `again_<id>`. */
function play(steps: readonly Step[], messages: readonly ChatMessage[], skipped = 0): DoubleReply {
  const at = messages.filter(isOfScript).length + skipped;
  const newest = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  const told = newest.flatMap(({ tool_call_id: id, content }) =>
    id === undefined ? [] : [{ id, text: content ?? "" }],
  );
  const calls = told.flatMap(({ id, text }): readonly DoubleCall[] => {
    if (text.startsWith(UNKNOWN)) {
      const look = lookOf(steps, id);
      return [{ id: `look_${id}`, name: "read_file", arguments: { files: [{ path: look.path }] } }];
    }
    if (!id.startsWith("look_")) return [];
    const look = lookOf(steps, id.slice("look_".length));
    return text.includes(look.shows) ? [] : [{ ...look.again, id: `again_${id.slice("look_".length)}` }];
  });
  if (calls.length > 0) return { calls };
  const step = steps[at];
  if (step === undefined) return { text: `The script has no step ${at}.` };
  if (typeof step === "string") return { text: step };
  return {
    calls: step.map(({ name, args }, index) => ({
      id: `m${at}_${index}`,
      name,
      arguments: typeof args === "function" ? args(messages) : args,
    })),
  };
}

function isOfScript({ role, tool_calls: calls = [] }: ChatMessage): boolean {
  return role === "assistant" && (calls.length === 0 || calls.some(({ id }) => id.startsWith("m")));
}

function lookOf(steps: readonly Step[], id: string): NonNullable<Call["look"]> {
  const [, step = "", call = ""] = /^m(\d+)_(\d+)$/.exec(id) ?? [];
  const found = steps[Number(step)];
  const look = typeof found === "object" ? found[Number(call)]?.look : undefined;
  if (look === undefined) throw new Error(`The script does not say how to look after ${id}.`);
  return look;
}

const read = (path: string): Call => ({ name: "read_file", args: { files: [{ path }] } });
const done = (result: string): Call => ({ name: "attempt_completion", args: { result } });
const write = (path: string, content: string): Call => {
  const again = { name: "write_to_file", arguments: { path, content } };
  return { name: "write_to_file", args: again.arguments, look: { path, shows: content.trim(), again } };
};
/** Runs `sh bump.sh <word>`, which adds a line to src/log.txt: twice would show. */
const bump = (word: string): Call => {
  const again = { name: "execute_command", arguments: { command: `sh bump.sh ${word}` } };
  return { name: "execute_command", args: again.arguments, look: { path: "src/log.txt", shows: word, again } };
};

/** Each run has a place in the day's ledger, whose limit none of them reaches. */
const POLICY = (rules: string, limits: string): string => `version: 1
default: reject
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
${rules}
sandbox: { minimum: none, unsealed: patterns }
limits: { cost_usd_per_day: 1000${limits} }
models: { "openai/test-model": { price: { input: 10, output: 10 } } }
`;

const FILES = {
  "bump.sh": `echo "$1" >> src/log.txt\necho "bumped $1"\n`,
  "src/add.js": "export const add = (a, b) => a - b;\n",
  "src/log.txt": "begun\n",
};
const files = (rules: string, limits = "") => ({ ...FILES, ".github/kimi-policy.yml": POLICY(rules, limits) });
const BUMP_RULE = (verdict: string) => `  - { id: bump, ${verdict}: { exec: ["sh bump.sh *"] } }`;

const SUM = "export const add = (a, b) => a + b;";

const FIX: readonly Step[] = [
  [read("src/add.js"), read("src/log.txt")],
  [
    {
      name: "apply_diff",
      args: {
        path: "src/add.js",
        diff: `<<<<<<< SEARCH\n${FILES["src/add.js"].trim()}\n=======\n${SUM}\n>>>>>>> REPLACE`,
      },
      look: {
        path: "src/add.js",
        shows: SUM,
        again: { name: "write_to_file", arguments: { path: "src/add.js", content: `${SUM}\n` } },
      },
    },
    write("src/note.txt", "The sign was wrong.\n"),
  ],
  [bump("tested")],
  [done("Fixed the sign.")],
];

const DEFERRAL: readonly Step[] = [
  [read("src/add.js")],
  [bump("one")],
  [bump("two"), read("bump.sh")],
  "Both were done.",
];

const REPORT = "What was asked for is in src/add.js:1; it was read and nothing else was touched. ".repeat(4).trim();
const EXPLORE: readonly Step[] = [[read("src/add.js")], [done(REPORT)]];
const CODER: readonly Step[] = [[write("src/coder.txt", "by the coder\n")], [done(REPORT)]];

const MAIL_STEP = 3;
const MAIL_TO = 1;
const todo = (mark: string): Call => ({ name: "update_todo_list", args: { todos: `[${mark}] find a way\n[ ] go it` } });
const task = (agent: string, message: string): Call => ({ name: "new_task", args: { agent, message } });

const LONG: readonly Step[] = [
  [todo("-"), read("src/add.js")],
  [write("src/wrong.txt", "a wrong way\n"), bump("wrong")],
  [task("explore", "EXPLORE where it is")],
  [
    {
      name: "send_dmail",
      args: (messages) => ({
        checkpoint_id: checkpointBefore(messages, `m${MAIL_TO}_0`),
        message: "That was the wrong way.",
        restore_files: true,
      }),
    },
  ],
  [
    {
      ...task("coder", "CODER write it"),
      look: {
        path: "src/coder.txt",
        shows: "by the coder",
        again: { name: "write_to_file", arguments: { path: "src/coder.txt", content: "by the coder\n" } },
      },
    },
  ],
  [todo("x"), done("It is done.")],
  [write("src/word.txt", "good\n")],
  "It is good now.",
];

function checkpointBefore(messages: readonly ChatMessage[], id: string): number {
  const at = messages.findIndex(({ tool_calls: calls = [] }) => calls.some((call) => call.id === id));
  const marks = messages
    .slice(0, at)
    .flatMap(({ content }) => /^<system>CHECKPOINT (\d+)</.exec(content ?? "")?.[1] ?? []);
  return Number(marks.at(-1));
}

/** A subagent is known by its task; main by a D-Mail that took steps away. */
function answerLong(messages: readonly ChatMessage[]): DoubleReply {
  const said = messages.filter(({ role }) => role === "user").map(({ content }) => content ?? "");
  if (said.some((text) => text.includes("EXPLORE"))) return play(EXPLORE, messages);
  if (said.some((text) => text.includes("CODER"))) return play(CODER, messages);
  const isAfterMail = said.some((text) => text.includes("That was the wrong way."));
  return play(LONG, messages, isAfterMail ? MAIL_STEP + 1 - MAIL_TO : 0);
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "a fix",
    files: files(BUMP_RULE("approve")),
    args: [],
    sandbox: "none",
    answer: (messages) => play(FIX, messages),
  },
  {
    name: "two deferrals",
    files: files(BUMP_RULE("defer")),
    args: [],
    sandbox: "none",
    answer: (messages) => play(DEFERRAL, messages),
  },
  {
    name: "mail, subagents, checks",
    files: files(BUMP_RULE("approve"), `, verify: ["grep -qx good src/word.txt"]`),
    args: ["--agent", "okabe"],
    sandbox: "none",
    answer: answerLong,
  },
];

/** May be cut off and run again: its last line tells that it was done. */
const CHANGE = `mkdir -p made && echo made > made/file
rm -f gone.txt && rm -rf box && echo file > box
test -d moved || mv old moved
chmod +x bump.sh && ln -sfn src link && echo tested >> src/log.txt
`;

/** The rules of runs on a copy of the checkout, into which the changes are put at the end. */
const CHANGE_RULES = `  - { id: change, approve: { exec: ["sh change.sh"] } }\n  - { id: all, approve: { write: ["**"] } }`;

const change: Call = {
  name: "execute_command",
  args: { command: "sh change.sh" },
  look: {
    path: "src/log.txt",
    shows: "tested",
    again: { name: "execute_command", arguments: { command: "sh change.sh" } },
  },
};

const COPY: readonly Step[] = [
  [read("src/add.js")],
  [change],
  [write("src/add.js", `${SUM}\n`), write("src/note.txt", "The sign was wrong.\n")],
  [done("Fixed the sign.")],
];

export const ON_A_COPY: Scenario = {
  name: "a copy of the checkout",
  files: {
    ...files(CHANGE_RULES),
    "change.sh": CHANGE,
    "gone.txt": "gone\n",
    "box/one": "one\n",
    "old/deep/two": "two\n",
  },
  args: [],
  sandbox: "sealed",
  answer: (messages) => play(COPY, messages),
};

/** Edits a third of so many files, removes one, and makes one. */
export function manyFiles(count: number): Scenario {
  const names = Array.from({ length: count / 3 }, (_, n) => `${n % 7}/${n}`);
  const old = names.flatMap((name) => [`edited/${name}`, `removed/${name}`]);
  const script = `for file in edited/*/*; do
  echo new > "$file"; name=\${file#edited/}
  mkdir -p "made/\${name%/*}"; echo made > "made/$name"
done; rm -rf removed`;
  return {
    name: `${count} files`,
    files: { ...files(CHANGE_RULES), "change.sh": script, ...Object.fromEntries(old.map((name) => [name, "old\n"])) },
    args: [],
    sandbox: "sealed",
    answer: (messages) => play([[change], [done("Changed them.")]], messages),
  };
}
