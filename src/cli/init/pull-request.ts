/** `init --pull-request`: pushes a branch with the made files by the maintainer's own git, and opens a pull request with `GH_TOKEN`. */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { spanOfCode } from "../../base/plain-text.ts";
import { member } from "../../base/member.ts";
import { systemReason } from "../../base/system-error.ts";
import type { Findings, Sourced } from "../../init/findings.ts";
import type { MadeFile } from "../../init/own-files.ts";
import { contextOfVariables, githubJob } from "../../job/context/github-job.ts";
import { jobClient } from "../../job/context/job-client.ts";
import { configError, describeError, RunnerError } from "../../protocol/error.ts";
import { compareLink } from "../../publish/branch/pull-request.ts";
import type { World } from "../../run/open/request.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { nextSteps, homePageOf } from "./next-steps.ts";

const BRANCH = "kimi-runner-init";
const TITLE = "Set up kimi-runner";

interface ProposalRequest {
  readonly root: string;
  readonly files: readonly MadeFile[];
  readonly found: Findings;
}

/** Pushes the branch; returns the address of the pull request, or of the form for it. */
export async function proposeFiles(request: ProposalRequest, world: World): Promise<string> {
  const { root, files } = request;
  const origin = homePageOf({ ...world, cwd: root });
  const place = mkdtempSync(join(tmpdir(), "kimi-init-"));
  const git = createOwnGit(root, world, join(place, "index"));
  try {
    const into = await defaultBranch(git);
    const commit = await commitOf(git, files);
    if (commit === undefined) return "nothing to propose: HEAD has these files already";
    await git(["push", "origin", `${commit}:refs/heads/${BRANCH}`]);
    if (origin.repository === undefined) return `pushed ${BRANCH}; open a pull request from it into ${into}`;
    return await open(request, { into, repository: origin.repository }, world);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const run = promisify(execFile);
/** The names of changed files are the longest output. */
const MAX_OUTPUT_BYTES = 10_000_000;

type OwnGit = (args: readonly string[], input?: string) => Promise<string>;

/** Git with the maintainer's own configuration, without hooks, which the checkout may bring. */
function createOwnGit(root: string, world: World, index: string): OwnGit {
  const env = { ...world.env, PATH: trustedPath(world.env["PATH"] ?? "", root), GIT_INDEX_FILE: index, LC_ALL: "C" };
  const guards = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];
  return async (args, input = "") => {
    try {
      const running = run("git", [...guards, ...args], { cwd: root, env, maxBuffer: MAX_OUTPUT_BYTES });
      running.child.stdin?.on("error", () => {}); // git's own end says why
      running.child.stdin?.end(input);
      return (await running).stdout.trim();
    } catch (cause) {
      const said = member(cause, "stderr");
      const why = (typeof said === "string" && said.trim()) || systemReason(cause);
      throw new RunnerError({
        code: "git.failed",
        message: `git ${args[0]} failed: ${why}`,
        hint: hintOf(args, why),
        cause,
      });
    }
  };
}

function hintOf([command]: readonly string[], why: string): string | undefined {
  const isThere = command === "push" && /rejected|non-fast-forward|fetch first/.test(why);
  return isThere ? `The branch ${BRANCH} of an earlier init is at origin. Delete it there, or merge it.` : undefined;
}

/** The default branch of `origin`, which must hold HEAD: commits that only this clone has are nobody's to publish here. */
async function defaultBranch(git: OwnGit): Promise<string> {
  const listed = await git(["ls-remote", "--symref", "origin", "HEAD"]);
  const name = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(listed)?.[1];
  const tip = /^([0-9a-f]{40,64})\tHEAD$/m.exec(listed)?.[1];
  if (name === undefined || tip === undefined) throw configError("origin has no default branch.", "Push one first.");
  const isThere = await git(["merge-base", "--is-ancestor", "HEAD", tip]).then(
    () => true,
    () => false,
  );
  if (isThere) return name;
  throw configError(
    `HEAD is not in origin/${name}, as this clone knows it.`,
    `The pull request would bring other commits along. Check it out: git fetch origin && git switch --detach origin/${name}`,
  );
}

/** A commit on HEAD with the files; undefined if HEAD has them. Throws if it would change anything else. */
async function commitOf(git: OwnGit, files: readonly MadeFile[]): Promise<string | undefined> {
  await git(["read-tree", "HEAD"]);
  for (const { path, text } of files) {
    const id = await git(["hash-object", "-w", "--no-filters", "--stdin"], text);
    await git(["update-index", "--add", "--cacheinfo", `100644,${id},${path}`]);
  }
  const tree = await git(["write-tree"]);
  if (tree === (await git(["rev-parse", "HEAD^{tree}"]))) return undefined;
  const commit = await git(["commit-tree", tree, "-p", "HEAD", "-m", TITLE]);
  const changed = (await git(["diff-tree", "-r", "-z", "--name-only", "HEAD", commit]))
    .split("\0")
    .filter((path) => path !== "");
  const other = changed.find((path) => !files.some((file) => file.path === path));
  if (other !== undefined)
    throw configError(`The branch would change ${other}.`, "This is a bug of kimi-runner; please report it.");
  return commit;
}

async function open(
  { found, files }: ProposalRequest,
  { into, repository }: { readonly into: string; readonly repository: string },
  world: World,
): Promise<string> {
  const context = contextOfVariables(world.env, { eventName: "", payload: {}, repository });
  const job = githubJob(context, world.env);
  const { owner, repo, serverUrl } = job;
  const link = compareLink({ repo: { owner, name: repo, serverUrl }, branch: BRANCH, into });
  const token = world.env["GH_TOKEN"] || world.env["GITHUB_TOKEN"];
  if (!token) return link;
  try {
    const client = jobClient({ token, commit: "git", publish: "none" }, job, world);
    const body = bodyOf(found, files, nextSteps({ serverUrl, repository }));
    const { data } = await client.request("POST /repos/{owner}/{repo}/pulls", {
      owner,
      repo,
      title: TITLE,
      head: BRANCH,
      base: into,
      body,
    });
    const url = member(data, "html_url");
    return typeof url === "string" ? url : link;
  } catch (error) {
    world.err(`The branch is pushed, but no pull request was opened: ${describeError(error)}\n`);
    return link;
  }
}

function bodyOf(
  { test, lint, install, hosts, undecided }: Findings,
  files: readonly MadeFile[],
  steps: readonly string[],
): string {
  const list = (title: string, items: readonly Sourced[]): string =>
    items.length === 0
      ? ""
      : `\n**${title}**\n\n${items.map(({ text, from }) => `- ${spanOfCode(text)} (${spanOfCode(from)})\n`).join("")}`;
  return [
    `This adds ${files.map(({ path }) => spanOfCode(path)).join(" and ")}. Nothing runs before it is merged. Read what an agent may do.\n`,
    list("Checks of a run", [...test, ...lint]),
    list("Set-up", install),
    list(
      "Hosts",
      hosts.map(({ kind, from }) => ({ text: kind, from })),
    ),
    list(
      "Not decided",
      undecided.map(({ what, why }) => ({ text: what, from: why })),
    ),
    `\n**Left to do**\n\n${steps.map((step) => `- ${step}\n`).join("")}`,
  ].join("");
}
