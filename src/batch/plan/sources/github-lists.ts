/**
 * Issues and alerts of the repository. When an issue is closed while the pages of a list are read, the next page begins one entry too
 * far. Issues are therefore asked for from the last one seen, and alerts are read again until there are no new ones.
 */

import { member } from "../../../base/member.ts";
import type { GitHubClient } from "../../../github/api/client.ts";
import { sanitise, sanitisePlain } from "../../../github/sanitise/sanitise.ts";
import { RunnerError } from "../../../protocol/error.ts";
import type { BatchSource } from "../../file/batch-file.ts";
import { asList, asText, sourceError, type SourceRecord } from "./source-record.ts";

export interface GitHubSource {
  readonly client: Pick<GitHubClient, "request" | "paginate">;
  readonly owner: string;
  readonly repo: string;
}

const PER_PAGE = 100;
/** GitHub's search answers 1,000 results of one query; a window of issues made in the same second is never that large. */
const MAX_PAGES = 10;
/** More issues than a batch may have tasks. */
const MAX_ISSUES = 10_001;

/** The issues in the order of their numbers. Throws `config.invalid` for a query that names another repository. */
export async function readIssues(
  { client, owner, repo }: GitHubSource,
  { query, labels = [] }: NonNullable<BatchSource["issues"]>,
): Promise<readonly SourceRecord[]> {
  const foreign = /(?:^|[\s(])-?(?:repo|org|user):\S+/.exec(query ?? "");
  if (foreign !== null)
    throw sourceError(
      "source.issues.query",
      `it names ${foreign[0].replace(/^[\s(]/, "")}`,
      "Only issues of this repository are read; leave that out.",
    );
  // Without parentheses, what stands behind an OR is searched for in all repositories.
  const own = query !== undefined && /\bOR\b/.test(query) ? `(${query})` : query;
  const wanted = own ?? ["is:open", ...labels.map((label) => `label:${JSON.stringify(label)}`)].join(" ");
  const known = new Map<number, unknown>();
  for (let since = "", page = 1; page <= MAX_PAGES && known.size < MAX_ISSUES;) {
    const from = since === "" ? "" : ` created:>=${since}`;
    const q = `repo:${owner}/${repo} is:issue ${wanted}${from}`;
    const { data } = await client.request("GET /search/issues", {
      q,
      sort: "created",
      order: "asc",
      per_page: PER_PAGE,
      page,
    });
    if (member(data, "incomplete_results") === true) throw incomplete();
    const items = asList(member(data, "items"));
    for (const item of items) known.set(Number(member(item, "number")), item);
    if (items.length < PER_PAGE) break;
    const last = asText(member(items.at(-1), "created_at"));
    page = last === since ? page + 1 : 1;
    since = last;
  }
  return [...known.values()].map(issueRecord).toSorted(byNumber);
}

function byNumber(a: SourceRecord, b: SourceRecord): number {
  return Number(a.fields["number"]) - Number(b.fields["number"]);
}

function incomplete(): RunnerError {
  return new RunnerError({
    code: "github.failed",
    message: "GitHub did not finish its search of issues, so some would be missing.",
    hint: "Ask again, or use `issues: { labels: [...] }` with fewer issues.",
  });
}

/** Anyone may have written an issue, so the model gets only what a reader sees of it. */
function issueRecord(issue: unknown): SourceRecord {
  const number = asText(member(issue, "number"));
  const title = sanitisePlain(asText(member(issue, "title"))).text;
  const labels = asList(member(issue, "labels")).map((label) => sanitisePlain(asText(member(label, "name"))).text);
  return {
    fields: {
      number,
      title,
      body: sanitise(asText(member(issue, "body"))).text,
      author: asText(member(member(issue, "user"), "login")),
      labels: labels.join(", "),
      url: asText(member(issue, "html_url")),
    },
    identity: { issue: number },
    title: `#${number} ${title}`,
    place: `issue #${number}`,
  };
}

const MAX_PASSES = 5;

/** The alerts in the order of their numbers. */
export async function readAlerts(
  { client, owner, repo }: GitHubSource,
  { state = "open", severity, tool }: NonNullable<BatchSource["alerts"]>,
): Promise<readonly SourceRecord[]> {
  const params = {
    owner,
    repo,
    state,
    ...(severity === undefined ? {} : { severity }),
    ...(tool === undefined ? {} : { tool_name: tool }),
    sort: "created",
    direction: "asc",
    per_page: PER_PAGE,
  };
  const known = new Map<string, unknown>();
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const before = known.size;
    const items = await client.paginate("GET /repos/{owner}/{repo}/code-scanning/alerts", params);
    for (const item of items) known.set(asText(member(item, "number")), item);
    if (known.size === before || items.length < PER_PAGE) break;
  }
  return [...known.values()].map(alertRecord).toSorted(byNumber);
}

function alertRecord(alert: unknown): SourceRecord {
  const plain = (value: unknown): string => sanitisePlain(asText(value)).text;
  const rule = member(alert, "rule");
  const instance = member(alert, "most_recent_instance");
  const location = member(instance, "location");
  const fields = {
    number: asText(member(alert, "number")),
    rule: plain(member(rule, "id")),
    severity: plain(member(rule, "security_severity_level")) || plain(member(rule, "severity")),
    description: plain(member(rule, "description")),
    message: plain(member(member(instance, "message"), "text")),
    tool: plain(member(member(alert, "tool"), "name")),
    path: plain(member(location, "path")),
    line: asText(member(location, "start_line")),
    end_line: asText(member(location, "end_line")),
    url: asText(member(alert, "html_url")),
  };
  const { number, rule: name, path } = fields;
  return { fields, identity: { alert: number }, title: `#${number} ${name} ${path}`, place: `alert #${number}` };
}
