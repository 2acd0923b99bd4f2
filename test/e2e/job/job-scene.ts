/** A GitHub double with a real repository, a model over HTTP, and the action as a runner starts it. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkout, type CheckoutOptions } from "../../doubles/checkout.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";
import type { Json } from "../../doubles/model-check.ts";
import { startModelServer, type ModelServer } from "../../doubles/model-server.ts";
import { runAction, type ActionEnd, type ActionOptions } from "../../doubles/runner.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { CANARY, FILES, FIX } from "../harness.ts";

export const TOKEN = "ghs_CANARYa1b2c3d4e5f6a7b8c9d0";
export const REPOSITORY = "octo/demo";

type EventSpec = Parameters<GitHub["event"]>[0];
type WithoutRepository<T> = T extends unknown ? Omit<T, "repository"> : never;

/** How a run is started, and from which checkout. */
type RunOptions = Partial<ActionOptions> & {
  /** The inputs of actions/checkout. Default: the commit of the event. */
  readonly checkout?: Pick<CheckoutOptions, "ref" | "fetchDepth">;
  /** Path of the workspace. Default: another one for each job. */
  readonly place?: string;
  /** What an earlier step does in the workspace. */
  readonly earlier?: (workspace: string) => Promise<unknown>;
};

export interface JobScene {
  readonly github: GitHub;
  readonly model: ModelServer;
  /** Checks out as actions/checkout does and runs the action for the event. */
  readonly run: (event: WithoutRepository<EventSpec>, more?: RunOptions) => Promise<ActionEnd>;
  /** The same for an event as it was at another moment. */
  readonly runBuilt: (event: Awaited<ReturnType<GitHub["event"]>>, more?: RunOptions) => Promise<ActionEnd>;
  /** A comment by somebody on an issue or pull request, and the run it starts. */
  readonly command: (number: number, body: string, user?: string, more?: RunOptions) => Promise<ActionEnd>;
  /**
   * Remembers everything as it is now. Each call of the returned function gives the scene as it was then, which takes no job; what
   * was given before is over by then.
   */
  readonly keep: () => () => JobScene;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface JobSceneOptions {
  readonly replies?: Parameters<typeof startModelServer>[0]["replies"];
  readonly files?: Readonly<Record<string, string>>;
  readonly token?: Parameters<GitHub["addToken"]>[1];
  readonly repository?: Partial<Parameters<GitHub["addRepository"]>[0]>;
  /** What earlier steps of a job do in its checkout. */
  readonly prepare?: (dir: string) => Promise<void>;
  /** Whether `dist/main.js` runs, as on GitHub's runner. Default: where an option of the run needs a process. */
  readonly isProcess?: boolean;
}

/**
 * What a model says again that ended a fix without a change and is asked whether that was all. Most scripts are about other things,
 * so that these requests are answered here, and do not count.
 */
function repeatedEnd(json: Json): string | undefined {
  const { messages } = json as { readonly messages?: readonly { readonly role: string; readonly content?: unknown }[] };
  const asked = messages?.at(-1)?.content;
  if (typeof asked !== "string" || !asked.startsWith("You were asked for a change")) return undefined;
  const said = messages?.findLast(({ role }) => role === "assistant")?.content;
  return typeof said === "string" ? said : "There is nothing to change.";
}

/** `alice` may write, `mallory` may not. `await using` takes it down. */
export async function createJobScene(options: JobSceneOptions = {}): Promise<JobScene> {
  const { replies = FIX, files = FILES, token = {}, repository = {}, prepare, isProcess } = options;
  const github = await startGitHub();
  github.addUser("alice");
  github.addUser("mallory");
  await github.addRepository({ name: REPOSITORY, files, roles: { alice: "write", mallory: "read" }, ...repository });
  github.addToken(TOKEN, token);
  const server: ModelServer = await startModelServer({
    replies: (request, n) => {
      const words = repeatedEnd(request.json);
      if (words !== undefined) return { text: words };
      const nudges = server.requests.slice(0, n).filter(({ json }) => repeatedEnd(json) !== undefined).length;
      if (typeof replies === "function") return replies(request, n - nudges);
      return replies[n - nudges] ?? { status: 400, body: `no reply is scripted for request ${n - nudges}` };
    },
    apiKey: CANARY,
  });
  const model: ModelServer = {
    ...server,
    get requests() {
      return server.requests.filter(({ json }) => repeatedEnd(json) === undefined);
    },
  };
  const scratch = createScratch();
  const ends: ActionEnd[] = [];
  let runs = 0;
  const run: JobScene["run"] = async (spec, more) =>
    runBuilt(await github.event({ repository: REPOSITORY, ...spec }), more);
  const runBuilt: JobScene["runBuilt"] = async (event, options = {}) => {
    const { checkout: asked, earlier, place, ...more } = options;
    const workspace = place ?? join(scratch.dir, `workspace-${(runs += 1)}`);
    rmSync(workspace, { recursive: true, force: true }); // a hosted runner has an empty one for each job
    const tag = more.ref?.startsWith("refs/tags/") === true ? { ref: more.ref } : {};
    const at = more.sha === undefined ? tag : { sha: more.sha };
    const sha = await checkout({ github, repository: REPOSITORY, dir: workspace, token: TOKEN, ...(asked ?? at) });
    await earlier?.(workspace);
    await prepare?.(workspace);
    const end = await runAction({
      event,
      repository: REPOSITORY,
      workspace,
      sha,
      apiUrl: github.url,
      token: TOKEN,
      ...(isProcess === undefined ? {} : { isProcess }),
      ...more,
      inputs: { model: "openai/test-model", "api-key": CANARY, "base-url": model.url, ...more.inputs },
    });
    ends.push(end);
    return end;
  };
  const keep: JobScene["keep"] = () => {
    const putBack = [github.keep(), model.keep()];
    const before = ends.splice(0);
    process.once("exit", () => [...before, scratch].forEach((end) => end[Symbol.dispose]()));
    return () => {
      for (const put of putBack) put();
      return { ...scene, [Symbol.asyncDispose]: async () => check() };
    };
  };
  const check = (): void => {
    for (const end of ends.splice(0)) end[Symbol.dispose]();
    github.check();
    model.check();
  };
  const scene: JobScene = {
    github,
    model,
    run,
    runBuilt,
    command: (number, body, user = "alice", more = {}) => {
      const comment = github.addComment(REPOSITORY, number, { body, user });
      return run({ event: "issue_comment", number, comment, sender: user }, more);
    },
    keep,
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) end[Symbol.dispose]();
      await github.close();
      await model.close();
      scratch[Symbol.dispose]();
    },
  };
  return scene;
}

/** Bodies of the comments of a thread by `github-actions[bot]`. */
export function ownComments(github: GitHub, number: number): string[] {
  return github
    .thread(REPOSITORY, number)
    .comments.filter(({ user }) => user.login === "github-actions[bot]")
    .map(({ body }) => body);
}
