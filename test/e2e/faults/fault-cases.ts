/**
 * One request of a job fails, or the token ends with it. What must hold then: nothing is lost and nothing doubled, a job that
 * fails tells the server's reason, and the same job run again brings what a job without a failure does.
 */

import { createRandom } from "../../doubles/random.ts";
import { secondaryRateLimit, type Fault, type FaultKind } from "../../doubles/github/faults.ts";
import type { ActionEnd } from "../../doubles/runner.ts";
import { ownComments, REPOSITORY } from "../job/job-scene.ts";
import { JOBS, prepare, type FaultJob, type JobName } from "./fault-jobs.ts";

const refusal = (status: number, message: string): FaultKind => ({ kind: "answer", status, body: { message } });

/** What befalls a request, and the words by which a person knows it. */
const KINDS: Readonly<Record<string, { readonly fault: FaultKind; readonly said: RegExp; readonly lasts?: true }>> = {
  "502": { fault: refusal(502, "Server Error"), said: /\b502\b|Server Error/ },
  "lost-reply": {
    fault: { kind: "lostReply" },
    said: /fetch failed|socket|hung up|closed|Empty reply|did not answer/i,
  },
  "rate-limit": { fault: secondaryRateLimit({ "retry-after": "1" }), said: /rate limit/i },
  "401": {
    fault: refusal(401, "Bad credentials"),
    said: /Bad credentials|Authentication failed|could not read Username|\b401\b/,
  },
  "409": { fault: refusal(409, "Git Repository is busy."), said: /is busy|\b409\b/ },
  "422": { fault: refusal(422, "Validation Failed"), said: /Validation Failed|\b422\b/ },
  /** From this request on the server takes nothing, as for a job that was killed. */
  "token-ends": {
    fault: refusal(401, "Bad credentials"),
    said: /Bad credentials|Authentication failed|could not read Username|\b401\b/,
    lasts: true,
  },
};

export interface FaultCase {
  readonly job: JobName;
  readonly kind: string;
  /** The request that fails, from 1. */
  readonly nth: number;
}

export const nameOf = ({ job, kind, nth }: FaultCase): string => `${job}/${kind}/${nth}`;

/** What is there to see after a job. */
interface Seen {
  /** Own comments without what differs from run to run. */
  readonly comments: readonly string[];
  /** Branches with their number of commits and the tree of the last. */
  readonly branches: readonly string[];
  readonly pulls: readonly string[];
  /** References to sessions and to requests to cancel them. */
  readonly kept: readonly string[];
}

interface Prepared {
  readonly fresh: () => FaultJob;
  /** Requests of the job without a fault. */
  readonly requests: number;
  readonly whole: Seen;
  readonly outcome: string;
}

const prepared = new Map<JobName, Promise<Prepared>>();

async function wholeOf(name: JobName): Promise<Prepared> {
  const fresh = await prepare(name);
  const job = fresh();
  let before = 0;
  const end = await job.run({ begins: () => (before = job.scene.github.requests.length) });
  if (end.code !== 0) throw new Error(`${name} fails without a fault:\n${end.log}`);
  const requests = job.scene.github.requests.length - before;
  return { fresh, requests, whole: await seenOf(job), outcome: end.outputs["outcome"] ?? "" };
}

function preparedOf(name: JobName): Promise<Prepared> {
  const known = prepared.get(name) ?? wholeOf(name);
  prepared.set(name, known);
  return known;
}

export async function allCases(): Promise<readonly FaultCase[]> {
  const cases: FaultCase[] = [];
  for (const job of JOBS) {
    const { requests } = await preparedOf(job);
    for (const kind of Object.keys(KINDS)) for (let nth = 1; nth <= requests; nth += 1) cases.push({ job, kind, nth });
  }
  return cases;
}

/** So many cases, every kind and job in its turn. The same seed gives the same. */
export function sampleOf(cases: readonly FaultCase[], count: number, seed: number): readonly FaultCase[] {
  const random = createRandom(seed);
  const groups = [...Map.groupBy(cases, ({ job, kind }) => `${job}/${kind}`).values()];
  return Array.from({ length: count }, (_, at) => groups[(at + seed) % groups.length] ?? []).flatMap(
    (group) => group[random(group.length)] ?? [],
  );
}

export interface FaultEnd {
  /** What does not hold; none where the case is as it should be. */
  readonly differences: readonly string[];
  readonly log: string;
}

/** Runs one case. Rejects where the harness is broken. */
export async function runCase({ job: name, kind, nth }: FaultCase): Promise<FaultEnd> {
  const { fresh, whole, outcome } = await preparedOf(name);
  const { fault, said, lasts = false } = KINDS[kind] ?? fail(`There is no fault ${kind}.`);
  const job = fresh();
  const { github, model } = job.scene;
  const ordered: Fault = { ...fault, match: {}, after: nth - 1, times: lasts ? Infinity : 1 };
  let from = 0;
  const first = await job.run({
    begins: () => {
      from = github.requests.length;
      github.fault(ordered);
    },
  });
  github.clearFaults();
  const failed = github.requests[from + nth - 1];
  const request = `${failed?.method ?? "no"} ${failed?.path ?? "request"}`;
  const differences: string[] = [];
  let log = `${request}\n${first.log}`;
  let extra = 0;
  if (first.code !== 0) {
    const comments = job.thread === undefined ? [] : ownComments(github, job.thread);
    const told = comments.some((body) => said.test(body)) || (said.test(first.log) && said.test(reasonOf(first)));
    if (!told) differences.push(`reason: neither the thread nor the log says it: ${reasonOf(first)}`);
    const again = await job.run({ attempt: 2 });
    log += `\n==== again\n${again.log}`;
    if (again.code !== 0) differences.push(`again: exit ${again.code}: ${reasonOf(again)}`);
    if (again.outputs["outcome"] !== outcome && again.outputs["outcome"] !== "skipped")
      differences.push(`again: ${again.outputs["outcome"]} where ${outcome} was due`);
    extra = comments.filter((body) => said.test(body)).length;
  } else if (first.outputs["outcome"] !== outcome) {
    differences.push(`outcome: ${first.outputs["outcome"]} (${reasonOf(first)}) where ${outcome} was due`);
  }
  const allowed = { comments: extra, isSwept: first.code === 0 };
  differences.push(...compared(await seenOf(job), whole, allowed), ...violationsOf(github.violations));
  for (const text of model.violations) differences.push(`model: ${text}`);
  return { differences: differences.map((text) => `${text} [${request}]`), log };
}

function reasonOf({ outputs, commands }: ActionEnd): string {
  const errors = commands.filter(({ name }) => name === "error").map(({ value }) => value);
  return [outputs["reason"] ?? "", ...errors].join(" | ");
}

interface Allowed {
  /** A failed attempt may leave comments of its own about that. */
  readonly comments: number;
  /** The job ended well: a session whose deletion was refused is swept in a week. */
  readonly isSwept: boolean;
}

function compared(seen: Seen, whole: Seen, { comments: extra, isSwept }: Allowed): readonly string[] {
  const isMore = isSwept && seen.kept.length > whole.kept.length;
  const keys = isMore ? (["branches", "pulls"] as const) : (["branches", "pulls", "kept"] as const);
  const differences = keys.flatMap((key) =>
    isEqual(seen[key], whole[key])
      ? []
      : [`${key}: ${JSON.stringify(seen[key])} where ${JSON.stringify(whole[key])} was due`],
  );
  const missing = whole.comments.filter((body) => !seen.comments.includes(body));
  const more = seen.comments.length - whole.comments.length;
  if (missing.length > 0)
    differences.push(`comments: missing ${JSON.stringify(missing)} among ${JSON.stringify(seen.comments)}`);
  if (more > extra) differences.push(`comments: ${more} more: ${JSON.stringify(seen.comments)}`);
  return differences;
}

/** The double also takes note of what a client may do where it was told less than it asked for. */
function violationsOf(violations: readonly string[]): readonly string[] {
  return violations.map((text) => `violation: ${text}`);
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify(a) === JSON.stringify(b);

function fail(text: string): never {
  throw new Error(text);
}

async function seenOf({ scene: { github }, thread }: FaultJob): Promise<Seen> {
  const refs = async (...prefixes: readonly string[]): Promise<readonly string[]> => {
    const text = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", ...prefixes);
    return text.split("\n").filter((ref) => ref !== "");
  };
  const branches = await Promise.all(
    (await refs("refs/heads")).map(async (ref) => {
      const count = await github.git(REPOSITORY, "rev-list", "--count", ref);
      return `${plain(ref)} ${count} ${await github.git(REPOSITORY, "rev-parse", `${ref}^{tree}`)}`;
    }),
  );
  const { threads } = github.repository(REPOSITORY);
  return {
    comments: thread === undefined ? [] : ownComments(github, thread).map(firstLine),
    branches,
    pulls: threads.flatMap(({ pull, number, state, title }) =>
      pull === undefined ? [] : [`#${number} ${state} ${title} ${plain(pull.head.ref)}`],
    ),
    kept: (await refs("refs/kimi/sessions", "refs/kimi/cancel")).map(plain),
  };
}

/** Ids and numbers that a repeated run has anew. */
const plain = (text: string): string => text.replaceAll(/[0-9a-f]{6,}/g, "<id>");

/** What a comment says first, without times and costs. */
function firstLine(body: string): string {
  const line = body.split("\n").find((text) => text.trim() !== "" && !text.startsWith("<!--")) ?? "";
  return plain(line);
}
