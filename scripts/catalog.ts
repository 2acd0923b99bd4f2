/**
 * Writes src/llm/catalog/catalog.ts from published lists of models. .github/workflows/catalog.yml runs it each week and opens a pull
 * request. It fetches the npm package `@earendil-works/pi-ai` and the PyPI package `litellm` into a temporary folder; `--pi <folder>`
 * and `--litellm <file>` name copies instead. Neither is a dependency of the program. A list that is older than the catalog's, or than
 * two months, is refused. `--summary <file>` writes what changed, as Markdown.
 *
 * A row comes from pi and is compared with litellm. Each difference is printed with the value that was taken:
 * - the higher price, because a limit of money must hold whichever list is right;
 * - the lower output cap, because a higher one is refused by the provider;
 * - pi's window, except where pi ends it where the higher prices of long prompts begin: then litellm's, because this program counts
 *   those prices.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ENTRIES } from "../src/llm/catalog/catalog.ts";
import { catalogChanges, whyOld } from "./catalog-changes.ts";
import { costOf, inputOf, priceOf, sizeOf, thinkingOf, whyNot, type LitRow, type PiModel } from "./catalog-rules.ts";

/** Our name of the provider, pi's file, and the prefix of litellm's ids. */
const SOURCES = [
  ["kimi", "moonshotai", "moonshot/"],
  ["openai", "openai", ""],
  ["anthropic", "anthropic", ""],
  ["gemini", "google", "gemini/"],
  ["deepseek", "deepseek", "deepseek/"],
  ["zai", "zai", "zai/"],
  ["xai", "xai", "xai/"],
  ["mistral", "mistral", "mistral/"],
  ["groq", "groq", "groq/"],
  ["minimax", "minimax", "minimax/"],
  // pi lists Qwen models without prices, as a subscription has them; litellm has the prices.
  ["qwen", "qwen-token-plan", "dashscope/"],
  // Last, because only models that have a row of their own above are listed.
  ["openrouter", "openrouter", "openrouter/"],
] as const;

const TARGET = "src/llm/catalog/catalog.ts";
const today = new Date().toISOString().slice(0, 10);

const { pi, litellm, summary } = parseArgs({
  options: { pi: { type: "string" }, litellm: { type: "string" }, summary: { type: "string" } },
}).values;
const temp = mkdtempSync(join(tmpdir(), "catalog-"));
const piDir = pi ?? fetchPi();
const litFile = litellm ?? fetchLitellm();
const { version } = readJson(join(piDir, "package.json")) as { version: string };
const prices = readJson(litFile) as Record<string, LitRow>;
const known = /@earendil-works\/pi-ai ([\d.]+\d)/.exec(readFileSync(TARGET, "utf8"))?.[1];
const published = pi === undefined ? publishedOn(version) : undefined;
const old = whyOld({ version, published }, { known, now: Date.now() });
if (old !== undefined) throw new Error(`The list of @earendil-works/pi-ai ${version} is not taken: ${old}.`);

const rows: string[] = [];
/** Name of a row → what the model costs there. */
const listed = new Map<string, PiModel["cost"]>();
for (const [provider, file, prefix] of SOURCES) {
  const apis = readJson(join(piDir, `dist/providers/data/${file}.json`)) as Record<string, Record<string, PiModel>>;
  const models = Object.values(apis)
    .flatMap((byKey) => Object.values(byKey))
    .filter(({ type }) => type === "chat");
  const ids = new Set(models.map(({ id }) => id));
  for (const model of models.toReversed()) {
    const lit = prices[`${prefix}${model.id}`];
    const priced = { ...model, cost: costOf(model, { provider, lit, listed }) };
    const why = whyNot(priced, { provider, lit, ids, listed, today });
    if (why === undefined) {
      rows.push(rowText(provider, priced, lit));
      listed.set(`${provider}/${model.id}`, priced.cost);
    } else console.log(`left out  ${provider}/${model.id}: ${why}`);
  }
}

writeFileSync(TARGET, catalogText());
execFileSync("npx", ["oxfmt", TARGET], { stdio: "inherit" });
console.log(`${TARGET}: ${rows.length} models`);
const changes = catalogChanges(
  ENTRIES,
  rows.map((row) => JSON.parse(row) as string),
);
console.log(`\n${changes}`);
if (summary !== undefined) writeFileSync(summary, changes);

/** One row as TypeScript. Prints where the lists differ. */
function rowText(provider: string, model: PiModel, lit: LitRow | undefined): string {
  const note = (text: string): void => console.log(`differs   ${provider}/${model.id}: ${text}`);
  if (lit === undefined) note("only in pi");
  const { window, maxOutput, prompt } = sizeOf(model, lit, note);
  const { price, over } = priceOf(model, lit, note);
  const { form, levels, off } = thinkingOf(provider, model);
  const ends = lit?.deprecation_date;
  const more = Object.entries({ prompt, over, off, ends }).flatMap(([key, value]) =>
    value ? [`${key}=${value}`] : [],
  );
  const name = `${provider}/${model.id}`;
  const cells = [name, window, maxOutput, inputOf(model), price.join("/"), form, levels.join(",") || "-", ...more];
  return JSON.stringify(cells.join(" "));
}

function catalogText(): string {
  return `/**
 * Generated by scripts/catalog.ts on ${today} from @earendil-works/pi-ai ${version}, checked with litellm. Do not edit: a policy
 * can say otherwise of a model. A row is id, window, output cap, what it reads, US dollars per million tokens
 * (input/cached input/cache write/output), how it is told to think, and the levels of \`--thinking\`; then \`prompt\`: the most
 * tokens of a prompt; \`over\`: above how many tokens of prompt all is charged at the prices that follow; \`off\`: how thinking is
 * switched off; \`ends\`: the day on which the provider retires it.
 */

export const CATALOG_DAY = "${today}";

export const ENTRIES: readonly string[] = [
${rows.map((row) => `  ${row},`).join("\n")}
];
`;
}

/** By its tag: without one, npm packs an older version for an older Node, silently. */
function fetchPi(): string {
  execFileSync("npm", ["pack", "--silent", "@earendil-works/pi-ai@latest"], { cwd: temp });
  execFileSync("tar", ["xzf", onlyFile(".tgz")], { cwd: temp });
  return join(temp, "package");
}

/** The day on which a version was published, of npm. */
function publishedOn(released: string): string | undefined {
  const times: unknown = JSON.parse(
    execFileSync("npm", ["view", "--json", "@earendil-works/pi-ai", "time"], { encoding: "utf8" }),
  );
  const day = Object(times)[released] as unknown;
  return typeof day === "string" ? day : undefined;
}

function fetchLitellm(): string {
  const file = "litellm/model_prices_and_context_window_backup.json";
  execFileSync("pip", ["download", "--quiet", "--no-deps", "--ignore-requires-python", "--dest", temp, "litellm"]);
  execFileSync("python3", ["-m", "zipfile", "-e", onlyFile(".whl"), temp], { cwd: temp });
  return join(temp, file);
}

function onlyFile(suffix: string): string {
  const name = readdirSync(temp).find((file) => file.endsWith(suffix));
  if (name === undefined) throw new Error(`No ${suffix} came into ${temp}.`);
  return name;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
