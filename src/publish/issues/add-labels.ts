/** Labels of an issue or pull request. Labels that people added stay. */

import { crashAt } from "../../base/crash.ts";
import { inRepo, REPEATABLE, type GitHubApi, type Repo } from "../result/ports.ts";

const LABELS = "/repos/{owner}/{repo}/issues/{issue_number}/labels";

/** Adds labels; those that are there already stay once. Rejects as the client does. */
export async function addLabels(
  { client, repo }: { readonly client: GitHubApi; readonly repo: Repo },
  issue_number: number,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return;
  crashAt("issue.label.before");
  await client.request(`POST ${LABELS}`, { ...inRepo(repo), issue_number, labels }, REPEATABLE);
  crashAt("issue.label.after");
}
