/**
 * Reads GitHub's workflow files as data: the steps that would run on Linux, with matrix, directories and conditions resolved. Jobs and
 * steps with secrets, an environment or a tag are left out. `uses: ./…` is followed; actions of others are only named.
 */

import { isNode, isScalar, LineCounter } from "yaml";
import { member } from "../base/member.ts";
import { MAX_CHARS, parseYaml, plainValue, problemsIn } from "../yaml/document.ts";
import { filled, isNever, scalarText, type ExpressionContext } from "./expressions.ts";
import type { Service } from "./findings.ts";
import { combinationsOf, mapOf } from "./matrix.ts";

export interface CiStep {
  /** `ci.yml`, without the folder of workflows. */
  readonly file: string;
  /** The line of `run` or `uses`. */
  readonly line: number;
  /** The script of `run`, whose lines stand in the file from `scriptLine` on. A folded script is one line. */
  readonly script: string | undefined;
  readonly scriptLine: number;
  readonly uses: string | undefined;
  readonly with: Readonly<Record<string, string>>;
  /** Relative to the repository. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Its script has GitHub's token in a variable. */
  readonly hasToken: boolean;
  /** Which combinations of the matrix run it, the usual one first. */
  readonly runs: readonly number[];
}

export interface CiJob {
  readonly file: string;
  readonly line: number;
  /** Higher is more like the job that tests each change. */
  readonly rank: number;
  readonly isLinux: boolean;
  readonly steps: readonly CiStep[];
  readonly services: readonly Service[];
  /** Names of remote reusable workflows, whose commands are not known here. */
  readonly remote: readonly string[];
}

export type ReadText = (path: string) => string | undefined;

/** Versions that GitHub's runners have without a set-up step; of a matrix of versions these are taken. */
const RUNNERS_OWN = /(?:^|[^\d.])(?:3\.12|py312|17|22|3\.3|8\.3)(?![\d.])/;
/** Versions that are to come, or the oldest that still work. */
const UNUSUAL = /nightly|canary|beta|alpha|devel|\bdev\b|\bnext\b|-rc|\bhead\b|experimental|lowest|minimal|msrv/i;
const OTHER_SYSTEM = /windows|macos|\bmac\b|win-/i;
/** Workflows whose commands are not what a change is tested with. */
const OTHER_DUTY =
  /release|publish|deploy|codeql|scorecard|stale|issue|label|depend|triage|welcome|comment|semantic|zizmor|gh-pages|\bpages|docs?\b|website|nightly|legacy|daily|weekly|fuzz|bench|size|lock\b|backport|cherry|preview|fossa|snyk|audit|security|sync|bot\b|external|preview|auto-?merge|codespell|spell|links?\b|update|changelog|draft|gemini|claude|copilot|kimi/i;
/** File names of the workflow that tests each change. */
const MAIN = /^(?:ci|tests?|main|build|checks?|verify|continuous-?integration|go|rust|python|node(?:js)?)$/i;
const DUTY =
  /(?:^|[^a-z])(?:ci|continuous-?integration|tests?|build|check|checks|verify|main|python-?package|maven|gradle|unit)(?:[^a-z]|$)/i;
/** Steps of a job in all combinations of its matrix, each with a copy of its variables. */
const MAX_STEPS = 2_000;
/** Variables or settings of one place; GitHub's own workflows have twenty. */
const MAX_TEXTS = 200;
/** Jobs that act on the world, by their names and conditions. */
const ACTS = /release|publish|deploy|upload|docker|push/i;
const TAGGED = /refs\/tags|event_name\s*==\s*'(?:release|workflow_dispatch|schedule)'|ref_type\s*==\s*'tag'/;

const TOKEN = /\bgithub\.token\b|\bsecrets\.GITHUB_TOKEN\b/;

/** The jobs, and why the file or a part of it was not read. `path` is the file's path in the repository. Never throws. */
export function readWorkflow(
  path: string,
  text: string,
  read: ReadText,
): { readonly jobs: readonly CiJob[]; readonly problem: string | undefined } {
  const opened = open(text);
  if (typeof opened === "string") return { jobs: [], problem: opened };
  const { value, problem } = opened;
  const rank = rankOf(path, value);
  const file = path.replace(/^\.github\/workflows\//, "");
  const jobs = Object.entries(mapOf(member(value, "jobs"))).flatMap(([name, job]) =>
    jobsOf({ ...opened, file, read, depth: 0, inputs: {} }, { name, job, rank }),
  );
  return { jobs, problem };
}

/** Higher for what most people run, by the versions in the text. */
export function usualness(text: string): number {
  return Number(RUNNERS_OWN.test(text)) - (UNUSUAL.test(text) ? 2 : 0);
}

/** The values of a combination as text, and the names of those that are true. */
function valuesIn(combination: object): string {
  return JSON.stringify(combination).replaceAll(/"(?:[^"\\]|\\.)*":(?!true\b)/g, "");
}

interface Opened {
  readonly value: unknown;
  /** The line of a value, and that of the first line of a text. */
  readonly placeAt: (path: readonly (string | number)[]) => { readonly line: number; readonly textLine: number };
  readonly problem: string | undefined;
}

function open(text: string): Opened | string {
  if (text.length > MAX_CHARS) return "it is too long";
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  const refusal = problemsIn(document).find(({ says }) => /alias|nested|__proto__/.test(says));
  if (refusal !== undefined) return refusal.says;
  const value = plainValue(document);
  if (value === undefined) return "its aliases stand for too many values";
  return {
    value,
    placeAt: (path) => {
      const node = document.getIn(path, true);
      const offset = isNode(node) ? node.range?.[0] : undefined;
      const line = offset === undefined ? 1 : lines.linePos(offset).line;
      return { line, textLine: isScalar(node) && node.type === "BLOCK_LITERAL" ? line + 1 : line };
    },
    problem: document.errors[0] === undefined ? undefined : "it is not valid YAML",
  };
}

function rankOf(path: string, value: unknown): number {
  const on = member(value, "on");
  const events = typeof on === "string" ? [on] : Array.isArray(on) ? on.map(scalarText) : Object.keys(mapOf(on));
  const push = member(on, "push");
  const isTagsOnly = member(push, "tags") !== undefined && member(push, "branches") === undefined;
  const tests = events.filter(
    (event) => /^(?:pull_request|merge_group)$/.test(event) || (event === "push" && !isTagsOnly),
  );
  if (tests.length === 0) return -1;
  const isPartial = [push, member(on, "pull_request")].some((event) => Array.isArray(member(event, "paths")));
  const name = `${path.replace(/^.*\//, "").replace(/\.ya?ml$/, "")} ${scalarText(member(value, "name"))}`;
  if (OTHER_DUTY.test(name) && !/^(?:ci|tests?|build)\b/i.test(name)) return 1;
  const isMain = MAIN.test(path.replace(/^.*\//, "").replace(/\.ya?ml$/, ""));
  return (DUTY.test(name) ? 4 : 2) + (isMain ? 1 : 0) + (events.includes("pull_request") ? 1 : 0) - (isPartial ? 1 : 0);
}

interface Place extends Opened {
  readonly file: string;
  readonly read: ReadText;
  readonly depth: number;
  readonly inputs: Readonly<Record<string, string>>;
}

interface NamedJob {
  readonly name: string;
  readonly job: unknown;
  readonly rank: number;
}

function jobsOf(place: Place, { name, job, rank }: NamedJob): readonly CiJob[] {
  const { value, file } = place;
  const condition = scalarText(member(job, "if"));
  const label = `${name} ${scalarText(member(job, "name"))}`;
  const isOurs = name === "copilot-setup-steps";
  if (!isOurs && (ACTS.test(name) || TAGGED.test(condition) || member(job, "environment") !== undefined)) return [];
  const uses = member(job, "uses");
  // What a workflow of the repository does with secrets it gets stands in its own steps.
  const isGiven = member(job, "secrets") !== undefined && !scalarText(uses).startsWith("./");
  if (holdsSecret(member(job, "env")) || isGiven) return [];
  const { line } = place.placeAt(["jobs", name]);
  const root = { ...textsOf(member(value, "env")), ...textsOf(member(job, "env")) };
  const combinations = combinationsOf(member(member(job, "strategy"), "matrix")).toSorted(
    (a, b) => usualness(valuesIn(b)) - usualness(valuesIn(a)),
  );
  if (typeof uses === "string") {
    const matrix = combinations.find((one) => !OTHER_SYSTEM.test(valuesIn(one))) ?? combinations[0] ?? {};
    const known: ExpressionContext = { matrix, env: root, inputs: place.inputs };
    return calledJobs(place, { name, job, rank }, uses, known);
  }
  const linux = combinations.filter((matrix) => {
    const runsOn = member(job, "runs-on");
    const words = (Array.isArray(runsOn) ? runsOn : [runsOn]).map(
      (one) => filled(scalarText(one), { matrix, env: root, inputs: place.inputs }) ?? "",
    );
    return !OTHER_SYSTEM.test(words.join(" "));
  });
  const usual = linux.length > 0 ? linux : combinations.slice(0, 1);
  const written = member(job, "steps");
  const taken = usual.slice(0, Math.ceil(MAX_STEPS / Math.max(1, Array.isArray(written) ? written.length : 0)));
  const steps = taken.flatMap((matrix, run) => {
    const known: ExpressionContext = { matrix, env: root, inputs: place.inputs };
    if (isNever(member(job, "if"), known)) return [];
    const dir = member(member(member(job, "defaults"), "run"), "working-directory");
    const rootDir = member(member(member(value, "defaults"), "run"), "working-directory");
    const context = { known, dir: scalarText(dir ?? rootDir ?? ".") };
    return stepsOf(place, ["jobs", name, "steps"], context).map((step) => ({ ...step, runs: [run] }));
  });
  const hasContainer = member(job, "container") !== undefined;
  const isSide =
    /docs?\b|bench|fuzz|nightly|beta|windows|macos|msrv|minimal|lowest|oldest|legacy|android|coverage/i.test(label);
  const isAsked = /\.labels?\b/.test(condition); // only where a person puts a label on the pull request
  const own = rank - (hasContainer || isSide ? 0.5 : 0) - (isAsked ? 1 : 0);
  return [
    {
      file,
      line,
      rank: own,
      isLinux: linux.length > 0,
      steps: unique(steps),
      services: servicesOf(place, name, job, taken[0] ?? {}),
      remote: [],
    },
  ];
}

function calledJobs(
  place: Place,
  { name, job, rank }: NamedJob,
  uses: string,
  known: ExpressionContext,
): readonly CiJob[] {
  const { file, read, depth } = place;
  const text = uses.startsWith("./") ? read(uses.slice(2)) : undefined;
  const opened = text === undefined || depth > 2 ? undefined : open(text);
  if (opened === undefined || typeof opened === "string") {
    const { line } = place.placeAt(["jobs", name]);
    return [{ file, line, rank, isLinux: true, steps: [], services: [], remote: [uses] }];
  }
  const below: Place = {
    ...opened,
    file: uses.replace(/^\.\/(?:\.github\/workflows\/)?/, ""),
    read,
    depth: depth + 1,
    inputs: inputsOf(member(member(member(opened.value, "on"), "workflow_call"), "inputs"), job, known),
  };
  return Object.entries(mapOf(member(opened.value, "jobs"))).flatMap(([called, inner]) =>
    jobsOf(below, { name: called, job: inner, rank }),
  );
}

interface Context {
  readonly known: ExpressionContext;
  readonly dir: string;
}

function stepsOf(place: Place, path: readonly (string | number)[], context: Context): readonly CiStep[] {
  const steps = path.reduce<unknown>((value, key) => member(value, String(key)), place.value);
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown, index): readonly CiStep[] => {
    const at = [...path, index];
    if (holdsSecret(member(step, "env")) || TAGGED.test(scalarText(member(step, "if")))) return [];
    const env = filledTexts({ ...context.known.env, ...textsOf(member(step, "env")) }, context.known);
    const known: ExpressionContext = { ...context.known, env };
    if (isNever(member(step, "if"), known)) return [];
    const run = member(step, "run");
    const uses = member(step, "uses");
    const dir = filled(scalarText(member(step, "working-directory") ?? context.dir), known);
    if (dir === undefined || (typeof run !== "string" && typeof uses !== "string")) return [];
    if (typeof uses === "string" && uses.startsWith("./")) return localAction(place, { ...context, known }, uses, step);
    const key = [...at, typeof run === "string" ? "run" : "uses"];
    const { line, textLine } = place.placeAt(key);
    return [
      {
        file: place.file,
        line,
        script: typeof run === "string" ? partly(run, known) : undefined,
        scriptLine: textLine,
        uses: typeof uses === "string" ? uses : undefined,
        with: filledTexts(textsOf(member(step, "with")), known),
        dir: normal(dir),
        env,
        hasToken: typeof run === "string" && TOKEN.test(JSON.stringify(member(step, "env") ?? "")),
        runs: [],
      },
    ];
  });
}

/** A script line by line, so that one expression that is not known does not hide the others. */
function partly(script: string, known: ExpressionContext): string {
  return script
    .split("\n")
    .map((line) => filled(line, known) ?? line)
    .join("\n");
}

function localAction(place: Place, context: Context, uses: string, step: unknown): readonly CiStep[] {
  const folder = normal(uses);
  const path = ["action.yml", "action.yaml"].map((name) => (folder === "." ? name : `${folder}/${name}`));
  const found = path.find((one) => place.read(one) !== undefined);
  const opened = found === undefined || place.depth > 2 ? undefined : open(place.read(found) ?? "");
  if (found === undefined || opened === undefined || typeof opened === "string") return [];
  const inputs = inputsOf(member(opened.value, "inputs"), step, context.known);
  const below: Place = { ...opened, file: found, read: place.read, depth: place.depth + 1, inputs };
  return stepsOf(below, ["runs", "steps"], { ...context, known: { ...context.known, inputs } });
}

function servicesOf(
  { file, placeAt, inputs }: Place,
  job: string,
  value: unknown,
  matrix: ExpressionContext["matrix"],
): readonly Service[] {
  return Object.entries(mapOf(member(value, "services"))).flatMap(([name, service]) => {
    const image = filled(scalarText(typeof service === "string" ? service : member(service, "image")), {
      matrix,
      env: {},
      inputs,
    });
    if (image === undefined || !/^[\w.:/@-]+$/.test(image) || holdsSecret(service)) return [];
    const ports = member(service, "ports");
    const { line } = placeAt(["jobs", job, "services", name]);
    const options = member(service, "options");
    return [
      {
        name,
        image,
        ports: Array.isArray(ports) ? ports.map(scalarText) : [],
        env: textsOf(member(service, "env")),
        options: typeof options === "string" ? options : undefined,
        from: `${file}:${line}`,
      },
    ];
  });
}

/** What a job or step gives to what it calls, and the defaults of the rest: one that is given may have a value that is not known. */
function inputsOf(declared: unknown, caller: unknown, known: ExpressionContext): Readonly<Record<string, string>> {
  const given = textsOf(member(caller, "with"));
  const rest = Object.entries(mapOf(declared)).filter(([name]) => !Object.hasOwn(given, name));
  const defaults = rest.map(([name, input]) => [name, member(input, "default") ?? undefined]);
  return { ...textsOf(Object.fromEntries(defaults)), ...filledTexts(given, known) };
}

/** The texts with their expressions filled in, without those that are not known. */
function filledTexts(
  texts: Readonly<Record<string, string>>,
  known: ExpressionContext,
): Readonly<Record<string, string>> {
  const values = Object.entries(texts).map(([name, text]) => [name, filled(text, known)] as const);
  return Object.fromEntries(values.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

function unique(steps: readonly CiStep[]): readonly CiStep[] {
  const found = new Map<string, CiStep>();
  for (const step of steps) {
    const { line, file, script, with: settings, dir } = step;
    const key = JSON.stringify([file, line, script, settings, dir]);
    const before = found.get(key);
    found.set(key, before === undefined ? step : { ...before, runs: [...before.runs, ...step.runs] });
  }
  return [...found.values()];
}

function holdsSecret(value: unknown): boolean {
  return /\bsecrets\s*[.[](?!\s*GITHUB_TOKEN)/.test(JSON.stringify(value) ?? "");
}

function normal(dir: string): string {
  const path = dir.replaceAll(/(?:^|\/)\.(?=\/|$)/g, "").replaceAll(/^\/+|\/+$/g, "");
  return path === "" ? "." : path;
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mapOf(value))
      .slice(0, MAX_TEXTS)
      .flatMap(([key, text]) =>
        (typeof text === "object" && text !== null) || text === undefined ? [] : [[key, scalarText(text)] as const],
      ),
  );
}
