/**
 * A Gitea or Forgejo that runs elsewhere, for tests: its API as several people, and a runner that takes jobs from it and starts the
 * action with what the server hands to a runner. Nothing of it is our own but the steps of the workflow.
 */

import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runGit } from "./git-client.ts";
import { runAction, type ActionEnd, type ActionOptions } from "./runner.ts";
import { createScratch } from "./scratch.ts";

export interface GiteaPlace {
  readonly url: string;
  /** Of an administrator of the server, for everything. */
  readonly token: string;
}

/** The server that the variables name; the reason where there is none. */
export function giteaPlace(env: Readonly<Record<string, string | undefined>>): GiteaPlace | string {
  if (env["KIMI_TESTS"] !== "full") return "KIMI_TESTS is not full";
  const [url, token] = [env["KIMI_GITEA_URL"], env["KIMI_GITEA_TOKEN"]];
  if (!url || !token) return "KIMI_GITEA_URL and KIMI_GITEA_TOKEN name no Gitea and no token of its administrator";
  return { url: url.replace(/\/+$/, ""), token };
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of a server, read by tests alone
export type Answer = any;

/** A job as the server hands it to a runner. */
interface GiteaTask {
  readonly id: string;
  readonly context: Answer;
}

export interface GiteaHub {
  /** `owner/name`. */
  readonly repository: string;
  readonly people: Readonly<Record<"owner" | "stranger" | "bot", Person>>;
  readonly api: (who: Person, method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly git: (dir: string, ...args: readonly string[]) => Promise<string>;
  readonly cloneUrl: (who: Person, repository?: string) => string;
  /** The next job whose context fits; others are ended as they come. */
  readonly task: (fits: (context: Answer) => boolean) => Promise<GiteaTask>;
  /** Runs the action as the job's step, with the token of `bot` or with the job's own. */
  readonly act: (task: GiteaTask, more: { token?: "job"; inputs: ActionOptions["inputs"] }) => Promise<ActionEnd>;
  /** A comment, and the job that it starts. */
  readonly say: (who: Person, number: number, body: string) => Promise<GiteaTask>;
  /** A folder that goes with the hub. */
  readonly dir: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

interface Person {
  readonly login: string;
  readonly token: string;
}

const WORKFLOW = `on:
  issue_comment: { types: [created] }
  issues: { types: [opened, labeled] }
  pull_request: { types: [opened, synchronize] }
jobs: { kimi: { runs-on: LABEL, steps: [{ run: "true" }] } }
`;

/** Makes people, a repository with these files, and a runner of its own. */
export async function createGiteaHub(place: GiteaPlace, files: Readonly<Record<string, string>>): Promise<GiteaHub> {
  const scratch = createScratch();
  const key = randomBytes(4).toString("hex");
  const call = async (token: string, method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${place.url}${path}`, {
      method,
      headers: { authorization: token, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const api: GiteaHub["api"] = async ({ token }, method, path, body) =>
    await call(`token ${token}`, method, `/api/v1${path}`, body);
  const admin = { login: "admin", token: place.token };
  const person = async (role: string): Promise<Person> => {
    const [login, password] = [`${role}-${key}`, randomBytes(12).toString("hex")];
    const email = `${login}@example.com`;
    await api(admin, "POST", "/admin/users", { username: login, email, password, must_change_password: false });
    const basic = `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`;
    const scopes = ["write:repository", "write:issue", "read:user"];
    const { sha1 } = await call(basic, "POST", `/api/v1/users/${login}/tokens`, { name: "test", scopes });
    return { login, token: sha1 };
  };
  const people = { owner: await person("owner"), stranger: await person("stranger"), bot: await person("bot") };
  const { owner, stranger, bot } = people;
  await api(admin, "POST", `/admin/users/${owner.login}/repos`, { name: "demo", default_branch: "main" });
  const repository = `${owner.login}/demo`;
  for (const [{ login }, permission] of [
    [stranger, "read"],
    [bot, "admin"],
  ] as const)
    await api(owner, "PUT", `/repos/${repository}/collaborators/${login}`, { permission });
  const git: GiteaHub["git"] = async (dir, ...args) => {
    const { code, out, err } = await runGit(dir, ...args);
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${err}`);
    return out;
  };
  const cloneUrl: GiteaHub["cloneUrl"] = ({ login, token }, name = repository) =>
    `${place.url.replace("://", `://${login}:${token}@`)}/${name}.git`;
  const start = join(scratch.dir, "start");
  const label = `kimi-${key}`;
  for (const [path, text] of Object.entries({
    ...files,
    ".gitea/workflows/kimi.yml": WORKFLOW.replace("LABEL", label),
  })) {
    mkdirSync(dirname(join(start, path)), { recursive: true });
    writeFileSync(join(start, path), text);
  }
  await git(start, "init", "-q", "-b", "main");
  await git(start, "add", "-A");
  await git(start, "commit", "-qm", "start");
  await git(start, "push", "-q", cloneUrl(owner), "main");
  const runner = async (name: string, body: unknown, as = {}): Promise<Answer> => {
    const headers = { "content-type": "application/json", ...as };
    const url = `${place.url}/api/actions/runner.v1.RunnerService/${name}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  };
  const { token: registration } = await api(owner, "POST", `/repos/${repository}/actions/runners/registration-token`);
  const registered = await runner("Register", { name: label, token: registration, version: "1", labels: [label] });
  const self = { "x-runner-uuid": registered.runner.uuid, "x-runner-token": registered.runner.token };
  await runner("Declare", { version: "1", labels: [label] }, self);
  const end = async (id: string): Promise<void> => {
    const at = new Date().toISOString();
    await runner("UpdateTask", { state: { id, result: "RESULT_SUCCESS", startedAt: at, stoppedAt: at } }, self);
  };
  const task: GiteaHub["task"] = async (fits) => {
    for (let tries = 0; tries < 120; tries += 1) {
      const { task: found } = await runner("FetchTask", { tasksVersion: "0" }, self);
      if (found === undefined) await delay(250);
      else if (fits(found.context)) return found;
      else await end(found.id);
    }
    throw new Error("The server started no such job within 30 s.");
  };
  // A push is worked off beside it; before that the server sees an empty repository and starts nothing.
  for (let tries = 0; tries < 120 && (await api(owner, "GET", `/repos/${repository}`)).empty === true; tries += 1)
    await delay(250);
  let runs = 0;
  return {
    repository,
    people,
    api,
    git,
    cloneUrl,
    task,
    dir: scratch.dir,
    say: async (who, number, body) => {
      await api(who, "POST", `/repos/${repository}/issues/${number}/comments`, { body });
      return await task(({ event }) => event.comment?.body === body && event.sender.login === who.login);
    },
    act: async ({ id, context }, { token, inputs }) => {
      const workspace = join(scratch.dir, `workspace-${(runs += 1)}`);
      await git(scratch.dir, "clone", "-q", cloneUrl(owner), workspace);
      await git(workspace, "checkout", "-q", context.sha);
      await git(workspace, "remote", "set-url", "origin", `${place.url}/${repository}.git`);
      const ended = await runAction({
        event: { name: context.event_name, payload: context.event },
        repository: context.repository,
        workspace,
        sha: context.sha,
        ref: context.ref,
        actor: context.actor,
        token: token === "job" ? context.token : bot.token,
        apiUrl: context.api_url,
        serverUrl: context.server_url,
        isProcess: true,
        env: {
          GITEA_ACTIONS: "true",
          GITHUB_GRAPHQL_URL: context.graphql_url,
          GITHUB_RUN_ID: context.run_id,
          GITHUB_WORKFLOW_REF: undefined,
          ACTIONS_RUNTIME_TOKEN: context.gitea_runtime_token,
          ACTIONS_RESULTS_URL: context.server_url,
        },
        inputs,
      });
      await end(id);
      return ended;
    },
    [Symbol.asyncDispose]: async () => {
      for (const { login } of [owner, stranger, bot]) await api(admin, "DELETE", `/admin/users/${login}?purge=true`);
      scratch[Symbol.dispose]();
    },
  };
}
