/** Writes the workflows that start runs: a row for each. Like the policy they are written by the YAML library and read back. */

import { Document, isMap, type Scalar } from "yaml";
import { definedMembers } from "../base/member.ts";
import { REPOSITORY } from "../base/version.ts";
import type { WorkflowNeeds } from "./findings.ts";
import { comment, writtenYaml } from "./policy-text.ts";

/** From version 7 on it refuses the head of a fork under `pull_request_target` and `workflow_run`. */
export const CHECKOUT = { commit: "3d3c42e5aac5ba805825da76410c181273ba90b1", version: "v7.0.1" } as const;

/** A person replaces it, pinned to a commit. */
const ACTION = `${REPOSITORY}@v0`;

interface Workflow {
  readonly path: string;
  readonly about: string;
  readonly head: Readonly<Record<string, unknown>>;
  readonly job: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly with: Readonly<Record<string, unknown>>;
  /** Whether the agent builds and tests there. */
  readonly needsTools: boolean;
}

const BODY = "github.event.comment.body || github.event.review.body";
const NUMBER = "github.event.issue.number || github.event.pull_request.number";
const ASSOCIATION = "github.event.comment.author_association || github.event.review.author_association";
const QUICK = ["cancel", "status", "help"].map((word) => `!contains(${BODY}, '/kimi ${word}')`).join(" && ");
const MEMBERS = `contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), ${ASSOCIATION})`;

export type WorkflowName = "comment" | "schedule" | "review";

const WORKFLOWS: Readonly<Record<WorkflowName, Workflow>> = {
  comment: {
    path: ".github/workflows/kimi.yml",
    about: " `/kimi fix` in a comment on an issue or pull request starts a run.",
    head: {
      name: "kimi",
      on: {
        issue_comment: { types: ["created"] },
        pull_request_review_comment: { types: ["created"] },
        pull_request_review: { types: ["submitted"] },
      },
    },
    job: {
      if: `(github.event.comment.user.type || github.event.review.user.type) == 'User' && contains(${BODY}, '/kimi')`,
      // One run at a time in a thread. `cancel`, `status` and `help` do not wait, and neither do comments of strangers.
      concurrency: {
        group: `kimi-\${{ ${QUICK} && ${MEMBERS} && (${NUMBER}) || github.run_id }}`,
        "cancel-in-progress": false,
      },
    },
    permissions: { contents: "write", issues: "write", "pull-requests": "write" },
    with: {},
    needsTools: true,
  },
  schedule: {
    path: ".github/workflows/kimi-nightly.yml",
    about: " Every night the agent runs the tests, and opens a pull request if it can repair them.",
    head: {
      name: "kimi nightly",
      on: { schedule: [{ cron: "17 3 * * *" }] },
      concurrency: { group: "kimi-nightly", "cancel-in-progress": false },
    },
    job: {},
    permissions: { contents: "write", issues: "write", "pull-requests": "write" },
    with: {
      prompt: "Run the tests. If one fails, find the cause and fix it. Change nothing else.",
      profile: "schedule",
    },
    needsTools: true,
  },
  review: {
    path: ".github/workflows/kimi-review.yml",
    about: " Each pull request of the repository's own branches gets a review as a comment. Nothing can be pushed.",
    head: { name: "kimi review", on: { pull_request: { types: ["opened", "ready_for_review"] } } },
    job: { if: "github.event.pull_request.head.repo.full_name == github.repository" },
    permissions: { contents: "read", issues: "write", "pull-requests": "write" },
    with: { prompt: "/kimi review", "max-steps": 40 },
    needsTools: false,
  },
};

export function workflowPath(name: WorkflowName): string {
  return WORKFLOWS[name].path;
}

interface Step {
  readonly value: { readonly uses: string; readonly with?: object } | { readonly run: string };
  readonly from: string;
}

/** The text of a workflow for a repository with these needs. */
export function workflowText(name: WorkflowName, needs: WorkflowNeeds): string {
  const { about, head, job, permissions, with: settings, needsTools } = WORKFLOWS[name];
  const checkout = {
    "persist-credentials": false,
    ...(needsTools && needs.fullHistory !== undefined ? { "fetch-depth": 0 } : {}),
    ...(needsTools && needs.submodules !== undefined ? { submodules: "recursive" } : {}),
  };
  const steps: readonly Step[] = [
    { value: { uses: `actions/checkout@${CHECKOUT.commit}`, with: checkout }, from: CHECKOUT.version },
    ...(needsTools ? toolSteps(needs) : []),
    {
      value: { uses: ACTION, with: { ...settings, "api-key": "${{ secrets.KIMI_API_KEY }}" } },
      from: "replace it with the place where you keep kimi-runner, pinned to a commit",
    },
  ];
  const services = needsTools && needs.services.length > 0 ? { services: servicesOf(needs) } : {};
  const value = {
    ...head,
    permissions: {},
    jobs: {
      kimi: {
        ...job,
        "runs-on": "ubuntu-24.04",
        "timeout-minutes": 60,
        permissions,
        ...services,
        steps: steps.map((step) => step.value),
      },
    },
  };
  const document = new Document(value, { aliasDuplicateObjects: false });
  for (const [index, { value: step, from }] of steps.entries()) {
    const line = document.getIn(["jobs", "kimi", "steps", index, "uses" in step ? "uses" : "run"], true);
    (line as Scalar).comment = comment(from);
  }
  for (const path of [["permissions"], ["jobs", "kimi", "steps", 0, "with"]]) {
    const node = document.getIn(path, true);
    if (isMap(node)) node.flow = true;
  }
  document.commentBefore = `${about}\n Made by \`kimi-runner init\`; add the secret KIMI_API_KEY.`;
  return writtenYaml(document, value, { name: workflowPath(name), flowCollectionPadding: true });
}

/** Toolchains as CI installs them, packages of the system, and full history. */
function toolSteps({ setup, apt, installs }: WorkflowNeeds): readonly Step[] {
  const packages = [...new Set(apt.flatMap(({ text }) => text.split(" ")))];
  const [first] = apt;
  return [
    ...setup.map(({ uses, with: settings, from }) => ({
      value: { uses, ...(Object.keys(settings).length === 0 ? {} : { with: settings }) },
      from,
    })),
    ...(first === undefined
      ? []
      : [{ value: { run: `sudo apt-get update && sudo apt-get install -y ${packages.join(" ")}` }, from: first.from }]),
    ...installs.map(({ text, from }) => ({ value: { run: text }, from })),
  ];
}

function servicesOf({ services }: WorkflowNeeds): Readonly<Record<string, object>> {
  const entries = services.map(({ name, image, ports, env, options }) => {
    const given = {
      env: Object.keys(env).length === 0 ? undefined : env,
      ports: ports.length === 0 ? undefined : ports,
    };
    return [name, definedMembers({ image, ...given, options })] as const;
  });
  return Object.fromEntries(entries);
}
