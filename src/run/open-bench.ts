/** Opens the workbench of a session, new or resumed, with the caller's checks and without code of outsiders. */

import { RunnerError } from "../protocol/error.ts";
import type { Cell, ExecRequest } from "../protocol/cell.ts";
import { MCP_FILES } from "./open/mcp.ts";
import type { RunRequest, Task } from "./open/request.ts";
import { openWorkbench, type Workbench, type WorkbenchOptions } from "./open/workbench.ts";
import type { RunHost } from "./agent/run-parts.ts";

type OpenBenchOptions = Omit<WorkbenchOptions, "world" | "setup" | "isOutsider"> &
  Pick<Task, "checks"> &
  Pick<RunRequest, "origin">;

/** Opens the workbench and asks the caller whether the run may begin. Throws `policy.invalid` for a refused check. */
export async function openBench(
  { checks = [], origin, ...options }: OpenBenchOptions,
  { world, stopper, hooks }: RunHost,
  open: AsyncDisposableStack,
): Promise<Workbench> {
  const isOutsider = origin?.outsider === true;
  const setup = isOutsider ? undefined : stopper.signal;
  const opened = await openWorkbench({ ...options, world, setup, isOutsider });
  open.defer(opened.close); // closed last, and always: a process with an open cell does not end
  const checked = checks.length === 0 ? opened : await withChecks(opened, checks);
  const bench = isOutsider ? withoutForeignCode(checked, world.warn) : checked;
  await hooks?.admit?.(bench);
  return bench;
}

/** Time for one check, enough for a whole test suite. The policy's own checks have the same when they name none. */
const TIMEOUT_S = 600;

/** The policy judges these commands like those of the model, because the caller names them. */
async function withChecks(bench: Workbench, commands: readonly string[]): Promise<Workbench> {
  const { cell, policy, repository } = bench;
  const { createApprovalGate } = await import("../policy/approval-gate.ts"); // most runs have no checks of their own
  const gate = createApprovalGate({ policy, level: cell.level, workDir: repository.root });
  for (const command of commands) {
    const { verdict, rule, reason } = await gate.judge([{ kind: "exec", command, cwd: "." }]);
    if (verdict === "approve") continue;
    throw new RunnerError({
      code: "policy.invalid",
      message: `The policy does not approve this check: ${command} (${rule}${reason === undefined ? "" : `: ${reason}`}).`,
      hint: `Approve it in a rule of ${policy.file}, or take it out of \`verify\`.`,
    });
  }
  const own = commands.map((command) => ({ command, timeoutS: TIMEOUT_S, always: true }) as const);
  return { ...bench, policy: { ...policy, verify: [...policy.verify, ...own] } };
}

/** An outsider's run executes no code of the outsider's commit: no hook and no MCP server. Its commands are brief. */
function withoutForeignCode(bench: Workbench, warn: (text: string) => void): Workbench {
  const { files, policy, repository, trustedCommit } = bench;
  const cell = withBriefCommands(bench.cell);
  const own = { ...bench, cell, files: new Map([...files].filter(([path]) => !MCP_FILES.includes(path))) };
  if (repository.headCommit === trustedCommit || policy.hooks.length === 0) return own;
  warn("The policy's hooks are not run: they could run code of a person without write permission.");
  return { ...own, policy: { ...policy, hooks: [] } };
}

/** Enough for the history of a large repository; a loop costs the machine no more than this. */
const COMMAND_SECONDS = 60;

/** Ends each command after a minute, of the clock and of a processor for each of its processes. */
function withBriefCommands(cell: Cell): Cell {
  const brief = (request: ExecRequest): ExecRequest => {
    const { goesOnForMs: _, ...rest } = request;
    return { ...rest, timeoutMs: Math.min(request.timeoutMs, COMMAND_SECONDS * 1000), cpuSeconds: COMMAND_SECONDS };
  };
  return {
    ...cell,
    exec: async (request, signal) => await cell.exec(brief(request), signal),
    startBackground: async (request, signal) => await cell.startBackground(brief(request), signal),
  };
}
