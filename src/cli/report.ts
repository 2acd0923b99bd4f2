/** Reports the end of a run: lines for people with the files and the next command, and one object for programs. */

import { resolve } from "node:path";
import { systemClock } from "../base/clock.ts";
import { member } from "../base/member.ts";
import { breakCommands, plainText } from "../base/plain-text.ts";
import { jsonFile, statOrNone } from "../base/file-text.ts";
import { createRedact, redactDeep } from "../base/redact.ts";
import { counted } from "../base/words.ts";
import { totalTokens } from "../protocol/model.ts";
import { hasTrait, localExitCode } from "../protocol/outcome.ts";
import { OUTPUT_FORMATS, OUTPUTS } from "../sinks/output.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import type { RunEnd } from "../run/end/run-end.ts";
import type { World } from "../run/open/request.ts";
import { withSignals, type Stopper } from "../run/open/stopper.ts";
import { secretsOf } from "../run/open/secrets.ts";
import { findCheckout } from "../workspace/checkout.ts";
import type { PatchedFile } from "../workspace/patch-files.ts";
import type { Args, Subcommand } from "./options/args.ts";
import { changedLines } from "./names/changed-lines.ts";
import { programName } from "./names/program-name.ts";
import { shellWord } from "../policy/shell/quoted-word.ts";

/** Options that a resume must repeat: policy, sandbox and model must be the same as before. */
const SAME_AGAIN = ["policy", "profile", "sandbox", "base-url"];

/** Most lines about files. outcome.json and the patch have all. */
const MAX_FILES = 20;

interface Reporting {
  /** Arguments of the run. */
  readonly args: Args;
  readonly world: World;
  /** Of a GitHub event's run: members of the object that say where the change is on GitHub. */
  readonly published?: Readonly<Record<string, string | undefined>>;
}

/** Prints the closing lines on standard error, and with `--output json` the object. Returns the exit code. */
export async function reportEnd(ended: RunEnd, { args, world, published }: Reporting): Promise<number> {
  const { outcome, exitCode: code } = ended;
  const exitCode = published === undefined ? localExitCode(outcome, { code, mayStay: args.has("no-apply") }) : code;
  const end = { ...ended, exitCode };
  const redact = createRedact(secretsOf(world.env, args.text("api-key")));
  const reported = { args, world, files: redactDeep(await filesOf(end, { args, world }), redact) };
  const closing = closingLines(end, reported);
  const isFine = exitCode === 0 && end.held.length === 0;
  const quiet = isFine ? [] : [`${outcome.outcome}: ${outcome.reason}`, ...closing];
  for (const line of world.isQuiet === true ? quiet : closing) world.err(`        ${plainText(line)}\n`);
  if (args.text("output") === "json") {
    const object = { ...endObject(end, reported), ...published };
    world.out(`${breakCommands(JSON.stringify(object))}\n`);
  }
  return exitCode;
}

/** The changed files; none where the patch is missing or withheld. */
async function filesOf({ outcome, bundle }: RunEnd, { args, world }: Reporting): Promise<readonly PatchedFile[]> {
  const root = movedTo(bundle, { args, world }) ?? member(sessionOf(bundle), "workDir");
  const size = statOrNone(bundle.patch)?.size ?? 0;
  if (outcome.filesChanged === 0 || size === 0 || typeof root !== "string") return [];
  const { patchFiles } = await import("../workspace/patch-files.ts"); // with git
  return await patchFiles(bundle.patch, { pathVar: world.env["PATH"] ?? "", root });
}

interface Reported extends Pick<Reporting, "args" | "world"> {
  readonly files: readonly PatchedFile[];
}

function closingLines(end: RunEnd, { args, files, world }: Reported): readonly string[] {
  const { outcome, bundle, held, sessionId } = end;
  const left = outcome.heldFiles ?? [];
  const answers = held.map(({ digest }) => `--approve ${digest.slice(0, 12)}`);
  const goesOn = held.length === 0 && !hasTrait(outcome.outcome, "final");
  return [
    ...files.slice(0, MAX_FILES).map((file) => `changed: ${shellWord(file.path)} ${changedLines(file)}`),
    ...(files.length > MAX_FILES ? [`changed: ${counted(files.length - MAX_FILES, "more file")}`] : []),
    ...left
      .slice(0, MAX_FILES)
      .map(({ path, rule, isAnswerable }) => `${isAnswerable ? "held" : "left out"}: ${shellWord(path)} (${rule})`),
    `bundle: ${bundle.dir}`,
    ...checkoutLines(end, world, files.length > 0),
    ...(held.length > 0 ? [`answer: ${resumeCommand({ args, bundle, world }, answers)}`] : []),
    ...(goesOn && sessionId !== "" ? [`go on: ${resumeCommand({ args, bundle, world }, [])}`] : []),
  ];
}

/** Says where the change is, and how it gets into the checkout. */
function checkoutLines({ outcome, bundle }: RunEnd, world: World, hasChanges: boolean): readonly string[] {
  if (!hasChanges) return [];
  if (outcome.checkout?.kind !== "left") return ["look: git diff"];
  const apply = `${programName(world)} apply ${shellWord(bundle.dir)}`;
  return [`not in the checkout: ${outcome.checkout.reason}`, `apply: ${apply}`];
}

/** The command that resumes the session, ready to be pasted. */
function resumeCommand(
  { args, bundle, world }: Pick<RunEnd, "bundle"> & Pick<Reported, "args" | "world">,
  answers: readonly string[],
): string {
  const again = SAME_AGAIN.map((name) => ({ name, value: args.text(name) }))
    .filter(({ value }) => value !== undefined)
    // The path is absolute, so that the command works in any folder.
    .map(({ name, value = "" }) => `--${name} ${shellWord(name === "policy" ? resolve(world.cwd, value) : value)}`);
  const left = args.has("no-apply") ? ["--no-apply"] : [];
  const place = movedTo(bundle, { args, world });
  if (place !== undefined) left.push(`--cwd ${shellWord(place)}`);
  return [programName(world), "resume", shellWord(bundle.dir), ...answers, ...again, ...left].join(" ");
}

/** The object of `--output json`: the content of outcome.json, and facts that only this process knows. */
function endObject(end: RunEnd, { args, files, world }: Reported): object {
  const { outcome, bundle, exitCode, sessionId, held, beganAt } = end;
  const { text, outcome: name, reason, ...rest } = outcome;
  const command = (answer: string, digest: string): string =>
    resumeCommand({ args, bundle, world }, [`--${answer} ${digest.slice(0, 12)}`]);
  return {
    outcome: name,
    reason,
    result: rest.json === undefined ? (text ?? "") : JSON.stringify(rest.json),
    exitCode,
    session: sessionId,
    bundle: bundle.dir,
    model: member(sessionOf(bundle), "model"),
    durationMs: systemClock.now() - beganAt,
    tokens: totalTokens(outcome.usage),
    ...rest,
    files,
    held: held.map(({ digest, tool, summary, rule, near }) => ({
      digest,
      tool,
      summary,
      rule,
      ...(near === undefined ? {} : { near }),
      approve: command("approve", digest),
      reject: command("reject", digest),
    })),
  };
}

/** The checkout that a person named for a session that began in another one. */
function movedTo(bundle: RunEnd["bundle"], { args, world }: Pick<Reporting, "args" | "world">): string | undefined {
  const cwd = args.text("cwd");
  if (cwd === undefined) return undefined;
  const { root } = findCheckout(resolve(world.cwd, cwd));
  return root === member(sessionOf(bundle), "workDir") ? undefined : root;
}

/** The content of `session.json`; undefined where the disk was full. */
function sessionOf({ session }: RunEnd["bundle"]): unknown {
  return jsonFile(session);
}

/** Does a run that the process's signals can stop, and reports its end. */
export async function runAndReport(
  { args, world }: { readonly args: Args; readonly world: World },
  run: (stopper: Stopper) => Promise<RunEnd>,
): Promise<number> {
  return withSignals(world, async (stopper) => reportEnd(await run(stopper), { args, world }));
}

/** Wraps the body of a command that runs the agent: an error is also printed in the form of `--output`. */
export function reporting(body: Subcommand["run"]): Subcommand["run"] {
  return async (args, given) => {
    const world = args.has("quiet") ? { ...given, isQuiet: true } : given;
    const output = args.choice("output", OUTPUT_FORMATS, "text");
    try {
      return await body(args, world);
    } catch (error) {
      const outcome = redactDeep(outcomeOfError(error), createRedact(secretsOf(world.env, undefined)));
      world.out(await OUTPUTS[output].refused(outcome, systemClock.now()));
      throw error;
    }
  };
}
