/** The outbox of a dry run: reads go to GitHub, and writes become files that a person can look at. */

import { join } from "node:path";
import type { GitHubClient } from "../../github/api/client.ts";
import type { GitHubApi } from "../../publish/result/ports.ts";
import { writeJson } from "../../session/bundle.ts";
import type { PublishGit } from "../../workspace/push.ts";
import type { JobInputs } from "./inputs.ts";

export interface Outbox {
  readonly api: GitHubApi;
  readonly wrapGit: (git: PublishGit) => PublishGit;
}

/** The outbox of a job. One per job, because it numbers its files. */
export function outboxOf(inputs: Pick<JobInputs, "publish" | "bundleDir" | "phase">, client: GitHubClient): Outbox {
  return inputs.publish === "dry" ? createOutbox(outboxDir(inputs), client) : { api: client, wrapGit: (git) => git };
}

/** Folder of the outbox: in the bundle, or beside the bundle of another job, to which no file may be added. */
export function outboxDir({ bundleDir, phase }: Pick<JobInputs, "bundleDir" | "phase">): string {
  return phase === "publish" ? `${bundleDir}-outbox` : join(bundleDir, "outbox");
}

/** Writes `001-POST-….json` and so on into `dir`, in the order in which the requests would be sent. */
function createOutbox(dir: string, client: GitHubClient): Outbox {
  let count = 0;
  const put = (name: string, content: object): number => {
    count += 1;
    const word = name.replace(/[^A-Za-z]+/g, "-").slice(0, 60);
    writeJson(join(dir, `${String(count).padStart(3, "0")}-${word}.json`), content);
    return count;
  };
  return {
    api: {
      request: async (route, params = {}, options) => {
        if (route.startsWith("GET ")) return client.request(route, params, options);
        const id = put(route, { route, ...params });
        return { status: 201, headers: {}, data: { ...params, id, number: id, html_url: `file://${dir}` } };
      },
      paginate: client.paginate,
      graphql: async (query, variables = {}, options) => {
        if (!/^\s*mutation\b/.test(query)) return client.graphql(query, variables, options);
        const [, name = "mutation"] = /\{\s*(\w+)/.exec(query) ?? [];
        put(`graphql ${name}`, { query, ...variables });
        return {};
      },
    },
    wrapGit: (git) => ({
      ...git,
      push: async ({ branch, commit, expected }) => {
        put("git push", { push: `refs/heads/${branch}`, commit, expected });
        return { kind: "pushed" };
      },
    }),
  };
}
