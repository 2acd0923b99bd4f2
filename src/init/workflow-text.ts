/** Writes the workflows that start runs: a row for each. Like the policy they are written by the YAML library and read back. */

import { Document } from "yaml";
import { REPOSITORY } from "../base/version.ts";
import type { WorkflowNeeds } from "./findings.ts";
import { inFlow, sourced, writtenYaml } from "./policy-text.ts";

/** From version 7 on it refuses the head of a fork under `pull_request_target` and `workflow_run`. */
export const CHECKOUT = { commit: "3d3c42e5aac5ba805825da76410c181273ba90b1", version: "v7.0.1" } as const;

/** A person replaces it, pinned to a commit. */
const ACTION = `${REPOSITORY}@v0`;

const BODY = "github.event.comment.body || github.event.review.body";
const NUMBER = "github.event.issue.number || github.event.pull_request.number";
const ASSOCIATION = "github.event.comment.author_association || github.event.review.author_association";
const QUICK = ["cancel", "status", "help"].map((word) => `!contains(${BODY}, '/kimi ${word}')`).join(" && ");
const MEMBERS = `contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), ${ASSOCIATION})`;

/** `needsTools`: the agent builds and tests there. */
const WORKFLOWS = {
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

export type WorkflowName = keyof typeof WORKFLOWS;

export function workflowPath(name: WorkflowName): string {
  return WORKFLOWS[name].path;
}

export function workflowText(name: WorkflowName, needs: WorkflowNeeds): string {
  const { about, head, job, permissions, with: settings, needsTools } = WORKFLOWS[name];
  const checkout = {
    "persist-credentials": false,
    "fetch-depth": needsTools && needs.fullHistory !== undefined ? 0 : undefined,
    submodules: needsTools && needs.submodules !== undefined ? "recursive" : undefined,
  };
  const action = { text: ACTION, from: "replace it with the place where you keep kimi-runner, pinned to a commit" };
  const steps = [
    {
      uses: sourced({ text: `actions/checkout@${CHECKOUT.commit}`, from: CHECKOUT.version }),
      with: inFlow(checkout),
    },
    ...(needsTools ? toolSteps(needs) : []),
    { uses: sourced(action), with: { ...settings, "api-key": "${{ secrets.KIMI_API_KEY }}" } },
  ];
  const value = {
    ...head,
    permissions: {},
    jobs: {
      kimi: {
        ...job,
        "runs-on": "ubuntu-24.04",
        "timeout-minutes": 60,
        permissions,
        services: needsTools && needs.services.length > 0 ? servicesOf(needs) : undefined,
        steps,
      },
    },
  };
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = `${about}\n Made by \`kimi-runner init\`; add the secret KIMI_API_KEY.`;
  return writtenYaml(document, workflowPath(name));
}

/** Toolchains as CI installs them, packages of the system, and full history. */
function toolSteps({ setup, apt, installs }: WorkflowNeeds): readonly object[] {
  const packages = [...new Set(apt.flatMap(({ text }) => text.split(" ")))].join(" ");
  const ofSystem = { text: `sudo apt-get update && sudo apt-get install -y ${packages}`, from: apt[0]?.from ?? "" };
  return [
    ...setup.map(({ uses, with: settings, from }) => ({
      uses: sourced({ text: uses, from }),
      with: unlessEmpty(settings),
    })),
    ...[...(apt.length === 0 ? [] : [ofSystem]), ...installs].map((command) => ({ run: sourced(command) })),
  ];
}

function servicesOf({ services }: WorkflowNeeds): Readonly<Record<string, object>> {
  const entries = services.map(({ name, image, ports, env, options }) => {
    const given = { image, env: unlessEmpty(env), ports: ports.length === 0 ? undefined : ports, options };
    return [name, given] as const;
  });
  return Object.fromEntries(entries);
}

function unlessEmpty(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(members).length === 0 ? undefined : members;
}
