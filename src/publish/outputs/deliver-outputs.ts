/** Carries out what a run asked for on GitHub, each on its own: a refusal does not stop the next. What is made is found by its mark. */

import type { Clock } from "../../base/clock.ts";
import { member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import type { GitHubOutput } from "../../protocol/result.ts";
import { hasTrait, type Outcome } from "../../protocol/outcome.ts";
import { harmlessTitle } from "../branch/commit-message.ts";
import { createOwnComment } from "../comments/status-comment.ts";
import type { Outgoing } from "../render/outgoing.ts";
import { outputWords } from "../render/render-outputs.ts";
import { safeInline, safeMarkdown } from "../render/safe-markdown.ts";
import { outputMark } from "../result/markers.ts";
import { findOwn, type OwnPlace } from "../result/own-text.ts";
import { inRepo, REPEATABLE, textField } from "../result/ports.ts";
import { refusalOf, statusOf } from "../result/problem.ts";
import { MAX_TITLE } from "../result/proposal.ts";
import type { OutputResult, Refusal } from "../result/publish-result.ts";

interface OutputsRequest extends OwnPlace {
  readonly outgoing: Outgoing;
  /** A line below the text of comments and issues. */
  readonly footer: string;
  readonly clock: Clock;
  readonly outputs: readonly GitHubOutput[];
  /** Identifies the request: it is the same when the job is repeated. */
  readonly key: string;
  /** Why an output may not be carried out; undefined for one that may. */
  readonly refusalOf: (output: GitHubOutput) => Refusal | undefined;
}

/** Whether outputs are carried out after this outcome. A run that waits, failed or met a limit can be resumed and decide otherwise. */
export function areCarriedOut(outcome: Outcome): boolean {
  return hasTrait(outcome, "good");
}

/** One result for each output. Never rejects. */
export async function deliverOutputs(request: OutputsRequest): Promise<readonly OutputResult[]> {
  const results: OutputResult[] = [];
  for (const [index, output] of request.outputs.entries()) {
    const refusal = request.refusalOf(output);
    const nth = request.outputs.slice(0, index).filter(({ action }) => action === output.action).length;
    results.push(
      refusal === undefined ? await delivered(request, output, nth) : { kind: "refused", output, ...refusal },
    );
  }
  return results;
}

async function delivered(request: OutputsRequest, output: GitHubOutput, nth: number): Promise<OutputResult> {
  try {
    return await carriedOut(request, output, outputMark(request.key, output.action, nth));
  } catch (error) {
    const refusal = refusalOf(error, "issues");
    const what = `Asked for and not done: ${outputWords(output)}.`;
    return { kind: "refused", output, ...refusal, reason: `${what} ${refusal.reason}` };
  }
}

/** A transferred issue answers with the address of another repository: nothing is sent there. */
const NO_REDIRECTS = { ...REPEATABLE, redirects: "refuse" } as const;
const LABEL = "GET /repos/{owner}/{repo}/labels/{name}";
const ISSUES = "/repos/{owner}/{repo}/issues";
const ISSUE = `${ISSUES}/{issue_number}`;

async function carriedOut(request: OutputsRequest, output: GitHubOutput, mark: string): Promise<OutputResult> {
  const { client, repo, footer } = request;
  if (output.action === "label" || output.action === "issue") {
    const unknown = await unknownLabels(request, output.labels);
    if (unknown.length > 0) return refusedAs(output, "missing", `The repository has no label ${unknown.join(", ")}.`);
  }
  if (output.action === "issue") return await createIssueOnce(request, output, mark);
  const issue_number = output.number;
  const at = { ...inRepo(repo), issue_number };
  const { data: issue } = await client.request(`GET ${ISSUE}`, at, NO_REDIRECTS);
  if (member(issue, "number") !== issue_number)
    return refusedAs(output, "missing", `There is no #${issue_number} here.`);
  switch (output.action) {
    case "label": {
      const { labels } = output;
      await client.request(`POST ${ISSUE}/labels`, { ...at, labels }, NO_REDIRECTS);
      return { kind: "done", output };
    }
    case "assign": {
      const { data } = await client.request(
        `POST ${ISSUE}/assignees`,
        { ...at, assignees: output.logins },
        NO_REDIRECTS,
      );
      const assigned = member(data, "assignees");
      const logins = Array.isArray(assigned) ? assigned.map((user) => String(member(user, "login")).toLowerCase()) : [];
      const missing = output.logins.filter((login) => !logins.includes(login.toLowerCase()));
      if (missing.length === 0) return { kind: "done", output };
      return refusedAs(output, "not_permitted", `#${issue_number} cannot be assigned to ${missing.join(", ")}.`);
    }
    case "comment": {
      const comment = createOwnComment({ ...request, thread: issue_number, mark });
      const result = await comment.put(`${safeMarkdown(output.body)}\n\n${footer}`);
      if (result.kind === "refused") return { ...result, output };
      return { kind: "done", output, url: result.kind === "none" ? undefined : result.url };
    }
    case "close": {
      if (typeof member(issue, "pull_request") === "object")
        return refusedAs(output, "failed", `#${issue_number} is a pull request; a run closes issues only.`);
      if (member(issue, "state") === "closed") return { kind: "done", output };
      await client.request(`PATCH ${ISSUE}`, { ...at, state: "closed", state_reason: output.reason }, NO_REDIRECTS);
      return { kind: "done", output };
    }
  }
}

/** Creates an issue, unless one with its mark is among the newest issues of the repository. */
async function createIssueOnce(
  { client, repo, self, outgoing, footer }: OutputsRequest,
  output: Extract<GitHubOutput, { readonly action: "issue" }>,
  mark: string,
): Promise<OutputResult> {
  const newest = { ...inRepo(repo), state: "all", sort: "created", direction: "desc", per_page: 100 };
  const find = async (): Promise<unknown> => {
    const { data } = await client.request(`GET ${ISSUES}`, newest, REPEATABLE);
    return Array.isArray(data) ? await findOwn({ client, repo, self }, data, mark) : undefined;
  };
  const there = await find();
  if (there !== undefined) return { kind: "done", output, url: textField(there, "html_url") };
  const title = outgoing(oneLine(harmlessTitle(output.title), MAX_TITLE)) || "From kimi-runner";
  const body = outgoing(`${mark}\n${safeMarkdown(output.body)}\n\n${footer}`);
  const labels = output.labels.length === 0 ? {} : { labels: output.labels };
  const made = await client.request(
    `POST ${ISSUES}`,
    { ...inRepo(repo), title, body, ...labels },
    { repeat: { find } },
  );
  return { kind: "done", output, url: textField(made.data, "html_url") };
}

/** The labels that do not exist here, which GitHub would create. */
async function unknownLabels({ client, repo }: OutputsRequest, labels: readonly string[]): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const name of labels) {
    try {
      await client.request(LABEL, { ...inRepo(repo), name }, NO_REDIRECTS);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      unknown.push(safeInline(name));
    }
  }
  return unknown;
}

function refusedAs(output: GitHubOutput, code: Refusal["code"], reason: string): OutputResult {
  return { kind: "refused", output, code, reason, fix: "A person can do it by hand." };
}
