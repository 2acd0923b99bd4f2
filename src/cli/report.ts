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
import { changedLines } from "./options/changed-lines.ts";
import { programName } from "./options/program-name.ts";
import { shellWord } from "../policy/shell/quoted-word.ts";

/** Options that a resume must repeat: policy, sandbox and model must be the same as before. */
const SAME_AGAIN = ["policy", "profile", "sandbox", "base-url"];

/** Most lines about files. outcome.json and the patch have all. */
const MAX_FILES = 20;

interface Reporting {
  readonly args: Args;
  readonly world: World;
  /** Of a GitHub event's run: members of the object that say where the change is on GitHub. */
  readonly published?: Readonly<Record<string, string | undefined>>;
}

/** Prints the closing lines on standard error, and with `--output json` the object. Returns the exit code. */
export async function reportEnd(ended: RunEnd, { args, world, published }: Reporting): Promise<number> {
  const { outcome, exitCode: code, bundle } = ended;
  const exitCode = published === undefined ? localExitCode(outcome, { code, mayStay: args.has("no-apply") }) : code;
  const end = { ...ended, exitCode };
  const session = jsonFile(bundle.session); // undefined where the disk was full
  const workDir = member(session, "workDir");
  const given = args.text("cwd");
  const root = given === undefined ? workDir : findCheckout(resolve(world.cwd, given)).root;
  const redact = createRedact(secretsOf(world.env, args.text("api-key")));
  const reported = {
    world,
    model: member(session, "model"),
    files: redactDeep(await filesOf(end, root, world), redact),
    resume: resumeCommandOf(bundle.dir, { args, world }, root === workDir ? undefined : root),
  };
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
async function filesOf({ outcome, bundle }: RunEnd, root: unknown, { env }: World): Promise<readonly PatchedFile[]> {
  const size = statOrNone(bundle.patch)?.size ?? 0;
  if (outcome.filesChanged === 0 || size === 0 || typeof root !== "string") return [];
  const { patchFiles } = await import("../workspace/patch-files.ts"); // with git
  return await patchFiles(bundle.patch, { pathVar: env["PATH"] ?? "", root });
}

interface Reported {
  readonly world: World;
  readonly model: unknown;
  readonly files: readonly PatchedFile[];
  /** The command that resumes the session with these answers, ready to be pasted. */
  readonly resume: (answers: readonly string[]) => string;
}

function closingLines(end: RunEnd, { files, world, resume }: Reported): readonly string[] {
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
    ...(files.length > 0 ? checkoutLines(end, world) : []),
    ...(held.length > 0 ? [`answer: ${resume(answers)}`] : []),
    ...(goesOn && sessionId !== "" ? [`continue: ${resume([])}`] : []),
  ];
}

/** Says where the change is, and how it gets into the checkout. */
function checkoutLines({ outcome, bundle }: RunEnd, world: World): readonly string[] {
  if (outcome.checkout?.kind !== "left") return ["look: git diff"];
  const apply = `${programName(world)} apply ${shellWord(bundle.dir)}`;
  return [`not in the checkout: ${outcome.checkout.reason}`, `apply: ${apply}`];
}

/** `movedTo`: the checkout that a person named for a session that began in another one. */
function resumeCommandOf(dir: string, { args, world }: Reporting, movedTo: unknown): Reported["resume"] {
  const again = SAME_AGAIN.flatMap((name) => {
    const value = args.text(name);
    if (value === undefined) return [];
    // The path is absolute, so that the command works in any folder.
    return [`--${name} ${shellWord(name === "policy" ? resolve(world.cwd, value) : value)}`];
  });
  if (args.has("no-apply")) again.push("--no-apply");
  if (typeof movedTo === "string") again.push(`--cwd ${shellWord(movedTo)}`);
  return (answers) => [programName(world), "resume", shellWord(dir), ...answers, ...again].join(" ");
}

/** The object of `--output json`: the content of outcome.json, and facts that only this process knows. */
function endObject(end: RunEnd, { files, model, resume }: Reported): object {
  const { outcome, bundle, exitCode, sessionId, held, beganAt } = end;
  const { text, outcome: name, reason, ...rest } = outcome;
  return {
    outcome: name,
    reason,
    result: rest.json === undefined ? (text ?? "") : JSON.stringify(rest.json),
    exitCode,
    session: sessionId,
    bundle: bundle.dir,
    model,
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
      approve: resume([`--approve ${digest.slice(0, 12)}`]),
      reject: resume([`--reject ${digest.slice(0, 12)}`]),
    })),
  };
}

/** Does a run that the process's signals can stop, and reports its end. */
export async function runAndReport(
  { args, world }: Reporting,
  run: (stopper: Stopper) => Promise<RunEnd>,
): Promise<number> {
  return withSignals(world, async (stopper) => reportEnd(await run(stopper), { args, world }));
}

/** Wraps the body of a command that runs the agent: an error is also printed in the form of `--output`. */
export function reporting(body: Subcommand["run"]): Subcommand["run"] {
  return async (args, world) => {
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
