/** The doctor's check of tools: which of the tools that a repository uses, and which browser, a run finds in the cell, in which version. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { fileText } from "../../base/file-text.ts";
import { findBrowser } from "../../browser/find.ts";
import { toolVariables } from "../../cell/process/environment.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import { findProgram } from "../../cell/programs.ts";
import { VERSION_FILES, versionLines } from "../../cell/sealed/version-lines.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { BUILD_TOOLS, fine, unsure, usedTools, type DoctorLook, type UsedTool } from "./used-tools.ts";

interface ToolsOptions extends DoctorLook {
  readonly cell: Pick<Cell, "exec">;
}

/** Takes the folders of the checkout out of PATH: a weak cell would run programs of the checkout with all rights. */
const WITHOUT_CHECKOUT = 'IFS=:; p=; for d in $PATH; do [[ $d/ == "$PWD"/* ]] || p+=$d:; done; PATH=${p%:}; unset IFS';

/** A tool that takes longer, such as one that starts a daemon, is slow and works all the same. */
const SLOW_S = 1;
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 100_000;

/**
 * The shell command that asks one tool for its version, in the background, so that all are asked at once. The version is in the line
 * that begins with the tool's name, because Gradle prints the version of Java first; else in the first line with a digit.
 */
function askFor(name: string): string {
  const named = `grep -iEm1 '^${name} .*[0-9]+[.][0-9]' <<< "$said"`;
  const other = `grep -v '^Picked up ' <<< "$said" | grep -m1 '[0-9]'`;
  return `{ said=$(timeout -k 1 ${SLOW_S} ${name} ${BUILD_TOOLS[name]?.ask ?? ""} 2>&1); code=$?; echo "= ${name} $code"$'\\n'"$(${named} || ${other})"; } &`;
}

/** The code of `timeout` for a program that it ended. */
const SLOW = "124";

function answersIn(output: string) {
  const answers = output.matchAll(/^= (\S+) (\S+)\n?((?!= ).*)$/gm);
  return new Map(Array.from(answers, ([, name = "", code = "", said = ""]) => [name, { code, version: said.trim() }]));
}

export async function toolsInCell(options: ToolsOptions): Promise<readonly PreflightCheck[]> {
  const { cell, root, env, all } = options;
  const path = env["PATH"] ?? "";
  const used = usedTools(root);
  const others = all ? Object.keys(BUILD_TOOLS).filter((name) => !used.some((tool) => tool.name === name)) : [];
  const tools = [...used, ...others.map((name) => ({ name, by: "", isNeeded: false }))];
  const asked = tools.map(({ name }) => name).filter((name) => findProgram(name, path) !== undefined);
  if (asked.length === 0) return tools.flatMap(missing);
  const script = [...asked.map(askFor), "wait"].join("\n");
  const request = { cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const [{ output }, outside] = await Promise.all([
    cell.exec({ ...request, command: `${WITHOUT_CHECKOUT}\n${script}` }),
    answersOutside(asked, options),
  ]);
  const inside = answersIn(output);
  return tools.flatMap((tool) =>
    asked.includes(tool.name) ? compared(tool.name, { path, inside, outside }) : missing(tool),
  );
}

interface Answers {
  readonly path: string;
  readonly inside: ReturnType<typeof answersIn>;
  readonly outside: ReturnType<typeof answersIn>;
}

function missing({ name, by, isNeeded }: UsedTool): readonly PreflightCheck[] {
  if (!isNeeded) return [];
  const fix = `Install ${name}, or let a step before the run do it.`;
  return [unsure(name, `is not on this machine's PATH, and ${by} needs it`, fix)];
}

function compared(name: string, { path, inside, outside }: Answers): PreflightCheck {
  const { code, version } = inside.get(name) ?? { code: SLOW, version: "" };
  const there = outside.get(name);
  if (code === SLOW) return fine(name, `is in the cell, and slow: no version within ${SLOW_S} s`);
  if (code !== "0") {
    const said = version === "" ? "" : `: ${version}`;
    const works = there?.code === "0" ? `, and is ${there.version} outside` : "";
    const fix =
      "docs/builds.md says which folders a cell shows. Name the folder in `sandbox.readonly`, or leave it to a step before the run.";
    return unsure(name, `${findProgram(name, path)} does not run in the cell${said}${works}`, fix);
  }
  if (there === undefined || there.code !== "0") return fine(name, `${version} in the cell`);
  if (there.version === version) return fine(name, `${version} in the cell, as outside`);
  const fix =
    "Commands have the first. Name the version in a file of the repository, or show its folder with `sandbox.readonly`.";
  return unsure(name, `${version} in the cell, ${there.version} outside`, fix);
}

const run = promisify(execFile);

/** Keeps version managers from installing a version that is missing. */
const STAYS_HERE = {
  CI: "true",
  GOTOOLCHAIN: "local",
  MISE_EXEC_AUTO_INSTALL: "0",
  MISE_NOT_FOUND_AUTO_INSTALL: "0",
  RUSTUP_AUTO_INSTALL: "0",
};

/** The versions outside of the cell, asked in an empty folder with the checkout's version files, so that nothing of the checkout runs. */
async function answersOutside(names: readonly string[], { root, env }: ToolsOptions): Promise<Answers["outside"]> {
  const dir = mkdtempSync(join(tmpdir(), "kimi-doctor-"));
  try {
    for (const name of VERSION_FILES.keys()) {
      const text = fileText(join(root, name));
      const lines = text === undefined ? undefined : versionLines(join(root, name), text);
      if (lines === undefined) continue;
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), lines);
    }
    const asked = names.filter((name) => BUILD_TOOLS[name]?.isOfCheckout !== true).map(askFor);
    const { stdout } = await run("bash", ["-c", [...asked, "wait"].join("\n")], {
      cwd: dir,
      env: { ...toolVariables(env), ...STAYS_HERE, HOME: env["HOME"], PATH: trustedPath(env["PATH"] ?? "", root) },
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    return answersIn(stdout);
  } catch {
    return new Map();
  } finally {
    removeTree(dir);
  }
}

interface BrowserOptions extends ToolsOptions {
  readonly policy: Pick<Policy, "sandbox">;
  readonly browser: string | undefined;
}

/** Which browser a run would use, and whether it starts in the cell. Empty where neither the machine nor the policy has one. */
export async function browserInCell({
  policy,
  cell,
  browser,
  env,
  all,
}: BrowserOptions): Promise<readonly PreflightCheck[]> {
  const { browser: wanted = false, network } = policy.sandbox;
  const name = "browser";
  if (wanted === false) {
    if (!all) return [];
    const found = findBrowser({ env, hasHosts: network.length > 0 });
    const detail = `${found} is here; no run is offered it without \`sandbox: { browser: true }\` in the policy`;
    return found === undefined ? [] : [fine(name, detail)];
  }
  const fix = "apt-get install chromium, or give its path in `sandbox.browser`. docs/browser.md says which are found.";
  if (browser === undefined) return [{ name, ok: false, detail: "the policy wants one, and a run here has none", fix }];
  const { output, code } = await cell.exec({
    command: [browser, "--version"],
    cwd: ".",
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  const version = output.split("\n").find((line) => /\d/.test(line)) ?? "";
  if (code === 0) return [fine(name, `${browser}: ${version.trim()} in the cell`)];
  return [{ name, ok: false, detail: `${browser} does not run in the cell: ${output.trim().slice(0, 300)}`, fix }];
}
