/** A comment that decides something about a kept session: an answer to held calls, a wish to go on, a wish to stop. */

import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { inline } from "../../base/plain-text.ts";
import { checkApprover } from "../../github/approver.ts";
import { matchAnswers } from "../../github/match-answers.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Answer } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { currentBase } from "./current-base.ts";
import type { DecideOptions, Deciding } from "./deciding.ts";
import { goOn } from "./go-on.ts";
import { keptFiles, openStore, type OpenStore } from "./kept.ts";
import type { JobEnd } from "./job-end.ts";
import { isHeld } from "./lease.ts";
import { sessionsOfThread, type OpenSession } from "./open-session.ts";
import { postReply } from "./posts.ts";
import { recordAnswers } from "./record-answers.ts";
import { whoAmI } from "./scene.ts";

/** Carries the comment out. Throws `RunnerError` for what the server or a session refuses; people are told before. */
export async function decide(options: DecideOptions): Promise<JobEnd> {
  const open = await openStore(options);
  try {
    const { sessions, problems } = await sessionsOfThread(
      open.store,
      options.trigger.thread.number,
      options.job,
      (id) => join(`${options.inputs.bundleDir}-${id}`),
    );
    for (const text of problems) options.world.warn(text);
    return await decided(options, open, sessions);
  } finally {
    open.close();
  }
}

async function decided(options: DecideOptions, open: OpenStore, sessions: readonly OpenSession[]): Promise<JobEnd> {
  const { trigger } = options;
  switch (trigger.kind) {
    case "answer":
      return answer({ ...options, trigger }, open, sessions);
    case "resume":
      return resume({ ...options, trigger }, open, sessions);
    case "cancel":
      return cancel(options, open, sessions);
  }
}

/** Says it in the thread, once for each comment. */
async function reply({ client, job, trigger, inputs }: DecideOptions, text: string): Promise<JobEnd> {
  const asked = { ...trigger, kind: "reply", text } as const;
  if (inputs.publish === "github") await postReply({ client, trigger: asked, job, clock: systemClock });
  return { kind: "replied", text };
}

type Answering = DecideOptions & { readonly trigger: Extract<Deciding, { kind: "answer" }> };

async function answer(options: Answering, open: OpenStore, sessions: readonly OpenSession[]): Promise<JobEnd> {
  const { trigger } = options;
  const now = systemClock.now();
  const waiting = sessions.filter(({ stored }) => stored.state.held.length > 0);
  const { digests } = trigger.answer;
  const meant = waiting.find(
    ({ stored }) => digests === "all" || digests.some((prefix) => begins(prefix, stored.state.held)),
  );
  if (digests === "all" && waiting.length > 1) {
    return reply(
      options,
      `${waiting.length} runs of this thread wait for an answer. Name the digests instead of \`all\`.`,
    );
  }
  const session = meant ?? waiting[0] ?? sessions[0];
  if (session === undefined) return reply(options, "Nothing waits for an answer in this thread.");
  const { stored, kept, begin } = session;
  if (isHeld(kept.lease, now))
    return reply(options, `A job is going on with this session already: ${kept.lease?.runUrl ?? ""}`);
  const { policy, readBase, head } = await currentBase(options, open, session);
  const moved = problemOf(session, { policy, head });
  if (moved !== undefined) return reply(options, moved);
  const shownAt = lastShownAt(session);
  const matched = matchAnswers(
    trigger.answer,
    { by: trigger.author.login, writtenAt: trigger.comment.createdAt },
    {
      held: stored.state.held,
      answered: stored.state.progressed.unfinished.batch?.answers ?? new Map(),
      shownAt,
      expiresAt: shownAt + policy.approvers.expiresHours * 3_600_000,
      now,
      allowsSession: policy.approvers.session,
    },
  );
  if (matched.kind === "refused") return reply(options, matched.text);
  const access = await mayAnswer(options, session, { policy, readBase, answers: matched.answers });
  if (access !== undefined) return reply(options, access);

  const held = recordAnswers(session.bundle, matched.answers, options);
  open.store.adopt(kept);
  const tree = kept.stored.workspaceTree ?? stored.state.snapshots.at(-1) ?? "";
  const point = { files: keptFiles(session.bundle), tree, parent: begin.headCommit };
  const saved = await open.store.save(point, held.length > 0 ? "waiting" : "running");
  if (saved.kind === "lost")
    return reply(options, "Another answer to this session was faster. Look at the newest state and answer again.");
  if (saved.kind === "unkept") {
    throw new RunnerError({
      code: "github.denied",
      message: `The answer could not be recorded: ${saved.said}`,
      hint: "Nothing was carried out. Give the token `contents: write`, and answer again.",
    });
  }
  if (held.length > 0) {
    const digestsLeft = held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
    return reply(options, `Taken. Still waiting: ${digestsLeft}.`);
  }
  return goOn({ ...options, session, open, answers: new Map(), limits: {} });
}

function begins(prefix: string, held: readonly Pick<HeldCall, "digest">[]): boolean {
  return held.some(({ digest }) => digest.startsWith(prefix));
}

/** What makes an answer void, whoever gives it. */
function problemOf(
  { begin }: OpenSession,
  { policy, head }: { readonly policy: Policy; readonly head: string | undefined },
): string | undefined {
  if (head !== undefined && head !== begin.headCommit) {
    return `The pull request moved from \`${begin.headCommit.slice(0, 12)}\` to \`${head.slice(0, 12)}\` since this was asked, so the answer is void. Ask for the work again.`;
  }
  if (policy.digest !== begin.policyDigest) {
    return "The policy changed since this was asked, so the answer is void. Ask for the work again.";
  }
  return undefined;
}

function lastShownAt({ stored }: OpenSession): number {
  const shown = stored.journal.records.findLast(({ event }) => event.type === "deferral.open");
  return shown === undefined ? 0 : Date.parse(shown.time);
}

interface MayAnswer {
  readonly policy: Policy;
  readonly readBase: (path: string) => Promise<string | undefined>;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Why this person may not give these answers; undefined when they may. Throws `github.failed` when GitHub did not say. */
async function mayAnswer(
  { client, trigger, job, inputs, stopper }: Answering,
  { stored, origin }: OpenSession,
  { policy, readBase, answers }: MayAnswer,
): Promise<string | undefined> {
  const meant = stored.state.held.filter(({ digest }) => answers.has(digest));
  const access = await checkApprover(client, {
    repository: { owner: job.owner, name: job.repo },
    author: trigger.author,
    paths: meant.flatMap(({ capabilities }) =>
      capabilities.flatMap((need) => (need.kind === "write" ? [need.path] : [])),
    ),
    readBase,
    approvers: policy.approvers,
    requesters: origin.requester === undefined ? [] : [origin.requester],
    ownIds: [(await whoAmI(client)).id],
    comment: trigger.comment,
    answer: trigger.answer,
    trigger: inputs.trigger,
    signal: stopper.signal,
  });
  if (access.allowed) return undefined;
  if (access.isUnchecked !== true) return `This answer does not count: ${access.reason}`;
  throw new RunnerError({
    code: "github.failed",
    message: access.reason,
    hint: "Nothing was carried out; answer again.",
  });
}

type Resuming = DecideOptions & { readonly trigger: Extract<Deciding, { kind: "resume" }> };

async function resume(options: Resuming, open: OpenStore, sessions: readonly OpenSession[]): Promise<JobEnd> {
  const [session] = sessions;
  if (session === undefined) {
    return reply(
      options,
      "No session of this thread is kept, so there is nothing to go on with. Ask for the work again.",
    );
  }
  const { kept, stored } = session;
  if (isHeld(kept.lease, systemClock.now())) {
    return reply(options, `A job is going on with this session already: ${kept.lease?.runUrl ?? ""}`);
  }
  if (stored.state.held.length > 0) {
    const waits = stored.state.held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
    return reply(options, `This session waits for an answer to ${waits}. Approve or reject it, and it goes on.`);
  }
  const { policy, head } = await currentBase(options, open, session);
  const moved = problemOf(session, { policy, head });
  if (moved !== undefined) return reply(options, moved);
  open.store.adopt(kept);
  const tree = kept.stored.workspaceTree ?? stored.state.snapshots.at(-1) ?? "";
  const point = { files: keptFiles(session.bundle), tree, parent: session.begin.headCommit };
  const saved = await open.store.save(point, "running");
  if (saved.kind === "lost") return reply(options, "Another job was faster and goes on with this session.");
  return goOn({ ...options, session, open, answers: new Map(), limits: options.trigger.overrides });
}

async function cancel(options: DecideOptions, open: OpenStore, sessions: readonly OpenSession[]): Promise<JobEnd> {
  const { trigger } = options;
  const { sessions: ids } = await open.store.list();
  const own = ids.filter((id) => id.startsWith(`t${trigger.thread.number}-`));
  if (own.length === 0) return reply(options, "Nothing of this thread runs or waits.");
  const said: string[] = [];
  for (const id of own) {
    const session = sessions.find(({ kept }) => kept.id === id);
    const kept = session?.kept ?? (await open.store.read(id));
    if (kept === undefined) continue;
    if (isHeld(kept.lease, systemClock.now())) {
      const wish = await open.store.wishCancel(id, open.repository.headCommit);
      said.push(
        wish.kind === "refused"
          ? `The run could not be told to stop: ${inline(wish.said)}`
          : `The run was told to stop: ${kept.lease?.runUrl ?? ""}. What it did until then is kept.`,
      );
      continue;
    }
    open.store.adopt(kept);
    await open.store.finish();
    said.push("A session that waited was given up; nothing of it will be carried out.");
  }
  return reply(options, said.join("\n\n"));
}
