/**
 * A runner for tests: starts `dist/main.js` as GitHub's runner starts a JavaScript action - environment, inputs with the
 * defaults of action.yml, event file, command files - and reads everything back as the runner does.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { actionHere } from "./action-here.ts";
import { give } from "./as-user.ts";
import type { ArtifactService } from "./artifact-service.ts";
import { addCanary, filesReceived, requireNoCanary } from "./canaries.ts";
import { parseCommandFile, parseCommands, type Command } from "./command-files.ts";
import { IS_FULL } from "./size.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** To compile the program anew takes a process a fifth of its time. */
const COMPILED = join(ROOT, "node_modules/.cache/kimi-tests");

export interface ActionOptions {
  /** Inputs that the workflow gives; the rest gets the defaults of action.yml. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Name and payload of the event. */
  readonly event: { readonly name: string; readonly payload: unknown };
  /** `owner/name`. */
  readonly repository: string;
  readonly workspace: string;
  readonly sha: string;
  /** Default `refs/heads/main`. */
  readonly ref?: string;
  /** Default `alice`. */
  readonly actor?: string;
  /** What `${{ github.token }}` is. */
  readonly token?: string;
  /** REST base of the GitHub double; GraphQL is under it. */
  readonly apiUrl: string;
  /** Default: the API's server as github.localhost. The artifact library refuses 127.0.0.1; git finds every `.localhost`. */
  readonly serverUrl?: string;
  /** Without it there is no runtime token, as in `run:` steps and under act without an artifact server. */
  readonly artifacts?: ArtifactService;
  /** Added to the environment, or taken from it where undefined. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** On a terminal of its own, as act starts steps; needs `script` on the machine. */
  readonly pty?: boolean;
  /** Whose process the action is; what it must write to has to be theirs. Default whoever tests. */
  readonly user?: number;
  /** The file to start; action.yml is always this repository's. */
  readonly entry?: string;
  /**
   * Whether `dist/main.js` runs as a process, as on GitHub's runner, or the action in this process, which takes a third of the
   * time. Default: a process where an option of this object needs one.
   */
  readonly isProcess?: boolean;
  readonly onStart?: (child: ChildProcess, workspace: string) => void;
  /** Called with each piece of the log. `child` is there where the action runs as a process. */
  readonly onLog?: (text: string, child?: ChildProcess) => void;
}

export interface ActionEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  /** What the step exports for later ones. */
  readonly env: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  readonly summary: string;
  /** Workflow commands, foreign text that became one included. */
  readonly commands: readonly Command[];
  /** Standard output and error as the log shows them: masked, `add-mask` lines left out. */
  readonly log: string;
  /** The same bytes before masking. */
  readonly raw: string;
  /** Names of the artifacts that were finished. */
  readonly artifacts: readonly string[];
  /** Files that are left in RUNNER_TEMP are read by this before the folder goes. */
  readonly tempDir: string;
  readonly [Symbol.dispose]: () => void;
}

/**
 * Runs the action to its end. `using` removes its RUNNER_TEMP. Throws when a secret was in the log, in a command file or in a
 * file that was left, and when a later step would get another environment.
 */
export async function runAction(options: ActionOptions): Promise<ActionEnd> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "kimi-test-runner-")));
  const files = commandFiles(home, options.event.payload);
  const env = { ...runnerEnv(options, home, files), ...inputsEnv(options), ...options.env };
  if (options.user !== undefined) give(home, options.user);
  addCanary("the token", options.token ?? "");
  for (const name of ["api-key", "session-key"]) addCanary(`the input ${name}`, options.inputs[name] ?? "");
  const {
    code,
    signal,
    raw,
    outputs = {},
  } = await (needsProcess(options) ? start(options, env) : actionHere(env, options.workspace, options.onLog));
  const commands = parseCommands(raw);
  const masks = commands.filter(({ name }) => name === "add-mask").map(({ value }) => value);
  const read = (name: keyof typeof files): string => readFileSync(files[name], "utf8");
  const exported = read("GITHUB_ENV") + read("GITHUB_PATH");
  if (exported !== "" && options.entry === undefined)
    throw new Error(`Later steps would get another environment: ${exported}`);
  requireNoCanary([
    { where: "the log", bytes: withoutMasks(raw) },
    ...filesReceived(home, (path) => path === "_temp/_github_workflow/event.json"),
  ]);
  return {
    code,
    signal,
    outputs: { ...parseCommandFile(read("GITHUB_OUTPUT")), ...outputs },
    state: parseCommandFile(read("GITHUB_STATE")),
    env: parseCommandFile(read("GITHUB_ENV")),
    path: read("GITHUB_PATH")
      .split(/\r?\n/)
      .filter((line) => line !== ""),
    summary: read("GITHUB_STEP_SUMMARY"),
    commands,
    log: masked(raw, masks),
    raw,
    artifacts: (options.artifacts?.artifacts ?? []).map(({ name }) => name),
    tempDir: join(home, "_temp"),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}

const COMMAND_FILES = ["GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"] as const;
type CommandFile = (typeof COMMAND_FILES)[number] | "GITHUB_EVENT_PATH";

function commandFiles(home: string, payload: unknown): Readonly<Record<CommandFile, string>> {
  const folder = join(home, "_temp", "_runner_file_commands");
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(home, "_temp", "_github_workflow"));
  mkdirSync(join(home, "_tool"));
  const event = join(home, "_temp", "_github_workflow", "event.json");
  writeFileSync(event, JSON.stringify(payload, null, 2));
  const files = COMMAND_FILES.map(
    (name) => [name, join(folder, `${name.slice("GITHUB_".length).toLowerCase()}_1`)] as const,
  );
  for (const [, path] of files) writeFileSync(path, "");
  return { ...(Object.fromEntries(files) as Record<(typeof COMMAND_FILES)[number], string>), GITHUB_EVENT_PATH: event };
}

/** What a hosted Linux runner sets for a step; GITHUB_TOKEN is not among it. */
function runnerEnv(
  options: ActionOptions,
  home: string,
  files: Readonly<Record<CommandFile, string>>,
): Record<string, string> {
  const { event, repository, sha, ref = "refs/heads/main", actor = "alice", apiUrl, artifacts } = options;
  const [owner = ""] = repository.split("/");
  const pull = (
    event.payload as { readonly pull_request?: { readonly head?: { ref?: string }; readonly base?: { ref?: string } } }
  ).pull_request;
  const workflow = `${repository}/.github/workflows/kimi.yml@refs/heads/main`;
  return {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: home,
    LANG: "C.UTF-8",
    CI: "true",
    ...files,
    GITHUB_ACTION: "__self",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_ACTION_REF: "",
    GITHUB_ACTION_REPOSITORY: "",
    GITHUB_ACTOR: actor,
    GITHUB_ACTOR_ID: "1",
    GITHUB_API_URL: apiUrl,
    GITHUB_BASE_REF: event.name.startsWith("pull_request") ? (pull?.base?.ref ?? "") : "",
    GITHUB_EVENT_NAME: event.name,
    GITHUB_GRAPHQL_URL: `${apiUrl}/graphql`,
    GITHUB_HEAD_REF: event.name.startsWith("pull_request") ? (pull?.head?.ref ?? "") : "",
    GITHUB_JOB: "kimi",
    GITHUB_REF: ref,
    GITHUB_REF_NAME: ref.replace(/^refs\/(heads|tags|pull)\//, ""),
    GITHUB_REF_PROTECTED: "false",
    GITHUB_REF_TYPE: ref.startsWith("refs/tags/") ? "tag" : "branch",
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_ID: "1",
    GITHUB_REPOSITORY_OWNER: owner,
    GITHUB_REPOSITORY_OWNER_ID: "1",
    GITHUB_RETENTION_DAYS: "90",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_RUN_ID: "4242",
    GITHUB_RUN_NUMBER: "7",
    GITHUB_SERVER_URL: options.serverUrl ?? apiUrl.replace("127.0.0.1", "github.localhost"),
    GITHUB_SHA: sha,
    GITHUB_TRIGGERING_ACTOR: actor,
    GITHUB_WORKFLOW: "kimi",
    GITHUB_WORKFLOW_REF: workflow,
    GITHUB_WORKFLOW_SHA: sha,
    GITHUB_WORKSPACE: options.workspace,
    RUNNER_ARCH: "X64",
    RUNNER_ENVIRONMENT: "github-hosted",
    RUNNER_NAME: "double",
    RUNNER_OS: "Linux",
    RUNNER_TEMP: join(home, "_temp"),
    RUNNER_TOOL_CACHE: join(home, "_tool"),
    ...(artifacts === undefined
      ? {}
      : {
          ACTIONS_RUNTIME_TOKEN: artifacts.token,
          ACTIONS_RESULTS_URL: artifacts.url,
          ACTIONS_RUNTIME_URL: artifacts.url,
        }),
  };
}

/** Every declared input is set, with the workflow's value, its default or nothing; an undeclared one is a test's mistake. */
function inputsEnv({ inputs, token = "" }: ActionOptions): Record<string, string> {
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as {
    readonly inputs: Readonly<Record<string, { readonly default?: string | number | boolean } | null>>;
  };
  const unknown = Object.keys(inputs).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`action.yml declares no input ${unknown.join(", ")}.`);
  const entries = Object.entries(action.inputs).map(([name, declared]) => {
    const fallback = String(declared?.default ?? "");
    const value = inputs[name] ?? fallback.replaceAll(/\$\{\{\s*github\.token\s*\}\}/g, token);
    return [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value] as const;
  });
  return Object.fromEntries(entries);
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly raw: string;
  /** Those that did not go through the command file. */
  readonly outputs?: Readonly<Record<string, string>>;
}

/** Crash points end a process. */
function needsProcess({ isProcess, pty, user, entry, env, onStart }: ActionOptions): boolean {
  const named = [pty, user, entry, env?.["KIMI_CRASH_AT"], onStart];
  return isProcess ?? (IS_FULL || named.some((option) => option !== undefined));
}

function start(options: ActionOptions, env: Readonly<Record<string, string | undefined>>): Promise<Ended> {
  const { workspace, pty = false, entry = join(ROOT, "dist/main.js"), user, onStart, onLog } = options;
  const quoted = [process.execPath, entry].map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(" ");
  const [program, args] = pty ? ["script", ["-qefc", quoted, "/dev/null"]] : [process.execPath, [entry]];
  const child = spawn(program, args, {
    cwd: workspace,
    env: { ...env, NODE_COMPILE_CACHE: COMPILED },
    stdio: ["ignore", "pipe", "pipe"],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  onStart?.(child, workspace);
  let raw = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      raw += text;
      onLog?.(text, child);
    });
  }
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => done({ code, signal, raw }));
  });
}

function masked(raw: string, masks: readonly string[]): string {
  return masks.filter((mask) => mask !== "").reduce((text, mask) => text.replaceAll(mask, "***"), withoutMasks(raw));
}

/** The runner prints none of these lines. */
function withoutMasks(raw: string): string {
  return raw
    .split("\n")
    .filter((line) => !/^\s*::add-mask::/.test(line))
    .join("\n");
}
