/**
 * Labels by name on a Gitea server. It compares names exactly and passes over one that it does not know, where GitHub ignores case, so
 * names are written as the repository has them.
 */

import { member } from "../../base/member.ts";
import type { ApiResponse } from "./call.ts";
import { notThere } from "./failure.ts";
import { listOf } from "./gitea-answers.ts";

type Params = Readonly<Record<string, unknown>>;
type Send = (route: string, params: Params) => Promise<ApiResponse>;

const REPO = "/repos/{owner}/{repo}";
/** 1,000 labels. */
const MAX_PAGES = 20;
const PER_PAGE = 50;

/** The label of a repository with this name, in any case. */
export async function labelNamed(send: Send, { owner, repo, name }: Params): Promise<ApiResponse> {
  const [data] = await labelsNamed(send, { owner, repo }, [String(name)]);
  if (data === undefined) throw notThere(`the label ${String(name)}`);
  return { status: 200, headers: {}, data };
}

/** Adds labels to an issue. */
export async function labelGiteaIssue(send: Send, { owner, repo, index, labels }: Params): Promise<ApiResponse> {
  const names = listOf(labels).map(String);
  const known = await labelsNamed(send, { owner, repo }, names);
  const spelled = names.map((name, at) => member(known[at], "name") ?? name);
  return await send(`POST ${REPO}/issues/{index}/labels`, { owner, repo, index, labels: spelled });
}

/** The labels with these names, in their order; undefined for a name that the repository does not have. */
async function labelsNamed(send: Send, at: Params, names: readonly string[]): Promise<readonly unknown[]> {
  const known = new Map<string, unknown>();
  const found = (): readonly unknown[] => names.map((name) => known.get(name.toLowerCase()));
  for (let page = 1; page <= MAX_PAGES && found().includes(undefined); page += 1) {
    const labels = listOf((await send(`GET ${REPO}/labels`, { ...at, page, limit: PER_PAGE })).data);
    if (labels.length === 0) break;
    for (const label of labels) {
      const name = String(member(label, "name")).toLowerCase();
      if (!known.has(name)) known.set(name, label);
    }
  }
  return found();
}
