/** `kimi-runner doctor`: checks whether this machine has what a run needs, before anything is spent. */

import { execFileSync } from "node:child_process";
import { plainText } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import { counted, namedUpTo } from "../base/words.ts";
import { unsealedWords } from "../protocol/cell.ts";
import type { PreflightCheck } from "../github/preflight/preflight-check.ts";
import { describeError } from "../protocol/error.ts";
import type { HiddenPaths } from "../run/hidden/hidden-paths.ts";
import { defaultModel, loadModel } from "../run/open/model.ts";
import { openWorkbench, type WorkbenchOptions } from "../run/open/workbench.ts";
import { browserInCell, toolsInCell } from "./doctor/tools-in-cell.ts";
import { preflight, TIMEOUT_MS } from "../github/preflight/preflight.ts";
import { findCheckout } from "../workspace/checkout.ts";
import { OWN_BRANCH } from "../job/context/examine.ts";
import { contextOfVariables, githubJob } from "../job/context/github-job.ts";
import { jobClient } from "../job/context/job-client.ts";
import { whoAmI } from "../job/context/job-context.ts";
import { originRepository } from "../job/context/origin-repository.ts";
import type { World } from "../run/open/request.ts";
import { trustedPathAt } from "../workspace/trusted-path.ts";
import type { Subcommand } from "./options/args.ts";
import { COMMITTED_OPTION, MODEL_OPTIONS, readRunOptions, WORKBENCH_OPTIONS } from "./options/run-options.ts";

export const doctorCommand: Subcommand = {
  usage: "doctor",
  summary: "say what is missing for a run here: git, repository, policy, sandbox, model key, GitHub",
  options: {
    ...MODEL_OPTIONS,
    ...WORKBENCH_OPTIONS,
    ...COMMITTED_OPTION,
    all: { help: "also show the probes, and this machine's tools and caches that the repository does not use" },
  },
  run: async (args, world) => {
    const { model, workbench } = readRunOptions(args, world);
    const { name = defaultModel(world.env) } = model;
    const github = examineGitHub({ ...world, cwd: workbench.cwd }); // runs while the checkout is examined
    const checked = args.has("committed") ? "committed" : "here";
    const all = args.has("all");
    let examined: Examined = { tools: [], judged: [] };
    const findings = await Promise.all([
      examine("node", async () => process.version),
      examine("git", async () =>
        execFileSync("git", ["--version"], {
          encoding: "utf8",
          env: { PATH: trustedPathAt(world.env["PATH"] ?? "", workbench.cwd) },
        }).trim(),
      ),
      examine("checkout", () => examineCheckout({ ...workbench, checked, world, all }, (found) => (examined = found))),
      examine(
        "model",
        async () => (await loadModel({ ...model, name }, world), `${name}: a key is set, nothing was sent`),
      ),
    ]);
    const there = await github;
    const found = [...findings, ...examined.tools, ...there].toSorted((a, b) => rankOf(a) - rankOf(b));
    for (const finding of found) world.out(lineOf(finding));
    for (const text of examined.judged) world.out(`${text}\n`);
    if (!all) world.out("kimi-runner doctor --all shows the probes and what else this machine has.\n");
    return [...findings, ...there].some(({ ok }) => ok === false) ? 1 : 0;
  },
};

interface Examined {
  readonly tools: readonly PreflightCheck[];
  /** What the policy was read from, in words; empty where the checkout could not be opened. */
  readonly judged: readonly string[];
}

const NAME_WIDTH = "pull requests".length;
const INDENT = " ".repeat(NAME_WIDTH + 3);
const MARKS = { true: "✓", false: "✗", unknown: "?" } as const;

/** Problems come first, and before them what makes every run fail. */
function rankOf({ ok }: PreflightCheck): number {
  return ok === true ? 2 : ok === "unknown" ? 1 : 0;
}

function lineOf({ name, ok, detail, fix }: PreflightCheck): string {
  const remedy = ok === true || fix === undefined ? "" : `\n${INDENT}→ ${fix}`;
  return `${MARKS[`${ok}`]} ${name.padEnd(NAME_WIDTH)} ${detail}${remedy}\n`;
}

async function examine(name: string, look: () => Promise<string>): Promise<PreflightCheck> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    return { name, ok: false, detail: describeError(error) };
  }
}

async function examineCheckout(
  options: WorkbenchOptions & { readonly all: boolean },
  note: (found: Examined) => void,
): Promise<string> {
  const { world, all } = options;
  const bench = await openWorkbench(options);
  try {
    const { repository, policy, cell, overlay, withoutOverlays, uncopied, browser, network } = bench;
    const { buildsInCell } = await import("./doctor/builds-in-cell.ts");
    const { networkInCell } = await import("./doctor/network-in-cell.ts");
    const { isSetUp } = await import("../run/open/set-up.ts");
    const { sandbox } = policy;
    const { env } = world;
    const { root, headCommit, branch } = repository;
    const look = { root, env, all };
    const tools = [
      ...(await toolsInCell({ ...look, cell })),
      ...(await browserInCell({ ...look, policy, cell, browser })),
      ...(cell.level === "sealed"
        ? [
            ...networkInCell({ ...look, network, policy }),
            ...(await buildsInCell({
              ...look,
              cell,
              withoutOverlays,
              uncopied,
              sandbox,
              isSetUp: isSetUp({ policy, headCommit, world, root, branch, pathVar: bench.pathVar }),
            })),
          ]
        : []),
    ];
    note({ tools, judged: bench.judged === undefined ? [] : [bench.judged] });
    const held = cell.probes.filter((probe) => probe.held).length;
    const probes = cell.probes.filter((probe) => all || !probe.held);
    const lines = [
      `${root} at ${headCommit.slice(0, 12)}`,
      `policy ${policy.file} (${policy.digest.slice(0, 12)}), minimum ${policy.sandbox.minimum}`,
      `sandbox ${cell.level}: ${held} of ${counted(cell.probes.length, "probe")} held`,
      ...(cell.level === "sealed" || policy.default === "approve" ? [] : [unsealedWords(sandbox.unsealed ?? "lines")]),
      overlay === undefined ? "works in the checkout itself" : "works on a copy of the checkout",
      ...(cell.level === "sealed" ? hiddenLines(await bench.hidden) : []),
      ...probes.map((probe) => `${probe.held ? "✓" : "✗"} ${probe.name}: ${probe.detail}`),
    ];
    return lines.join(`\n${INDENT}`);
  } finally {
    await bench.close();
  }
}

const MAX_NAMED = 30;
const MAX_PATH_CHARS = 200;

/** What commands cannot see, with the rules that hide it. */
function hiddenLines({ paths }: HiddenPaths): readonly string[] {
  const textOf = ({ path, rule }: HiddenPaths["paths"][number]): string =>
    `${plainText(oneLine(Buffer.from(path, "latin1").toString("utf8"), MAX_PATH_CHARS))} (${rule})`;
  return paths.length === 0 ? [] : [`hidden from commands: ${namedUpTo(paths.map(textOf), MAX_NAMED)}`];
}

/** What a `/kimi fix` on an issue would need on GitHub. It only reads, asks nothing without a token, and never rejects. */
async function examineGitHub(world: Pick<World, "env" | "cwd" | "err">): Promise<readonly PreflightCheck[]> {
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
