/** `kimi-runner doctor`: checks whether this machine has what a run needs, before anything is spent. */

import { execFileSync } from "node:child_process";
import { counted } from "../base/words.ts";
import type { PreflightCheck } from "../github/preflight/preflight-check.ts";
import { describeError } from "../protocol/error.ts";
import type { WorkbenchSettings, World } from "../run/open/request.ts";
import { defaultModel, loadModel } from "../run/open/model.ts";
import { openWorkbench } from "../run/open/workbench.ts";
import { browserInCell } from "./doctor/browser-in-cell.ts";
import { toolsInCell } from "./doctor/tools-in-cell.ts";
import { trustedPathAt } from "../workspace/trusted-path.ts";
import type { Subcommand } from "./options/args.ts";
import { MODEL_OPTIONS, readRunOptions, WORKBENCH_OPTIONS } from "./options/run-options.ts";

export const doctorCommand: Subcommand = {
  usage: "doctor",
  summary: "say what is missing for a run here: git, repository, policy, sandbox, model key, GitHub",
  options: { ...MODEL_OPTIONS, ...WORKBENCH_OPTIONS },
  run: async (args, world) => {
    const { model, workbench } = readRunOptions(args, world);
    const { name = defaultModel(world.env) } = model;
    const github = import("./doctor-github.ts").then(({ examineGitHub }) =>
      examineGitHub({ ...world, cwd: workbench.cwd }),
    ); // runs while the checkout is examined
    let tools: readonly PreflightCheck[] = [];
    const findings = await Promise.all([
      examine("node", async () => process.version),
      examine("git", async () =>
        execFileSync("git", ["--version"], {
          encoding: "utf8",
          env: { PATH: trustedPathAt(world.env["PATH"] ?? "", workbench.cwd) },
        }).trim(),
      ),
      examine("checkout", () => examineCheckout(workbench, world, (found) => (tools = found))),
      examine(
        "model",
        async () => (await loadModel({ ...model, name }, world), `${name}: a key is set, nothing was sent`),
      ),
    ]);
    for (const finding of [...findings, ...tools]) world.out(lineOf(finding));
    const there = await github;
    for (const finding of there) world.out(lineOf(finding));
    return [...findings, ...there].some(({ ok }) => ok === false) ? 1 : 0;
  },
};

const NAME_WIDTH = "pull requests".length;
const INDENT = " ".repeat(NAME_WIDTH + 3);
const MARKS = { true: "✓", false: "✗", unknown: "?" } as const;

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
  settings: WorkbenchSettings,
  world: World,
  noteTools: (found: readonly PreflightCheck[]) => void,
): Promise<string> {
  const bench = await openWorkbench({ ...settings, world });
  try {
    const { repository, policy, cell, ground, withoutOverlays, uncopied, browser, network } = bench;
    const { buildsInCell } = await import("./doctor/builds-in-cell.ts");
    const { networkInCell } = await import("./doctor/network-in-cell.ts");
    const { sandbox } = policy;
    noteTools([
      ...(await toolsInCell(cell, world.env["PATH"] ?? "")),
      ...(await browserInCell({ policy, cell, browser, env: world.env })),
      ...(cell.rung === "sealed"
        ? [
            ...networkInCell({ network, policy, root: repository.root, env: world.env }),
            ...(await buildsInCell({
              cell,
              withoutOverlays,
              uncopied,
              sandbox,
              root: repository.root,
              env: world.env,
            })),
          ]
        : []),
    ]);
    const held = cell.probes.filter((probe) => probe.held).length;
    const lines = [
      `${repository.root} at ${repository.headCommit.slice(0, 12)}`,
      `policy ${policy.file} (${policy.digest.slice(0, 12)}), minimum ${policy.sandbox.minimum}`,
      `sandbox ${cell.rung}: ${held} of ${counted(cell.probes.length, "probe")} held`,
      ground === undefined ? "works in the checkout itself" : "works on a copy of the checkout",
      ...cell.probes.map((probe) => `${probe.held ? "✓" : "✗"} ${probe.name}: ${probe.detail}`),
    ];
    return lines.join(`\n${INDENT}`);
  } finally {
    await bench.close();
  }
}
