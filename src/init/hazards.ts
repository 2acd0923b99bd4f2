/**
 * Which of a repository's tasks act on the world, or never end. They are named one by one in the policy, by name: a pattern over
 * targets would also reach those that publish.
 */

import { scriptName, innerCommand } from "./command-kinds.ts";
import { isPackageScript, type NamedTask } from "./tasks.ts";

export interface Hazard {
  readonly kind: "acts" | "endless" | "unread";
  /** In a few words, for the comment. */
  readonly why: string;
}

const NAME =
  /publish|releas|deploy|upload|(?:^|[^a-z])push|migrat|promot|\bship\b|provision|destroy|teardown|install|uninstall|distclean|auth(?![oe])|login|rollback|\bdrop\b|db[:_-]|prune|rewrite|restore|kill|docker|container|deflake|flaky|bump|(?:^|[:_.-])version$|update-|upgrade|:?update$|(?:^|[^a-z])tag(?:$|[^a-z])|apply$|tf-|terraform|goreleaser|nuke|purge|seed|backup/i;
/** Names that only look, whatever they look at: `check-go-mod-version`. */
const LOOKS = /^(?:check|verify|validate|lint|ensure)[-_:.](?!.*(?:publish|releas|deploy|upload|push|migrat))/i;
const INSTALLS_PACKAGES = /^(?:pre|post)?install$/;
const BODY =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:\S+\s+)?publish\b|\bgit\s+(?:\S+\s+){0,2}(?:push|tag|clone)\b|\bgh\s+(?:release|pr|api|auth)\b|\b(?:docker|podman)(?:-compose|\s+compose)?\s+(?:push|run|login|build|up|kill|rm|compose)\b|\bkubectl\b|\bhelm\s+(?:install|upgrade|push)\b|\b(?:terraform|tofu)\s+(?:apply|destroy|import|plan|state)\b|\b(?:aws|gcloud|az|gsutil|heroku|flyctl|vercel|netlify|wrangler)\s+\w|\bfirebase\s+deploy|\b(?:curl|wget|Invoke-WebRequest)\b|\b(?:ssh|scp|rsync)\s|\btwine\b|\bgoreleaser\b|\bcargo\s+(?:publish|install)\b|\bgem\s+push\b|\bnpm\s+(?:login|version|install\s+(?:-g|--global))\b|\bsudo\b|\bdropdb\b|\bDROP\s+(?:TABLE|DATABASE)\b|\brm\s+-rf\s+[~/$]|nuget\s+push|\bsemantic-release\b|\brelease-it\b|\bchangeset\s+publish\b|\blerna\s+(?:publish|version)\b|sandbox[:=]docker|\bdb:(?:drop|reset|migrate)\b|\bhex\.publish\b|\bgem\s+install\b|\bapk\s+add\b|\bapt(?:-get)?\s+(?:-\S+\s+)*install\b/i;
const ENDLESS =
  /\s--watch(?:All)?(?![\w=-])|\bcargo\s+watch\b|\b(?:nodemon|watchexec|entr|watchman-make|live-server|webpack-dev-server|browser-sync)\b|\btail\s+-f\b|\s--serve\b|\bptw\b|\bpytest-watch\b|\bng\s+serve\b|\bvite\s*(?:dev|serve)?$|\bnext\s+dev\b|\btsc\b.*\s-w\b/;
const SCRIPT_FILE = /(?:^|[\s"'`;&|(])\.?\/?((?:[\w.@-]+\/)+[\w.-]+|[\w.-]+\.(?:sh|bash|ps1))(?=$|[\s"'`;&|)])/g;
const SHELL_SCRIPT = /\.(?:sh|bash|ps1|cmd)$/;

export interface KnownTasks {
  readonly tasks: readonly NamedTask[];
  /** The text of a file of the repository; undefined if it is not one, `""` for one that could not be read. */
  readonly scriptText: (path: string) => string | undefined;
}

/** What is dangerous about a task, with what it calls; undefined if nothing is. */
export function hazardOf(task: NamedTask, known: KnownTasks): Hazard | undefined {
  return inspect(task, known, new Set());
}

function inspect(task: NamedTask, known: KnownTasks, seen: Set<NamedTask>): Hazard | undefined {
  if (seen.has(task) || seen.size > 50) return undefined;
  seen.add(task);
  const isHook = INSTALLS_PACKAGES.test(task.name) && isPackageScript(task);
  if (NAME.test(task.name) && !LOOKS.test(task.name) && !isHook) return { kind: "acts", why: "by its name" };
  if (/(?:^|[:_.-])watch(?:$|[:_.-])/i.test(task.name)) return { kind: "endless", why: "by its name" };
  if (task.body === undefined) return { kind: "unread", why: "what it runs cannot be read" };
  const own = hazardOfText(task.body, known) ?? elsewhere(task, known);
  if (own !== undefined) return own;
  const family = known.tasks.filter(({ runner }) => runner === task.runner);
  const called = new Set([...(task.needs ?? []), ...Array.from(task.body.matchAll(CALLS), ([, name = ""]) => name)]);
  for (const next of family.filter(({ name }) => called.has(name))) {
    if (/install|deps|setup/.test(next.name)) continue; // what a test fetches is no reason to hold the test
    const below = inspect(next, known, seen);
    if (below !== undefined) return { ...below, why: `it runs ${next.name}: ${below.why}` };
  }
  return undefined;
}

/** A Makefile in a folder, whose targets were not read. */
function elsewhere({ body = "", runner }: NamedTask, { scriptText }: KnownTasks): Hazard | undefined {
  const folder =
    /\bcd\s+([\w./-]+)\s*(?:;|&&)\s*(?:\$\(MAKE\)|make)\s+\w/.exec(body)?.[1] ??
    /(?:\$\(MAKE\)|make)\s+-C\s+([\w./-]+)\s+\w/.exec(body)?.[1];
  const isThere = runner === "make" && folder !== undefined && scriptText(`${folder}/Makefile`) !== undefined;
  return isThere ? { kind: "unread", why: `it runs ${folder}/Makefile, which was not read` } : undefined;
}

const CALLS =
  /(?:(?:npm|pnpm|yarn|bun)(?: run)?(?: -s)?|\$\(MAKE\)|make|just|task|composer|@composer|rake|mix|deno task|run-s|run-p|npm-run-all)\s+([\w:.-]+)/g;

/** Text that is shown and not run. */
const PRINTED = /^[ \t]*@?(?:echo|printf)\b[^|>;&\n]*$/gm;

export function hazardOfText(body: string, { scriptText }: Pick<KnownTasks, "scriptText">): Hazard | undefined {
  const acts = actIn(body.replaceAll(PRINTED, ""));
  if (acts !== undefined) return { kind: "acts", why: `it runs ${acts}` };
  if (ENDLESS.test(body)) return { kind: "endless", why: "it never ends" };
  for (const [, path = ""] of body.matchAll(SCRIPT_FILE)) {
    const text = scriptText(path);
    if (text === undefined || !SHELL_SCRIPT.test(path)) continue;
    if (text.trim() === "") return { kind: "unread", why: `${path} could not be read` };
    const inside = actIn(text);
    if (inside !== undefined) return { kind: "acts", why: `${path} runs ${inside}` };
  }
  return undefined;
}

/** Whether a script file acts on the world, by its name or its text. */
export function hazardOfScript(path: string, text: string | undefined): Hazard | undefined {
  const name = path.replace(/^.*\//, "");
  if (/publish|releas|deploy|upload|(?:^|[^a-z])push|destroy|provision|rollback|promote|bump|migrat/i.test(name))
    return { kind: "acts", why: "by its name" };
  if (text === undefined || text.trim() === "") return { kind: "unread", why: "it could not be read" };
  const acts = actIn(text);
  return acts === undefined ? undefined : { kind: "acts", why: `it runs ${acts}` };
}

/** The first words of a text that act on the world. */
function actIn(text: string): string | undefined {
  return BODY.exec(text)?.[0].trim().replaceAll(/\s+/g, " ");
}

/** The task that a command runs; undefined if it runs none. */
export function taskOf(inner: string, tasks: readonly NamedTask[]): NamedTask | undefined {
  const script = scriptName(inner);
  if (script !== undefined) return tasks.find((task) => isPackageScript(task) && task.name === script);
  return tasks.find(({ runner, name }) => {
    const start = innerCommand(runner.split(" "));
    const words = inner.split(" ");
    return words[0] === start.split(" ")[0] && words.slice(1).some((word) => word === name);
  });
}
