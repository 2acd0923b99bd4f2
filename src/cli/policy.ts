/** `kimi-runner policy show | test | explain | migrate`: says what the policy in force decides, and why. Nothing is run. */

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { readGivenFile } from "../base/file-text.ts";
import type { ExplainAnswer } from "../policy/explain.ts";
import { loadPolicy } from "../policy/file/load.ts";
import { POLICY_PATH, type World } from "../run/open/request.ts";
import { machineOf } from "../cell/registries/machine.ts";
import { isBareCommand } from "../policy/exec-pattern.ts";
import type { Policy } from "../policy/policy.ts";
import { fieldName } from "../yaml/mistakes.ts";
import { parseJson } from "../base/member.ts";
import { counted } from "../base/words.ts";
import { SANDBOX_LEVELS } from "../protocol/cell.ts";
import { readStandardInput } from "./options/standard-input.ts";
import { loadPolicyHere, type CheckedPolicy } from "../run/open/policy-source.ts";
import { configError } from "../protocol/error.ts";
import type { Args, Subcommand } from "./options/args.ts";
import { COMMITTED_OPTION } from "./options/run-options.ts";

export const policyCommand: Subcommand = {
  usage: "policy show | test | migrate | explain '<command>' | explain --read <path> | explain --since 1 | explain -",
  summary:
    "print the policy in force, run its examples, explain which rule decides about a command, or write version 2",
  maxArguments: Infinity, // several questions
  examples: [
    'kimi-runner policy explain "npm test" "git push origin main"',
    "kimi-runner policy explain --write src/index.ts --net docs.python.org",
  ],
  options: {
    policy: { value: "file", help: "instead of .github/kimi-policy.yml of the work tree" },
    ...COMMITTED_OPTION,
    profile: { value: "name", help: "a profile of the policy" },
    sandbox: { value: SANDBOX_LEVELS, help: "explain: the level of the sandbox to assume (default: sealed)" },
    rung: { value: SANDBOX_LEVELS, help: "explain: the earlier name of --sandbox" },
    command: { value: "line", multiple: true, help: "explain: a command line" },
    read: { value: "path", multiple: true, help: "explain: reading a file" },
    write: { value: "path", multiple: true, help: "explain: writing a file" },
    mcp: { value: "server/tool", multiple: true, help: "explain: a tool of an MCP server" },
    net: { value: "host", multiple: true, help: "explain: a host that a tool reaches" },
    github: { value: "action", multiple: true, help: "explain: what a run asks for on GitHub, e.g. label:bug" },
    since: { value: "version", help: "explain: what a version 1 file approves now that it did not approve before" },
    json: { help: "explain: one JSON object for each question" },
  },
  run: async (args, world) => {
    const [action = "", ...rest] = args.positionals;
    const load = (): Promise<CheckedPolicy> =>
      loadPolicyHere({ policyPath: args.text("policy"), profile: args.text("profile") }, args.has("committed"), world);
    switch (action) {
      case "show":
      case "test": {
        requireNone(rest, `policy ${action}`);
        const { policy, judged } = await load();
        await (action === "show" ? show : test)(policy, world);
        world.out(`${action === "show" ? "# " : ""}${judged}\n`);
        return 0;
      }
      case "explain": {
        const words = questionWords(rest, args);
        const { policy, judged } = await load();
        const since = args.text("since");
        if (since !== undefined && since !== "1")
          throw configError(`There is no version ${since} to compare with.`, "Accepted: --since 1.");
        if (since !== undefined) world.out((await import("../policy/since.ts")).sinceVersion1(policy));
        const code = since === undefined ? await explain(policy, words, args, world) : 0;
        const tell = args.has("json") || words.includes("-") ? world.err : world.out; // JSON is for programs
        tell(`${judged}\n`);
        return code;
      }
      case "migrate":
        requireNone(rest, "policy migrate");
        return await migrate(args.text("policy") ?? POLICY_PATH, world);
      default:
        throw configError(
          action === "" ? "policy needs a subcommand." : `policy ${action} is not known.`,
          "Accepted: show, test, explain, migrate.",
        );
    }
  },
};

function requireNone([surplus]: readonly string[], usage: string): void {
  if (surplus !== undefined) throw configError(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
}

async function show(policy: Policy, world: World): Promise<void> {
  const { showPolicy } = await import("../policy/explain.ts");
  world.out(showPolicy(policy, await groupsHere(policy, world)));
}

/** The groups of `sandbox.network`, with the hosts that this machine's configuration gives them. */
async function groupsHere({ sandbox }: Policy, { env }: World): Promise<readonly string[]> {
  if (sandbox.network.length === 0) return [];
  const { groupText, resolveNetwork } = await import("../cell/registries/groups.ts");
  return resolveNetwork(sandbox.network, machineOf(env)).groups.map(groupText);
}

/** Prints the number of examples. A policy with a failing example does not load, but those of version 1 may no longer hold. */
async function test({ file, rules, outdated }: Policy, world: World): Promise<void> {
  const { length } = rules.flatMap(({ examples }) => examples);
  const untried = "it loads, but no rule was tested, because it has no examples; add `match` and `not_match` to rules";
  // One word without `**` is a command without arguments, which is rarely what people mean.
  const bare = rules.flatMap(({ id, verdict, written: { exec } }) =>
    verdict === "approve" ? exec.filter(isBareCommand).map((word) => ({ id, word })) : [],
  );
  for (const { id, word } of bare)
    world.out(
      `${file}: rule ${id}: ${word} is not a profile, but the command without arguments; with any: "${word} **"\n`,
    );
  world.out(
    `${file}: ${length === 0 ? untried : `${counted(length - outdated.length, "example")} passed, 0 failed`}\n`,
  );
  for (const { field, command } of outdated)
    world.out(`${file}: written for version 1, no longer holds: ${fieldName(field)}: ${command}\n`);
}

/** Each argument is a question. Behind `--` are the words of one command. */
function questionWords(words: readonly string[], { behindDashes }: Args): readonly string[] {
  if (behindDashes.length === 0) return words;
  return [...words.slice(0, words.length - behindDashes.length), behindDashes.join(" ")];
}

/** Writes version 2 into the file of the work tree, without the examples that no longer hold. */
async function migrate(path: string, world: World): Promise<number> {
  const text = readGivenFile(resolve(world.cwd, path)).toString("utf8");
  const { version, outdated, sandbox } = await loadPolicy(text, { file: path });
  if (version === 2) {
    world.out(`${path} is of version 2.\n`);
    return 0;
  }
  const { changeValues } = await import("../yaml/replace-values.ts");
  const written = changeValues(text, {
    replaced: [{ field: ["version"], source: "2" }],
    removed: outdated.map(({ field }) => field),
  });
  await loadPolicy(written, { file: path }); // a file that does not load is not written
  writeFileSync(resolve(world.cwd, path), written);
  world.out(`${path}: version 2 written.\n`);
  for (const { field, command } of outdated)
    world.out(`  taken out, no longer holds: ${fieldName(field)}: ${command}\n`);
  if (sandbox.minimum !== "sealed") world.out(`  ${UNSEALED}\n`);
  return 0;
}

const UNSEALED =
  "In a cell that is not sealed only exact lines are approved; with `sandbox: { unsealed: patterns }` patterns count.";

/** Exit code 0 when every question was answered, with any verdict; 2 when one could not be read. */
async function explain(policy: Policy, words: readonly string[], args: Args, world: World): Promise<number> {
  const { explain: answer, explainLine, questionsIn, ACCEPTED, SUBJECTS } = await import("../policy/explain.ts");
  if (args.has("sandbox") && args.has("rung"))
    throw configError("--rung is --sandbox by its earlier name.", "Give one.");
  const level = args.choice("sandbox", SANDBOX_LEVELS, args.choice("rung", SANDBOX_LEVELS, "sealed"));
  const options = { level, workDir: world.cwd };
  const flags = SUBJECTS.flatMap((subject) => args.all(subject).map((text) => ({ subject, text })));
  if (words.length === 1 && words[0] === "-") {
    if (flags.length > 0)
      throw configError("policy explain - reads its questions from standard input.", "Leave out the flags.");
    const lines = (await readStandardInput(world))
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => explainLine(policy, line, options));
    for (const { text } of lines) world.out(`${text}\n`);
    return lines.every(({ isAnswered }) => isAnswered) ? 0 : 2;
  }
  const notUnderstood = (why: string): Error =>
    configError(`The question is not understood: ${why}.`, `Accepted: ${ACCEPTED}.`);
  const asked = words.flatMap((word) => {
    const found = questionsIn(word.startsWith('{"') ? parseJson(word) : word);
    if (typeof found === "string") throw notUnderstood(found);
    return found;
  });
  if (asked.length > 1 && words.every((word) => /^[^\s{]+$/.test(word)))
    world.err(`Each word is a command of its own. Is it one command? policy explain -- ${words.join(" ")}\n`);
  const questions = [...asked, ...flags];
  if (questions.length === 0) {
    throw configError(
      "No question was given.",
      "Give a command in quotes, --read, --write, --mcp, --net, --github, or - for JSON lines.",
    );
  }
  const answers = questions.map((question) => {
    const one = answer(policy, question, options);
    if (typeof one === "string") throw notUnderstood(one);
    return one;
  });
  for (const one of answers) {
    const subject = answers.length === 1 ? undefined : SUBJECTS.find((name) => one[name] !== undefined);
    const title = subject === undefined ? "" : `${subject} ${one[subject]}\n`;
    world.out(args.has("json") ? `${JSON.stringify(one)}\n` : title + answerText(one));
  }
  return 0;
}

function answerText(answer: ExplainAnswer): string {
  const { verdict, rule, reason, parts = [], notUnderstood, near, commands } = answer;
  const why = (text: string | undefined): string => (text === undefined ? "" : `: ${text}`);
  const lines = parts.map((part) => {
    const what = part.argv?.join(" ") ?? (part.write === undefined ? `read ${part.read}` : `write ${part.write}`);
    return `  ${part.verdict.padEnd(7)} ${what} — ${part.rule}${why(part.reason)}`;
  });
  const unknown = notUnderstood === undefined ? [] : [`  not understood: ${notUnderstood}`];
  const other = near === undefined ? [] : [`  ${near}`];
  if (commands !== undefined)
    other.push(`  commands of the cell ${commands === "approve" ? "reach" : "do not reach"} it`);
  return [`${verdict} — ${rule}${why(reason)}`, ...lines, ...unknown, ...other, ""].join("\n");
}
