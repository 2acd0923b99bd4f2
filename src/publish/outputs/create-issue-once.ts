/** Creates an issue that a run asked for, unless one with its mark is among the newest issues of the repository. */

import { crashAt } from "../../base/crash.ts";
import { oneLine } from "../../base/truncate.ts";
import type { GitHubOutput } from "../../protocol/result.ts";
import { harmlessTitle } from "../branch/commit-message.ts";
import type { Outgoing } from "../render/outgoing.ts";
import { safeMarkdown } from "../render/safe-markdown.ts";
import { findOwn } from "../result/own-text.ts";
import { inRepo, REPEATABLE, type AccountRef, type GitHubApi, type Repo } from "../result/ports.ts";
import { textField } from "../result/reply.ts";
import type { OutputResult } from "../result/publish-result.ts";

/** Where outputs go, the account that posts them, and the gate for their texts. */
export interface OutputPlace {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly self: AccountRef;
  readonly outgoing: Outgoing;
  /** A line below the text of comments and issues. */
  readonly footer: string;
}

const ISSUES = "/repos/{owner}/{repo}/issues";
/** GitHub takes 256 characters of a title. */
const MAX_TITLE = 200;

export async function createIssueOnce(
  { client, repo, self, outgoing, footer }: OutputPlace,
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
  const { labels } = output;
  crashAt("output.issue.before");
  const made = await client.request(
    `POST ${ISSUES}`,
    { ...inRepo(repo), title, body, ...(labels.length === 0 ? {} : { labels }) },
    { repeat: { find } },
  );
  crashAt("output.issue.after");
  return { kind: "done", output, url: textField(made.data, "html_url") };
}
