/** The doctor's look at GitHub: what a `/kimi fix` on an issue would need there. Reads only; without a token nothing is asked. */

import { systemClock } from "../base/clock.ts";
import { proxyEnvOf } from "../base/proxy-env.ts";
import { createGitHub } from "../github/api/client.ts";
import { artifactAccess } from "../github/api/forge.ts";
import type { PreflightCheck } from "../github/preflight/preflight-check.ts";
import { preflight } from "../github/preflight/preflight.ts";
import { describeError } from "../protocol/error.ts";
import { findCheckout } from "../workspace/checkout.ts";
import { originRepository } from "../job/context/origin-repository.ts";
import { OWN_BRANCH } from "../job/context/examine.ts";
import { whoAmI } from "../job/context/job-context.ts";
import type { World } from "../run/open/request.ts";

/** Never rejects. */
export async function examineGitHub({ env, cwd }: Pick<World, "env" | "cwd">): Promise<readonly PreflightCheck[]> {
  const token = env["GITHUB_TOKEN"];
  if (!token) return [notAsked("GITHUB_TOKEN is not set.", "Set it to see token rights, branch rules and settings.")];
  const serverUrl = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
  const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
  try {
    const [owner = "", repo = ""] = (
      env["GITHUB_REPOSITORY"] ||
      originRepository(findCheckout(cwd), serverUrl) ||
      ""
    ).split("/");
    if (owner === "" || repo === "") {
      const { host } = new URL(serverUrl);
      return [notAsked(`The checkout has no origin on ${host}.`, "Set GITHUB_REPOSITORY to owner/name.")];
    }
    const client = createGitHub({
      clock: systemClock,
      token,
      apiUrl,
      graphqlUrl: env["GITHUB_GRAPHQL_URL"] || undefined,
      userAgent: "kimi-runner",
      proxyEnv: proxyEnvOf(env),
    });
    return await preflight(client, {
      owner,
      repo,
      serverUrl,
      token,
      wants: { push: true, pullRequest: true, comment: true },
      target: Promise.resolve(OWN_BRANCH),
      // Once: a server that is not there is told, not waited for.
      self: whoAmI({ ...client, graphql: (query) => client.graphql(query, {}, { repeat: "never" }) }),
      artifacts: env["GITHUB_ACTIONS"] ? artifactAccess({ serverUrl, apiUrl }, env) : undefined,
    });
  } catch (error) {
    return [notAsked(describeError(error), "Run it in a checkout.")];
  }
}

function notAsked(reason: string, fix: string): PreflightCheck {
  return { name: "github", ok: "unknown", detail: `GitHub was not asked: ${reason}`, fix };
}
