/**
 * Decides from the event and the inputs whether to start a run, to reply or to skip. Permissions are not checked here: `authority`
 * names the accounts that `people` must check.
 */

import { configError } from "../../protocol/error.ts";
import type { AnswerCommand } from "./answer.ts";
import { isSlashCommand, parseCommand, type Command, type RunVerb } from "./command.ts";
import { decideAnswer } from "./answer-in-comment.ts";
import type { GitHubEvent } from "./event.ts";
import { BATCH_MARK, ON_DASHBOARD, OWN_MARKER } from "./marker.ts";
import type { DiffPlace, EventIssue, EventPull, EventThread } from "./event-parts.ts";
import { notAllowed, notAPerson } from "./askers.ts";
import { closedReply, editedReply, misplacedReply, replyTo } from "./reply.ts";
import { splitQuotations } from "../markdown/quotations.ts";
import { sanitise, sanitisePlain } from "../sanitise/sanitise.ts";
import type { TriggerContext, Authority, Trigger, TriggerInputs } from "./trigger.ts";

/** Decides. Throws `config.invalid` where a schedule or dispatch has no prompt. */
export function decideTrigger(event: GitHubEvent, inputs: TriggerInputs): Trigger {
  switch (event.kind) {
    case "unsupported":
      return inputs.prompt === undefined || event.event === undefined
        ? skip(event.reason)
        : { ...skip(`${event.reason} ${UNUSED}`), isMistake: true };
    case "issue_comment":
    case "pull_request_review_comment":
    case "pull_request_review":
      return commented(event, inputs);
    case "issues":
      return opened(event, event.issue, inputs);
    case "pull_request":
      return opened(event, event.pull, inputs);
    case "schedule":
      return prompted(event, inputs.prompt, inputs);
    case "workflow_dispatch":
      return prompted(event, inputs.prompt ?? event.inputs["prompt"], inputs);
    case "repository_dispatch": {
      const { prompt } = event.payload;
      return prompted(event, inputs.prompt ?? (typeof prompt === "string" ? prompt : undefined), inputs);
    }
  }
}

type CommentEvent = Extract<GitHubEvent, { readonly kind: "issue_comment" | "pull_request_review_comment" }>;
type ThreadEvent = Extract<GitHubEvent, { readonly kind: "issues" | "pull_request" }>;
type ReviewEvent = Extract<GitHubEvent, { readonly kind: "pull_request_review" }>;
/** An event without a thread, so its task is the prompt. */
type BareEvent = Exclude<GitHubEvent, CommentEvent | ThreadEvent | ReviewEvent | { readonly kind: "unsupported" }>;

function commented(event: CommentEvent | ReviewEvent, inputs: TriggerInputs): Trigger {
  const { trigger } = inputs;
  const said = commandTextOf(event);
  const { what, thread, body, author, before, written, replyTo: root } = said;
  const command = parseCommand(body, trigger);
  const isEditedAnswer = event.action === "edited" && command.kind === "answer";
  const isNew = event.action === "created" || event.action === "submitted";
  if (!isNew && !isEditedAnswer) return skip(`Only new comments are commands; this one was ${event.action}.`);
  if (body.includes(OWN_MARKER)) return skip(`kimi-runner wrote the ${what}.`);
  const users = [author, event.sender];
  // A bot may ask for a run if the workflow lists it; only people may answer, resume and cancel.
  const stranger = isAnswer(command) ? notAPerson(users) : notAllowed(users, inputs);
  if (stranger !== undefined) return skip(stranger);
  if (command.kind === "none") return skip(`The ${what} has no ${trigger} command.`);
  if (isForBatch(command, thread)) return skip(ON_DASHBOARD);
  if (thread.locked) return skip(LOCKED);
  const authority = { kind: "people", users } as const;
  const asked: TriggerContext = { authority, thread, comment: written, replyTo: root };
  if (!isAnswer(command)) return commanded({ command, inputs, thread, body, before, asked });
  if (isEditedAnswer) return { kind: "reply", text: editedReply(trigger), ...asked };
  if (said.what === "review") return { kind: "reply", text: misplacedReply("review", trigger), ...asked };
  return decideAnswer(command, { asked, thread, comment: said, place: said.written, trigger });
}

/** The text with the command and its place. The comments of a review on lines are events of their own. */
function commandTextOf(event: CommentEvent | ReviewEvent) {
  if (event.kind === "pull_request_review") {
    const { review, pull: thread } = event;
    const written = { kind: "review text", id: review.id } as const;
    const before = review.submittedAt ?? thread.updatedAt;
    return { ...review, what: "review", thread, before, written, replyTo: undefined } as const;
  }
  const { comment } = event;
  const thread = event.kind === "issue_comment" ? event.issue : event.pull;
  const kind = event.kind === "issue_comment" ? "issue" : "review";
  const place = "place" in comment ? cleanPlace(comment.place) : undefined;
  const written = { kind, id: comment.id, place } as const;
  return { ...comment, what: "comment", thread, before: comment.createdAt, written, replyTo: place?.root } as const;
}

function cleanPlace(place: DiffPlace): DiffPlace {
  return { ...place, path: sanitisePlain(place.path).text, diffHunk: sanitisePlain(place.diffHunk).text };
}

/** Whether a comment is for a batch. Only bots write dashboards, so no person can silence a thread with a dashboard's mark. */
function isForBatch(command: Command, { body, author }: EventIssue | EventPull): boolean {
  return command.kind === "unknown" && command.verb === "batch" && author.type === "Bot" && body.includes(BATCH_MARK);
}

function opened(event: ThreadEvent, thread: EventIssue | EventPull, inputs: TriggerInputs): Trigger {
  const { action, sender } = event;
  if (action === "labeled" || action === "assigned") return marked(event, thread, inputs);
  const users = [thread.author, sender];
  const asked: TriggerContext = { authority: { kind: "people", users }, thread, comment: undefined };
  const stranger = notAllowed(users, inputs);
  if (stranger !== undefined) return skip(stranger);
  // Only a new thread's command counts: a push or a reopening must not repeat it.
  const command = action === "opened" ? parseCommand(thread.body, inputs.trigger) : ({ kind: "none" } as const);
  const before = thread.updatedAt;
  if (command.kind !== "none" && thread.locked) return skip(LOCKED);
  if (isAnswer(command)) return { kind: "reply", text: misplacedReply("description", inputs.trigger), ...asked };
  if (command.kind !== "none") return commanded({ command, inputs, thread, body: thread.body, before, asked });
  if (inputs.prompt === undefined)
    return skip(`The description has no ${inputs.trigger} command, and no prompt is set.`);
  if (thread.locked) return skip(LOCKED);
  const prompted = task(inputs.prompt, inputs, thread.kind === "pull" ? "review" : "fix");
  const isDraft = "isDraft" in thread && thread.isDraft;
  if (isDraft && prompted.verb === "review" && !prompted.isSlash) return skip(draftReason(thread, inputs));
  return { kind: "run", ...prompted, isPrompted: true, before, ...asked };
}

function draftReason({ number }: EventThread, { trigger }: TriggerInputs): string {
  return `#${number} is a draft, which is reviewed when it is asked for (${trigger} review) or marked as ready (\`ready_for_review\`).`;
}

function marked(event: ThreadEvent, thread: EventIssue | EventPull, inputs: TriggerInputs): Trigger {
  const { action, sender, label, assignee } = event;
  const byLogin: TriggerInputs["labels"] = inputs.assignee === undefined ? [] : [{ name: inputs.assignee }];
  const [wanted, given] = action === "labeled" ? [inputs.labels ?? [], label] : [byLogin, assignee];
  const mark = wanted.find(({ name }) => name.toLowerCase() === given?.toLowerCase());
  if (mark === undefined) {
    const what = action === "labeled" ? "label" : "assignee";
    const known = wanted.map(({ name }) => name).join(", ");
    const others = known === "" ? "" : `; ${known} ${wanted.length === 1 ? "does" : "do"}`;
    return skip(`The ${what} ${given ?? "(none)"} starts no run${others}.`);
  }
  const stranger = notAllowed([sender], inputs);
  if (stranger !== undefined) return skip(stranger);
  if (thread.locked) return skip(LOCKED);
  if (thread.closed) return skip(`#${thread.number} is closed.`);
  // The person who set the label or assignee is responsible for the request, not the issue's author.
  return {
    kind: "run",
    ...task(inputs.prompt ?? "", inputs, "fix"),
    ...(mark.verb && { verb: mark.verb }),
    before: thread.updatedAt,
    authority: { kind: "people", users: [sender] },
    thread,
    comment: undefined,
  };
}

const LOCKED = "The conversation is locked, so a reply is not possible.";

interface Commanded {
  readonly command: Exclude<Command, AnswerCommand | { readonly kind: "none" }>;
  readonly inputs: TriggerInputs;
  readonly thread: EventIssue | EventPull;
  /** The text with the command. */
  readonly body: string;
  readonly before: string;
  readonly asked: TriggerContext;
}

function commanded({ command, inputs: { trigger }, thread, body, before, asked }: Commanded): Trigger {
  if (command.kind === "reply" && command.verb === "status") return { kind: "status", ...asked, thread };
  if (command.kind !== "run") return { kind: "reply", text: replyTo(command, trigger), ...asked };
  if (thread.closed && command.verb === "fix") return { kind: "reply", text: closedReply(thread, trigger), ...asked };
  const { verb, text, isSlash } = command;
  const { own, quoted } = splitQuotations(sanitise(text).text);
  // The thread shows a description, with its quotations.
  const all = asked.comment === undefined ? [] : [...quotedAbove(body, text), ...quoted];
  return { kind: "run", verb, text: own, ...(all.length > 0 && { quoted: all }), isSlash, before, ...asked };
}

/** What a text quotes above its command, whose text ends it. */
function quotedAbove(body: string, text: string): readonly string[] {
  const whole = body.replace(/\r\n?/g, "\n").trimEnd();
  return splitQuotations(sanitise(whole.slice(0, whole.length - text.length)).text).quoted;
}

function prompted(event: BareEvent, prompt: string | undefined, inputs: TriggerInputs): Trigger {
  const { kind } = event;
  // A schedule is the workflow's own. GitHub requires write permission for a dispatch; `act` may leave out the sender.
  const sender = kind === "schedule" ? undefined : event.sender;
  const stranger = sender === undefined ? undefined : notAllowed([sender], inputs);
  if (stranger !== undefined) return skip(stranger);
  const authority: Authority = sender === undefined ? { kind: "workflow" } : { kind: "people", users: [sender] };
  if (prompt === undefined || prompt.trim() === "") {
    throw configError(
      `The input prompt is missing: a ${kind} event has no comment with the task.`,
      kind === "repository_dispatch" ? "Set prompt, or send client_payload.prompt." : "Set prompt to the task.",
    );
  }
  return {
    kind: "run",
    ...task(prompt, inputs, "fix"),
    before: undefined,
    authority,
    thread: undefined,
    comment: undefined,
  };
}

type Task = Pick<Extract<Trigger, { kind: "run" }>, "verb" | "text" | "isSlash">;

/** A prompt may be a command itself: `/kimi review` on a schedule, or `/skill:release`. */
function task(prompt: string, { trigger }: TriggerInputs, otherwise: RunVerb): Task {
  const command = parseCommand(prompt, trigger);
  const { verb, text } = command.kind === "run" ? command : { verb: otherwise, text: prompt.trim() };
  return { verb, text: sanitise(text).text, isSlash: isSlashCommand(text) };
}

function isAnswer(command: Command): command is AnswerCommand {
  return ["answer", "resume", "cancel", "malformed"].includes(command.kind);
}

function skip(reason: string): Extract<Trigger, { readonly kind: "skip" }> {
  return { kind: "skip", reason };
}

const UNUSED =
  "The input prompt was set but not used. docs/github.md#what-starts-a-run of kimi-runner lists what starts a run.";
