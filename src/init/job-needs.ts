/** What the jobs of CI that test need besides commands: services, variables, toolchains, packages of the system, history. */

import { member, parseJson } from "../base/member.ts";
import { isSecretName } from "../base/redact/secret-forms.ts";
import { scalarText } from "./expressions.ts";
import type { Findings, Sourced, WorkflowNeeds } from "./findings.ts";
import { setupStep } from "./known-actions.ts";
import type { CiCommand } from "./script.ts";
import type { CiJob, ReadText } from "./workflow-file.ts";

/** Package managers that GitHub's runners lack: what sets them up in CI, and a command that does. */
const LACKING: Readonly<Record<string, readonly [setup: RegExp, command: string]>> = {
  pnpm: [/^pnpm\/action-setup@/, "npm install --global pnpm"],
  bun: [/^oven-sh\/setup-bun@/, "npm install --global bun"],
  deno: [/^denoland\/setup-deno@/, "npm install --global deno"],
  uv: [/^astral-sh\/setup-uv@/, "pipx install uv"],
  poetry: [/poetry@/, "pipx install poetry"],
  pdm: [/^pdm-project\/setup-pdm@/, "pipx install pdm"],
  pipenv: [/pipenv@/, "pipx install pipenv"],
};
const SETS_UP_ALL = /^(?:jdx\/mise-action|prefix-dev\/setup-pixi|volta-cli\/action)@/;

/** Node 25 and later have no corepack; `--force` replaces the runner's own yarn, where npm refuses to install it otherwise. */
const COREPACK = [
  "command -v corepack || npm install --global --force corepack",
  "corepack enable",
  "corepack install",
];

/** What sets up those of the managers that neither the runner, CI's own steps nor the repository has. */
export function lackingManagers(
  managers: readonly Sourced[],
  setup: WorkflowNeeds["setup"],
  read: ReadText,
): readonly Sourced[] {
  const pinned = scalarText(member(parseJson(read("package.json") ?? ""), "packageManager"));
  return managers.flatMap(({ text, from }) => {
    // The runner's own yarn is 1.22, which refuses to work where a later one is pinned, and runs one that is committed.
    if (text === "yarn" && /^yarn@(?!1\.)/.test(pinned) && !/^yarnPath:/m.test(read(".yarnrc.yml") ?? ""))
      return COREPACK.map((command) => ({ text: command, from: "package.json" }));
    const [action, command] = (Object.hasOwn(LACKING, text) ? LACKING[text] : undefined) ?? [];
    if (action === undefined || setup.some(({ uses }) => action.test(uses) || SETS_UP_ALL.test(uses))) return [];
    const version = new RegExp(String.raw`^${text}@(\d+\.\d+\.\d+)`).exec(pinned)?.[1];
    return [{ text: version === undefined ? `${command}` : `${command}@${version}`, from }];
  });
}

/** Services, variables and workflow steps of the jobs from which commands were taken. */
export function fromJobs(
  jobs: readonly CiJob[],
  tests: readonly CiCommand[],
  setupJobs: readonly CiJob[],
): Pick<Findings, "services" | "env" | "workflow"> {
  const services = uniqueBy(
    jobs.flatMap((job) => job.services),
    ({ name }) => name,
  );
  const sources = [...setupJobs, ...jobs];
  const steps = sources.flatMap((job) => job.steps);
  const setup = steps.flatMap(({ uses, with: settings, file, line }) => {
    const step = uses === undefined ? undefined : setupStep(uses, settings);
    return step === undefined ? [] : [{ ...step, from: `${file}:${line}` }];
  });
  const checkout = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
  const depth = checkout.find((step) => step.with["fetch-depth"] === "0");
  const submodules = checkout.find((step) => /true|recursive/.test(step.with["submodules"] ?? ""));
  const place = (step: (typeof steps)[number] | undefined): string | undefined =>
    step === undefined ? undefined : `${step.file}:${step.line}`;
  const apt = steps
    .flatMap(({ script = "", file, scriptLine }) =>
      Array.from(script.matchAll(/\bapt(?:-get)? (?:-\S+ )*install ([\w .+:=-]+)/g), ([, names = ""]) => ({
        text: names
          .split(" ")
          .filter((name) => /^[a-z0-9][\w.+-]*$/.test(name))
          .join(" "),
        from: `${file}:${scriptLine}`,
      })),
    )
    .filter(({ text }) => text !== "");
  const env = tests.flatMap(({ step, from }) => Object.entries(step.env).map(([name, text]) => ({ name, text, from })));
  const ports = services.flatMap(({ ports, from }) =>
    ports.flatMap((port) => {
      const [, own] = /^(\d+)(?::\d+)?(?:\/tcp)?$/.exec(port) ?? [];
      return own === undefined ? [] : [{ text: `localhost:${own}`, from }];
    }),
  );
  // A password of a service that only the tests know is none; another one is not repeated.
  const known = services.map((service) => ({
    ...service,
    env: Object.fromEntries(
      Object.entries(service.env).filter(([name, text]) => !isSecretName(name) || HARMLESS.test(text)),
    ),
  }));
  return {
    services: uniqueBy(ports, ({ text }) => text),
    env: uniqueBy(env, ({ name }) => name),
    workflow: {
      setup: uniqueBy(setup, ({ uses }) => uses.replace(/@.*/, "")),
      apt: uniqueBy(apt, ({ text }) => text),
      installs: [],
      services: known,
      fullHistory: place(depth),
      submodules: place(submodules),
    },
  };
}

const HARMLESS = /^(?:postgres|password|pass|root|mysql|guest|admin|secret|example|user|\w{0,12}test\w{0,12}|)$/i;

export function uniqueBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}
