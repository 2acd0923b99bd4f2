/** The server of a dry run: reads go to GitHub where there is a token, writes become files that a person can look at. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { GitHubClient } from "../../github/api/client.ts";
import type { GitHubApi } from "../../publish/result/ports.ts";
import { writeJson } from "../../session/bundle.ts";
import type { PublishGit } from "../../workspace/push.ts";
import type { JobInputs } from "./inputs.ts";

export interface Outbox {
  readonly client: GitHubApi;
  readonly git: (git: PublishGit) => PublishGit;
}

/** Where the outbox of a job is: in the bundle, or beside one that another job left, for what lay in that would be refused. */
export function outboxDir({ bundleDir, phase }: Pick<JobInputs, "bundleDir" | "phase">): string {
  return phase === "publish" ? `${bundleDir}-outbox` : join(bundleDir, "outbox");
}

/** Writes `001-POST-….json` and so on into `dir`, in the order in which they would have been sent. */
export function createOutbox(dir: string, client: GitHubClient | undefined): Outbox {
  let count = 0;
  const put = (name: string, content: object): number => {
    count += 1;
    mkdirSync(dir, { recursive: true });
    const word = name.replace(/[^A-Za-z]+/g, "-").slice(0, 60);
    writeJson(join(dir, `${String(count).padStart(3, "0")}-${word}.json`), content);
    return count;
  };
  return {
    client: {
      request: async (route, params = {}, options) => {
        if (route.startsWith("GET ") && client !== undefined) return client.request(route, params, options);
        if (route.startsWith("GET ")) return { status: 200, headers: {}, data: {} };
        const id = put(route, { route, ...params });
        return { status: 201, headers: {}, data: { ...params, id, number: id, html_url: `file://${dir}` } };
      },
      paginate: async (route, params, options) => (client === undefined ? [] : client.paginate(route, params, options)),
    },
    git: (git) => ({
      ...git,
      push: async ({ branch, commit, expected }) => {
        put("git push", { push: `refs/heads/${branch}`, commit, expected });
        return { kind: "pushed" };
      },
    }),
  };
}
