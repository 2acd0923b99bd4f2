/** Makes the plan of a batch file: reads the base commit, its policy and the source. Asks no model. */

import { basename, relative, resolve } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { readGivenFile } from "../../base/file-text.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import { systemReason } from "../../base/system-error.ts";
import { CODE_OWNERS_FILES } from "../../github/people/code-owners.ts";
import { configError } from "../../protocol/error.ts";
import { realPath } from "../../run/open/outside.ts";
import { committedPolicyPaths, differsHere } from "../../run/open/policy-path.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import type { ModelSettings, RunSettings, WorkbenchSettings, World } from "../../run/open/request.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { createCommitFiles } from "./sources/commit-files.ts";
import { originRepository } from "../../job/context/origin-repository.ts";
import { readHead } from "../../workspace/repository.ts";
import { readTrustedFiles } from "../../workspace/trusted-files.ts";
import { readBatchFile, type BatchSource } from "../file/batch-file.ts";
import { makePlan, type MadePlan } from "./make-plan.ts";
import { askedModel, requireTerms } from "./plan-terms.ts";
import type { GitHubSource } from "./sources/github-lists.ts";
import { readSource } from "./sources/read-source.ts";

export const BATCH_FOLDER = ".github/kimi-batch";

/** Formats of a file that replaces the source of the batch file. */
export const INPUT_FORMATS = ["jsonl", "csv", "yaml", "swebench"] as const;

interface PlanInput {
  /** Absolute. The file is read from the disk, not from a commit. */
  readonly path: string;
  readonly format: (typeof INPUT_FORMATS)[number];
}

export interface OpenPlanOptions {
  readonly input?: PlanInput | undefined;
  readonly workbench: WorkbenchSettings;
  /** The model that is asked where the batch file names none. */
  readonly model: Pick<ModelSettings, "name" | "baseUrl">;
  readonly agent: RunSettings["agent"];
  /** The batch file: a path, or the name of one in `.github/kimi-batch`. */
  readonly file: string;
  readonly world: World;
  /** A token for GitHub; the variable GITHUB_TOKEN when left out. */
  readonly token?: string | undefined;
  readonly clock: Clock;
  /** The branch that pull requests of the batch go into. */
  readonly into?: string | undefined;
}

/** Throws `config.invalid` and `policy.invalid` with the place of what is wrong. */
export async function openPlan(options: OpenPlanOptions): Promise<MadePlan> {
  const { file: given, world, workbench, model, agent, token, clock, input, into } = options;
  const { env } = world;
  const checkout = findCheckout(workbench.cwd);
  const { root } = checkout;
  const pathVar = env["PATH"] ?? "";
  const file = locate(given, { root, cwd: workbench.cwd });
  const policy = { ...workbench, root };
  const paths = [...committedPolicyPaths(policy), ...(file.isCommitted ? [file.path] : []), ...CODE_OWNERS_FILES];
  const { files, trustedCommit: commit } = await readHead(checkout, { pathVar, paths });
  const text = file.isCommitted ? files.get(file.path) : readOutside(file.path);
  if (text === undefined) throw notCommitted(file.path, commit);
  if (file.isCommitted && differsHere(file.path, { root, committed: text }))
    world.warn(`${file.path} has changes that are not committed. The plan follows the committed file.`);
  const yaml = readBatchFile(file.path, text);
  const loaded = await loadPolicyOf({ ...policy, files, commit });
  const asked = askedModel(model, world);
  requireTerms(yaml, loaded, { baseUrl: model.baseUrl, name: asked, hasAgentFile: agent.agentFile !== undefined });
  const repository =
    env["GITHUB_REPOSITORY"] || originRepository(checkout, env["GITHUB_SERVER_URL"] || "https://github.com");
  const records = await readSource({
    file: file.path,
    source: input === undefined ? yaml.data.source : sourceOf(input, yaml.data.source),
    refuse: yaml.refuse,
    world: {
      ...createCommitFiles({ root, pathVar, commit }),
      read: async (path) =>
        input?.path === path
          ? readOutside(path)
          : (await readTrustedFiles({ root, pathVar, commit, files: [path] })).get(path),
      root,
      github: async () => openGitHub(repository, { world, clock, token: token ?? env["GITHUB_TOKEN"] }),
      withCell: async (use) => {
        const { openWorkbench } = await import("../../run/open/workbench.ts");
        const bench = await openWorkbench({ ...workbench, world });
        try {
          return await use(bench.cell);
        } finally {
          await bench.close();
        }
      },
    },
  });
  return makePlan({
    yaml,
    records,
    name: basename(file.path).replace(/\.ya?ml$/, ""),
    file: file.path,
    base: commit,
    into,
    repository,
    policyDigest: loaded.digest,
    model: asked,
    mostMinutes: loaded.limits.minutes,
    codeOwners: CODE_OWNERS_FILES.map((path) => files.get(path)).find((found) => found !== undefined) ?? "",
  });
}

async function openGitHub(
  repository: string | undefined,
  { world: { env }, clock, token }: Pick<OpenPlanOptions, "world" | "clock" | "token">,
): Promise<GitHubSource> {
  const [owner = "", repo = ""] = repository?.split("/") ?? [];
  if (owner === "" || repo === "")
    throw configError(
      "`source` asks GitHub, but the checkout has no origin there.",
      "Set GITHUB_REPOSITORY to owner/name.",
    );
  if (!token)
    throw configError(
      "`source` asks GitHub, but GITHUB_TOKEN is not set.",
      "Set it to a token that may read the repository.",
    );
  const { createGitHub } = await import("../../github/api/client.ts");
  const client = createGitHub({
    clock,
    token,
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    userAgent: "kimi-runner",
    proxyEnv: proxyEnvOf(env),
  });
  return { client, owner, repo };
}

function sourceOf({ path, format }: PlanInput, { id }: BatchSource): BatchSource {
  return format === "swebench" || id === undefined ? { [format]: path } : { [format]: path, id };
}

/** `path`: from the root of the repository; absolute for a file outside of it. `isCommitted`: it belongs to the repository, and so is read from its commit. */
function locate(given: string, { root, cwd }: { readonly root: string; readonly cwd: string }) {
  if (/^[\w-]+$/.test(given)) return { path: `${BATCH_FOLDER}/${given}.yml`, isCommitted: true };
  const path = resolve(realPath(cwd), given);
  return isWithin(path, root) ? { path: relative(root, path), isCommitted: true } : { path, isCommitted: false };
}

function readOutside(path: string): string {
  try {
    return readGivenFile(path).toString("utf8");
  } catch (cause) {
    throw configError(`The file cannot be read: ${path}: ${systemReason(cause)}.`, "Give an existing file.", cause);
  }
}

function notCommitted(path: string, commit: string): Error {
  return configError(
    `The batch file ${path} is not in commit ${commit.slice(0, 12)}.`,
    "A batch file of the repository is read from the base commit. Commit it there, or name a file outside the repository.",
  );
}
