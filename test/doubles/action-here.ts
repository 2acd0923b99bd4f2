/**
 * The action inside the test's own process: the same front door as `src/main.ts` opens, with an environment of its own. It is for
 * tests of what a job does; those of a process (signals, crashes, memory, the toolkit, `dist/`) start `dist/main.js`.
 */

import { join, resolve } from "node:path";
import { Context } from "../../node_modules/@actions/github/lib/context.js";
import { runAction } from "../../src/action/action.ts";
import "../../src/job/run-for.ts"; // from its sources it takes seconds to load, in which the first requests would time out
import { logText } from "../../src/base/plain-text.ts";
import { createRedact } from "../../src/base/redact.ts";
import { secretsOf } from "../../src/run/open/secrets.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** What a process would have printed and left, and how it would have ended. */
export interface HereEnd {
  readonly code: number;
  readonly signal: null;
  /** Everything printed, with workflow commands as the toolkit writes them. */
  readonly raw: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs the action with `env` in place of the process's environment. */
export async function actionHere(
  env: Record<string, string | undefined>,
  workspace: string,
  onLog?: (text: string) => void,
): Promise<HereEnd> {
  const outputs: Record<string, string> = {};
  let raw = "";
  const input = (name: string): string => (env[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`] ?? "").trim();
  const redact = createRedact(secretsOf(env, input("api-key") || undefined));
  const print = (text: string): boolean => {
    const printed = logText(redact(text));
    raw += printed;
    onLog?.(printed);
    return true;
  };
  const command = (name: string, text: string): void => {
    const line = `::${name}::${escaped(text)}\n`;
    raw += line;
    onLog?.(line);
  };
  for (const name of ["api-key", "session-key", "github-token"]) {
    if (input(name) !== "") command("add-mask", input(name));
  }
  using _ = toolkitOf(env, (text) => void (raw += text));
  const code = await runAction(
    {
      input,
      output: (name, value) => void (outputs[name] = redact(value)),
      notice: (text) => command("notice", redact(text)),
      fail: (text) => command("error", redact(text)),
      group: (name) => command("group", name),
      endGroup: () => command("endgroup", ""),
      context: () => contextOf(env),
    },
    {
      env,
      cwd: workspace,
      nodePath: process.execPath,
      workerPath: join(ROOT, "dist/cell.js"),
      out: print,
      err: print,
      warn: (text) => command("warning", redact(text)),
    },
  );
  return { code, signal: null, raw, outputs };
}

/** What the toolkit's client for artifacts reads of the process, whenever it is asked for something. */
const OF_TOOLKIT = /^(?:ACTIONS_(?:RUNTIME|RESULTS)_|GITHUB_(?:SERVER_URL|WORKSPACE|RETENTION_DAYS)$)/;

/**
 * Until it is disposed of, the toolkit reads these variables, and what it prints goes to `print`. The reports of the tests, which
 * leave the process by the same way, are no strings.
 */
function toolkitOf(env: Readonly<Record<string, string | undefined>>, print: (text: string) => void): Disposable {
  if (env["ACTIONS_RUNTIME_TOKEN"] === undefined) return { [Symbol.dispose]: () => {} };
  const own = { ...process.env };
  replaceEnv({ ...own, ...Object.fromEntries(Object.entries(env).filter(([name]) => OF_TOOLKIT.test(name))) });
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((...args: Parameters<typeof write>) => {
    if (typeof args[0] !== "string") return write(...args);
    print(args[0]);
    return true;
  }) as typeof write;
  return {
    [Symbol.dispose]: () => {
      Reflect.deleteProperty(process.stdout, "write"); // the prototype has it
      replaceEnv(own);
    },
  };
}

const escaped = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** The toolkit's own reading of the variables; it takes them from the process, so they stand there while it reads. */
function contextOf(env: Readonly<Record<string, string | undefined>>): Context {
  const own = { ...process.env };
  try {
    replaceEnv(env);
    const ofJob = new Context();
    return Object.defineProperty(ofJob, "repo", { value: ofJob.repo });
  } finally {
    replaceEnv(own);
  }
}

function replaceEnv(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)));
}
