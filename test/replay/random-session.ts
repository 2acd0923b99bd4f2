/**
 * A random session: a policy, a prompt, and a model that answers any request at random. It works, makes mistakes, repeats itself,
 * starts subagents, fails and fills its window. The same seed gives the same answers to the same requests.
 */

import { createHash } from "node:crypto";
import { createRandom, type Random } from "../doubles/random.ts";
import type { DoubleCall, DoubleReply } from "../doubles/model-reply.ts";
import { FILES } from "../e2e/harness.ts";

export interface RandomSession {
  readonly files: Readonly<Record<string, string>>;
  /** The words and options of the run. */
  readonly args: readonly string[];
  /** The options of each resume. */
  readonly resumes: readonly (readonly string[])[];
  /** `body` without the folders of the run. */
  readonly answer: (body: string) => DoubleReply;
}

const call = (name: string, args: object | string): DoubleCall => ({ name, arguments: args });
const read = (path: string): DoubleCall => call("read_file", { files: [{ path }] });
const command = (text: string): DoubleCall => call("execute_command", { command: text });

const REPORT = "The sum is computed in src/add.js:1, where a minus sign stands. ".repeat(4).trim();
const BIG = Array.from({ length: 400 }, (_, at) => `line ${at} of many`).join("\n");
const FLOW = `---
type: flow
description: Look until it is good
---
\`\`\`mermaid
flowchart TD
  A([BEGIN]) --> B[Look at the code]
  B --> C{Is it good?}
  C -->|yes| D([END])
  C -->|no| B
\`\`\`
`;

/** Rules that approve, hold and reject commands; the limits are so low that random answers reach them. */
const policy = (more: string): string => `version: 1
default: reject
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: tests, approve: { exec: ["sh test/add.sh", "git **", "{cat,ls,rg,grep,head,find,wc,echo} **"] } }
  - { id: ask, defer: { exec: ["touch **"] }, reason: someone must say so }
  - { id: no-net, reject: { exec: ["curl **"] }, reason: no network }
sandbox: { minimum: none, unsealed: patterns }
${more}`;

const POLICIES = [
  "limits: { denials: 4, mistakes: 3, retries: 2 }\n",
  "limits: { denials: 9, mistakes: 4, retries: 1, verify: ['grep -q good src/word.txt'] }\n",
  `limits: { denials: 9, mistakes: 9, retries: 3 }
hooks:
  - { event: PreToolUse, matcher: "^write_", command: "test -e src/word.txt || { echo no writing >&2; exit 2; }" }
  - { event: PostToolUse, command: "true" }
  - { event: Stop, command: "test -e src/word.txt || { echo look again >&2; exit 2; }" }
`,
];

const PROMPTS: readonly (readonly string[])[] = [
  ["fix the failing test"],
  ["fix the failing test"],
  ["fix the failing test", "--agent", "okabe"],
  ["/plan fix the failing test"],
  ["/flow:check"],
  ["fix the failing test", "--max-ralph-iterations", "2"],
  ["fix the failing test", "--mode", "orchestrator"],
];

/** Rejecting without a reason ends the run. */
const ANSWERS: readonly (readonly string[])[] = [
  ["--approve", "all"],
  ["--reject", "all", "--why", "one is enough"],
  ["--reject", "all"],
];

const LIMITS: readonly (readonly string[])[] = [
  [],
  [],
  ["--max-steps", "12"],
  ["--max-steps", "4"],
  ["--max-cost", "0.05"],
  ["--max-tokens", "40000"],
];

/** Of known price, so that money can be limited. */
const MODEL = "openai/gpt-5.2";

export function randomSession(seed: number): RandomSession {
  const random = createRandom(seed);
  const asked = new Map<string, number>();
  const words = createRandom(seed + 1_000_000)(4);
  return {
    files: {
      ...FILES,
      "src/big.txt": BIG,
      ".kimi/skills/check.md": FLOW,
      ".github/kimi-policy.yml": policy(pick(random, POLICIES)),
    },
    args: [...pick(random, PROMPTS), ...pick(random, LIMITS), "--model", MODEL],
    resumes: [pick(random, ANSWERS), pick(random, ANSWERS)],
    answer: (body) => {
      const times = asked.get(body) ?? 0;
      asked.set(body, times + 1);
      const digest = createHash("sha256").update(`${seed} ${times} ${body}`).digest();
      return replyOf(createRandom(digest.readInt32LE()), words);
    },
  };
}

function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[random(list.length)];
  if (found === undefined) throw new Error("the list is empty");
  return found;
}

/** Short waits, so that a retry costs a millisecond. */
const SOON = { "retry-after-ms": "1" };
const OVERFLOW = JSON.stringify({ error: { message: "too long", code: "context_length_exceeded" } });
/** Almost the whole window of the model. */
const FULL = { prompt_tokens: 390_000, completion_tokens: 20, total_tokens: 390_020 };

/** `kind`: what this session's model is like; 0 works, 1 repeats itself, 2 fails often, 3 does not count its tokens. */
function replyOf(random: Random, kind: number): DoubleReply {
  const counted: DoubleReply = kind === 3 && random(3) > 0 ? { usage: null } : {};
  const roll = random(kind === 2 ? 24 : 60);
  if (roll === 0) return { status: 500, headers: SOON, body: "{}" };
  if (roll === 1) return { status: 429, headers: SOON, body: "{}" };
  if (roll === 2) return { status: 400, body: OVERFLOW };
  if (roll === 3) return { text: "I begin to", cutAfterBytes: 60 };
  if (roll === 4) return random(3) === 0 ? { status: 401, body: "{}" } : { status: 503, headers: SOON, body: "{}" };
  if (roll === 5) return { ...counted, text: "I begin to", finish: "length" };
  if (roll === 6) return { text: "Half", errorEvent: { error: { message: "overloaded" } } };
  if (roll === 7) return { text: "", calls: [] };
  if (roll < 10) return { ...counted, text: random(2) === 0 ? REPORT : "Done." };
  if (roll < 12)
    return { ...counted, text: `<choice>${pick(random, ["yes", "no", "STOP", "CONTINUE", "?"])}</choice>` };
  if (kind === 1 && roll < 40) return { calls: [call("no_such_tool", {})] };
  if (kind === 1) return { calls: [read("src/add.js")] };
  const calls = Array.from({ length: 1 + random(3) }, () => randomCall(random));
  const full = random(12) === 0 ? { usage: FULL } : {};
  return { ...counted, text: "I look.", calls, ...full };
}

function randomCall(random: Random): DoubleCall {
  const n = random(6);
  return pick<() => DoubleCall>(random, [
    () => read("src/add.js"),
    () => read(`src/none${n}.js`),
    () => read("src/big.txt"),
    () => call("read_file", { path: n }),
    () => call("read_file", "{"),
    () => call("no_such_tool", { n }),
    () => command(`git log -${n + 1}`),
    () => command("sh test/add.sh"),
    () => command(`touch src/t${n}`),
    () => command("curl https://example.com"),
    () => call("write_to_file", { path: "src/word.txt", content: n > 2 ? "good\n" : `bad ${n}\n` }),
    () => call("write_to_file", { path: "elsewhere.txt", content: "no\n" }),
    () => call("apply_diff", { path: "src/add.js", diff: DIFF }),
    () => call("update_todo_list", { todos: `[x] look\n[-] fix ${n}` }),
    () => call("new_task", { agent: pick(random, ["explore", "coder", "nobody"]), message: `Where is the sum ${n}?` }),
    () => call("new_task", { agent: "explore", message: `Where are the tests ${n}?` }),
    () => call("send_dmail", { checkpoint_id: n, message: "That was wrong.", restore_files: n > 2 }),
    () => call("exit_plan_mode", { plan: "Change the sign." }),
    () => call("attempt_completion", { result: n > 3 ? REPORT : "Fixed." }),
    () => call("create_subagent", { name: `own${n}`, system_prompt: "You look.", description: "It looks." }),
  ])();
}

const DIFF = `<<<<<<< SEARCH
export const add = (a, b) => a - b;
=======
export const add = (a, b) => a + b;
>>>>>>> REPLACE`;
