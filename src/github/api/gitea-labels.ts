/**
 * Labels by name on a Gitea server. It compares names exactly and passes over one that it does not know, where GitHub ignores case, so
 * names are written as the repository has them.
 */

import { member } from "../../base/member.ts";
import type { ApiResponse } from "./call.ts";
import { notThere } from "./failure.ts";
import { listOf } from "./gitea-answers.ts";
import { pagesOf, REPO, type CallParams, type SendCall } from "./gitea-pages.ts";

/** 1,000 labels. */
const MAX_PAGES = 20;

/** The label of a repository with this name, in any case. */
export async function labelNamed(send: SendCall, { owner, repo, name }: CallParams): Promise<ApiResponse> {
  const [data] = await labelsNamed(send, { owner, repo }, [String(name)]);
  if (data === undefined) throw notThere(`the label ${String(name)}`);
  return { status: 200, headers: {}, data };
}

/** Adds labels to an issue. */
export async function labelGiteaIssue(
  send: SendCall,
  { owner, repo, index, labels }: CallParams,
): Promise<ApiResponse> {
  const names = listOf(labels).map(String);
  const known = await labelsNamed(send, { owner, repo }, names);
  const spelled = names.map((name, at) => member(known[at], "name") ?? name);
  return await send(`POST ${REPO}/issues/{index}/labels`, { owner, repo, index, labels: spelled });
}

/** The labels with these names, in their order; undefined for a name that the repository does not have. */
async function labelsNamed(send: SendCall, at: CallParams, names: readonly string[]): Promise<readonly unknown[]> {
  const known = new Map<string, unknown>();
  const found = (): readonly unknown[] => names.map((name) => known.get(name.toLowerCase()));
  for await (const labels of pagesOf(send, `GET ${REPO}/labels`, { params: at, maxPages: MAX_PAGES })) {
    for (const label of labels) {
      const name = String(member(label, "name")).toLowerCase();
      if (!known.has(name)) known.set(name, label);
    }
    if (!found().includes(undefined)) break;
  }
  return found();
}
