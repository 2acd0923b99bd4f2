/** The context of a job from a payload file: what the toolkit reads inside of a workflow, for a laptop. */

import { readFileSync } from "node:fs";
import { eventNameOf } from "../../github/event/event.ts";
import { configError } from "../../protocol/error.ts";
import type { World } from "../../run/open/request.ts";
import type { WorkflowContext } from "./github-job.ts";

export interface EventFile {
  readonly path: string;
  /** What the runner says in GITHUB_EVENT_NAME; guessed from the payload when left out. */
  readonly name?: string | undefined;
}

/** Variables of the runner win where they are set; the rest is github.com's. Throws `config.invalid` naming the file. */
export function readEventFile({ path, name }: EventFile, env: World["env"]): WorkflowContext {
  const payload = readPayload(path);
  const [owner = "", repo = ""] = (env["GITHUB_REPOSITORY"] || repositoryOf(payload) || "").split("/");
  return {
    eventName: name ?? env["GITHUB_EVENT_NAME"] ?? eventNameOf(payload),
    payload,
    payloadFile: path,
    repo: { owner, repo },
    ref: env["GITHUB_REF"] ?? "",
    serverUrl: env["GITHUB_SERVER_URL"] || "https://github.com",
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    graphqlUrl: env["GITHUB_GRAPHQL_URL"] || undefined,
    runId: Number.parseInt(env["GITHUB_RUN_ID"] ?? "", 10),
    runAttempt: Number.parseInt(env["GITHUB_RUN_ATTEMPT"] ?? "", 10),
  };
}

function readPayload(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw configError(
      `The event payload cannot be read: ${path}: ${cause instanceof Error ? cause.message : ""}.`,
      "Give a JSON file.",
    );
  }
}

function repositoryOf(payload: unknown): string | undefined {
  const { repository } = (payload ?? {}) as { readonly repository?: { readonly full_name?: unknown } };
  return typeof repository?.full_name === "string" ? repository.full_name : undefined;
}
