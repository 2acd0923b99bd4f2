/**
 * Writes the policy of a repository from what was found out about it: with the YAML library, and read back, so that no text of the
 * repository becomes structure. Each line names its source in a comment.
 */

import { Document, isMap, isSeq, parse, Scalar, type Node, type ToStringOptions } from "yaml";
import { canonicalJson } from "../base/canonical-json.ts";
import { plainText } from "../base/plain-text.ts";
import { isSecretName } from "../base/redact/secret-forms.ts";
import { findShapes } from "../base/redact/token-shapes.ts";
import { oneLine } from "../base/truncate.ts";
import { RunnerError } from "../protocol/error.ts";
import { patternProblem } from "../policy/exec-pattern.ts";
import { explain } from "../policy/explain.ts";
import { loadPolicy } from "../policy/file/load.ts";
import { workspaceGlobProblem } from "../policy/path-glob.ts";
import { innerCommand } from "./command-kinds.ts";
import type { Findings, Sourced, Undecided } from "./findings.ts";
import { hostsOf } from "./hosts.ts";
import { uniqueBy } from "./job-needs.ts";

/** Entries of one list of the policy; the file format accepts 200. */
const MAX_ENTRIES = 150;
/** Rules for the commands that a person decides about. Nearly all of their entries have 200 characters at most, and a policy 200,000. */
const MAX_PEOPLE = 3;
const MAX_COMMENT = 160;
/** Variables of CI that say nothing about the tests, or that the cell does not accept. */
const LEFT_OUT =
  /^(?:HOME|PATH|TMPDIR|GIT_CONFIG_.*|LD_.*|NODE_OPTIONS|BASH_ENV|ENV|IFS|.*_proxy|GITHUB_.*|RUNNER_.*|ACTIONS_.*|CI|CODECOV.*|NX_CLOUD.*)$/is;

/** `strict` lists the commands that may run, in place of every command of a sealed cell. */
export async function policyText(
  found: Findings,
  { strict, file }: { readonly strict: boolean; readonly file: string },
): Promise<{ readonly text: string; readonly undecided: readonly Undecided[] }> {
  const undecided: Undecided[] = [...found.undecided];
  const fits = <T extends Sourced>(
    what: string,
    items: readonly T[],
    problem: (text: string) => string | undefined,
    most = MAX_ENTRIES,
  ): readonly T[] => {
    const valid = items.filter(({ text }) => problem(text) === undefined);
    if (valid.length > most) undecided.push({ what, why: `only the first ${most} of ${valid.length} were written` });
    return valid.slice(0, most);
  };
  const most = MAX_PEOPLE * MAX_ENTRIES;
  const deferred = fits("patterns of commands for a person", found.deferred, patternProblem, most);
  const rejected = fits("patterns of impossible commands", found.rejected, patternProblem);
  const globs = fits("protected files", found.protectedFiles, workspaceGlobProblem);
  const commands = found.checks.filter(({ text }) => text.length <= 500);
  const hosts = found.hosts.flatMap(({ kind, from, unusable }) => {
    if (unusable !== undefined) undecided.push({ what: kind, why: unusable });
    const { isGroup, names } = hostsOf(kind);
    return names.map((text) => ({ text, from, isGroup }));
  });
  const env = found.env.filter(({ name, text }) => {
    if (!/^[A-Za-z_]\w{0,127}$/.test(name) || LEFT_OUT.test(name) || text === "" || text.length > 200) return false;
    const isSecret = isSecretName(name) || findShapes(text).length > 0 || text.includes("$");
    if (isSecret)
      undecided.push({ what: name, why: "a variable of CI's tests that may be a secret; its value is not quoted" });
    return !isSecret;
  });
  const contents = (verify: readonly Sourced[]): object => {
    const approved = strict ? strictPatterns([...found.checks, ...found.lint, ...found.build]) : undefined;
    const people = Array.from({ length: Math.ceil(deferred.length / MAX_ENTRIES) }, (_, part) => {
      const patterns = deferred.slice(part * MAX_ENTRIES, (part + 1) * MAX_ENTRIES);
      const examples = patterns.flatMap(({ example }) => example ?? []).slice(0, 5);
      return {
        id: part === 0 ? "people" : `people-${part + 1}`,
        defer: { exec: list(patterns) },
        reason: "a person publishes, releases, deploys and migrates",
        match: examples.length === 0 ? undefined : examples,
        not_match: verify.length === 0 ? undefined : verify.map(({ text }) => text),
      };
    });
    const impossible = "it needs what the cell does not have, or never ends";
    const files = { id: "files", defer: { write: list(globs) }, reason: "a person decides about these files" };
    const setup = { run: list(found.setUp), network: list(hosts.filter(({ isGroup }) => isGroup)) };
    const sandbox = {
      services: list(found.services),
      env: env.length === 0 ? undefined : Object.fromEntries(env.map((one) => [one.name, sourced(one)])),
      setup: found.setUp.length === 0 ? undefined : setup,
    };
    return {
      version: 2,
      default: "defer",
      rules: [
        { id: "read", approve: inFlow({ read: ["**"] }) },
        { id: "edit", approve: inFlow({ write: ["**"] }) },
        { id: "commands", approve: approved === undefined ? inFlow({ exec: ["any"] }) : { exec: list(approved) } },
        ...people,
        { id: "impossible", reject: { exec: list(rejected) }, reason: impossible },
        ...(globs.length === 0 ? [] : [files]),
        { id: "ci", reject: inFlow({ write: [".github/**"] }), reason: "people change what CI runs" },
      ],
      limits: verify.length === 0 ? undefined : { steps: 100, minutes: 45, verify: list(verify) },
      sandbox: Object.values(sandbox).some((part) => part !== undefined) ? sandbox : undefined,
      profiles: { schedule: { default: "reject" } },
    };
  };

  // A command that the policy itself would hold is no check: it is asked before it is written.
  const others = hosts.filter(({ isGroup }) => !isGroup);
  const trial = render(contents([]), others, []);
  const policy = await loadPolicy(trial, { file });
  const verify = commands.filter(({ text, from }) => {
    const answer = explain(policy, { subject: "command", text }, { level: "sealed" });
    const isHeld = typeof answer === "string" || answer.verdict !== "approve";
    if (isHeld)
      undecided.push({
        what: `${text} (${from})`,
        why: `not a check: ${typeof answer === "string" ? answer : `the rule ${answer.rule} holds it`}`,
      });
    return !isHeld;
  });
  const text = render(contents(verify), others, undecided);
  await loadPolicy(text, { file });
  return { text, undecided };
}

/** Patterns of the detected commands, with further words, and the commands that only look. */
function strictPatterns(commands: readonly Sourced[]): readonly Sourced[] {
  const own = commands.flatMap(({ text, from }) => {
    const words = text
      .replace(/^cd \S+ && /, "")
      .replaceAll(/["']/g, "")
      .replace(/^(?:\w+=\S* )+/, "")
      .split(" ");
    const pattern = `${words.join(" ")} **`;
    return innerCommand(words) === "" || patternProblem(pattern) !== undefined ? [] : [{ text: pattern, from }];
  });
  const looks = ["git-read", "search"].map((text) => ({ text, from: "only looks" }));
  return uniqueBy([...own, ...looks], ({ text }) => text);
}

/** `others` are hosts that are written as comments only. */
function render(value: object, others: readonly Sourced[], undecided: readonly Undecided[]): string {
  const document = new Document(value);
  const hosts = document.getIn(["sandbox", "setup", "network"], true) ?? document.getIn(["sandbox", "setup"], true);
  if (others.length > 0 && (isSeq(hosts) || isMap(hosts))) {
    hosts.comment = [
      " Not in a group; remove the # if set-up needs it:",
      ...others.map(({ text, from }) => ` - ${text} # ${comment(from).trim()}`),
    ].join("\n");
  }
  document.commentBefore = HEAD;
  if (undecided.length > 0)
    document.comment = [
      " Not decided:",
      ...undecided.map(({ what, why }) => ` - ${comment(what).trim()}: ${comment(why).trim()}`),
    ].join("\n");
  return writtenYaml(document, "The written policy", { flowCollectionPadding: false });
}

/** The text of a document, which reads back as what the document was made from. */
export function writtenYaml(document: Document, name: string, options?: ToStringOptions): string {
  const text = document.toString({ lineWidth: 0, ...options });
  if (canonicalJson(parse(text)) === canonicalJson(document.toJS())) return text;
  const message = `${name} does not read back as intended, which is a bug of kimi-runner.`;
  throw new RunnerError({ code: "config.invalid", message });
}

const HEAD = ` What an agent may do in this repository; kimi-runner's docs/policy.md describes the format.
 Made by \`kimi-runner init\` from the files of HEAD; read it before you merge it. The comment after each # says where the line is from.`;

/** A text with its source in a comment behind it. */
export function sourced({ text, from }: Sourced): Scalar<string> {
  const node = new Scalar(text);
  node.comment = comment(from);
  return node;
}

function list(items: readonly Sourced[]): readonly Scalar<string>[] | undefined {
  return items.length === 0 ? undefined : items.map(sourced);
}

/** A mapping on one line. */
export function inFlow(value: object): Node {
  return new Document().createNode(value, { flow: true });
}

/** One line that cannot end the comment. */
function comment(text: string): string {
  return ` ${oneLine(plainText(text), MAX_COMMENT).replaceAll(/[\r\n\u2028\u2029\u0085]/g, " ")}`;
}
