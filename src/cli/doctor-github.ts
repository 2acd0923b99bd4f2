/** The doctor's look at GitHub: what a `/kimi fix` on an issue would need there. It only reads, and asks nothing without a token. */

import type { PreflightCheck } from "../github/preflight/preflight-check.ts";
import { preflight, TIMEOUT_MS } from "../github/preflight/preflight.ts";
import { describeError } from "../protocol/error.ts";
import { findCheckout } from "../workspace/checkout.ts";
import { OWN_BRANCH } from "../job/context/examine.ts";
import { contextOfVariables, githubJob } from "../job/context/github-job.ts";
import { jobClient } from "../job/context/job-client.ts";
import { whoAmI } from "../job/context/job-context.ts";
import { originRepository } from "../job/context/origin-repository.ts";
import type { World } from "../run/open/request.ts";

/** Never rejects. */
export async function examineGitHub(world: Pick<World, "env" | "cwd" | "err">): Promise<readonly PreflightCheck[]> {
  const { env, cwd } = world;
  const token = env["GITHUB_TOKEN"];
  if (!token) return [notAsked("GITHUB_TOKEN is not set.", "Set it to see token rights, branch rules and settings.")];
  try {
    const context = contextOfVariables(env, { eventName: "", payload: {} });
    const { serverUrl } = context;
    const repository = env["GITHUB_REPOSITORY"] || originRepository(findCheckout(cwd), serverUrl);
    const [owner = "", repo = ""] = (repository ?? "").split("/");
    if (owner === "" || repo === "") {
      const { host } = new URL(serverUrl);
      return [notAsked(`The checkout has no origin on ${host}.`, "Set GITHUB_REPOSITORY to owner/name.")];
    }
    const job = githubJob({ ...context, repo: { owner, repo } }, env);
    // One attempt: the doctor reports a server that does not answer, and does not wait for it.
    const once = { repeat: "never", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
    const client = jobClient({ token, commit: "git", publish: "none" }, job, world);
    return await preflight(client, {
      owner,
      repo,
      serverUrl: job.serverUrl,
      token,
      wants: { push: true, pullRequest: true, comment: true },
      target: Promise.resolve(OWN_BRANCH),
      self: whoAmI({
        graphql: (query) => client.graphql(query, {}, once),
        request: (route) => client.request(route, {}, once),
      }),
      artifacts: env["GITHUB_ACTIONS"] ? job.artifacts : undefined,
    });
  } catch (error) {
    return [notAsked(describeError(error), "Run it in a checkout.")];
  }
}

function notAsked(reason: string, fix: string): PreflightCheck {
  return { name: "github", ok: "unknown", detail: `GitHub was not asked: ${reason}`, fix };
}
