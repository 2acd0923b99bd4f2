/** What a person still has to click, with the addresses. */

import { REPOSITORY } from "../../base/version.ts";
import { originRepository } from "../../job/context/origin-repository.ts";
import type { World } from "../../run/open/request.ts";
import { findCheckout } from "../../workspace/checkout.ts";

/** The server without a slash at the end, and `owner/name`, which is undefined where the remote `origin` is not on that server. */
export function homePageOf({ env, cwd }: Pick<World, "env" | "cwd">) {
  const serverUrl = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
  return { serverUrl, repository: env["GITHUB_REPOSITORY"] || originRepository(findCheckout(cwd), serverUrl) };
}

export function nextSteps({ serverUrl, repository }: ReturnType<typeof homePageOf>): readonly string[] {
  const settings = (path: string, clicks: string): string =>
    repository === undefined ? `Settings → ${clicks} of the repository` : `${serverUrl}/${repository}/settings/${path}`;
  const owner = repository?.split("/")[0];
  return [
    `add the secret KIMI_API_KEY: ${settings("secrets/actions/new", "Secrets and variables → Actions")}`,
    `tick "Allow GitHub Actions to create and approve pull requests": ${settings("actions", "Actions → General")}`,
    `in the workflow, replace ${REPOSITORY} with the place where you keep kimi-runner, pinned to a commit; if it is private, allow access in its own Settings → Actions → General → Access`,
    `if the organisation allows selected actions only, add it and those that the workflow uses: ${owner === undefined ? "its Settings → Actions" : `${serverUrl}/organizations/${owner}/settings/actions`}`,
    "bring the files to the default branch: comments and schedules start only the workflows that are there",
  ];
}
