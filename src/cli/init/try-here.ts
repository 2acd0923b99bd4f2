/** Tries what `init` wrote: the policy's examples, the set-up and the test in the cell, and the doctor. It changes nothing. */

import { spawn } from "node:child_process";
import { systemClock } from "../../base/clock.ts";
import { harmlessText, plainText } from "../../base/plain-text.ts";
import { oneLine } from "../../base/truncate.ts";
import { shellWord } from "../../policy/shell/quoted-word.ts";
import type { World } from "../../run/open/request.ts";
import { programName } from "../options/program-name.ts";

/** The whole trial; a person waits for it. Most set-ups and tests of the measured repositories take two minutes. */
const LIMIT_MS = 300_000;
/** The doctor asks GitHub and starts programs in a cell, which takes some seconds. */
const DOCTOR_MS = 60_000;
const BAR_EVERY_MS = 500;
const MAX_KEPT = 100_000;
/** The exit code of a run that no sealed sandbox was found for. */
const REFUSED = 5;

/** Prints what came of each trial. A failure is no error of `init`, whose files are written. */
export async function tryHere(test: string | undefined, world: World): Promise<void> {
  const until = systemClock.monotonic() + LIMIT_MS;
  const rest = (): number => Math.max(1, until - systemClock.monotonic());
  const say = (text: string): void => world.out(harmlessText(text));
  const policy = await runSelf(["policy", "test"], "the policy's examples", rest(), world);
  say(policy.code === 0 ? policy.output : `✗ policy test\n${policy.output}`);
  if (test !== undefined) {
    const words = ["cell", "--setup", "--timeout", String(Math.ceil(rest() / 1000)), "--", test];
    const line = `${programName(world)} cell --setup -- ${shellWord(test)}`;
    const tried = await runSelf(words, test, rest(), world);
    say(`${verdictOf(tried, test, line)}\n`);
  }
  const doctor = await runSelf(["doctor"], "doctor", DOCTOR_MS, world);
  say(doctor.output);
}

interface Tried {
  /** Undefined when it was ended at the limit. */
  readonly code: number | undefined;
  readonly output: string;
  readonly seconds: number;
}

/** `line` is what a person types to try it again. */
function verdictOf({ code, output, seconds }: Tried, test: string, line: string): string {
  const last = output.trimEnd().split("\n").slice(-LAST_LINES).join("\n").replaceAll(/^/gm, "    ");
  switch (code) {
    case 0:
      return `✓ ${test} passes in the cell, after set-up (${seconds} s)`;
    case undefined:
      return `? ${test} did not end within ${LIMIT_MS / 60_000} minutes; try it: ${line}\n${last}`;
    case REFUSED:
      return `? ${test} was not tried: this machine has no sealed sandbox. Where there is one: ${line}`;
    default:
      return `✗ ${test} does not pass in the cell (exit code ${code}); try it: ${line}\n${last}`;
  }
}

const LAST_LINES = 20;

/** Runs a subcommand of this program in a process of its own, which is interrupted at the limit. */
async function runSelf(words: readonly string[], title: string, limitMs: number, world: World): Promise<Tried> {
  const { script, nodePath, env, cwd } = world;
  const began = systemClock.monotonic();
  if (script === undefined) return { code: undefined, output: "", seconds: 0 };
  const child = spawn(nodePath, [script, ...words], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk: string): void => void (output = (output + chunk).slice(-MAX_KEPT));
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep); // a piece may end within a character
  let isLate = false;
  const end = setTimeout(() => {
    isLate = true;
    child.kill("SIGINT");
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
  }, limitMs);
  const bar =
    world.terminalColumns === undefined
      ? undefined
      : setInterval(() => world.err(barOf(title, systemClock.monotonic() - began)), BAR_EVERY_MS);
  if (bar === undefined && world.isQuiet !== true) world.err(`trying ${title} …\n`);
  try {
    const code = await new Promise<number | undefined>((resolve) => {
      child.on("error", () => resolve(undefined));
      child.on("close", (status) => resolve(isLate ? undefined : (status ?? 1)));
    });
    return { code, output, seconds: Math.round((systemClock.monotonic() - began) / 1000) };
  } finally {
    clearTimeout(end);
    clearInterval(bar);
    if (bar !== undefined) world.err("\r\u001B[K");
  }
}

const BAR_WIDTH = 20;

function barOf(title: string, passedMs: number): string {
  const done = Math.min(BAR_WIDTH, Math.round((passedMs / LIMIT_MS) * BAR_WIDTH));
  return `\r${"█".repeat(done)}${"░".repeat(BAR_WIDTH - done)} ${Math.round(passedMs / 1000)} s: ${oneLine(plainText(title), 40)}`;
}
