/**
 * Parses the JSON of `GITHUB_EVENT_PATH` into a closed union of the supported events. It decides nothing. Every string in an event
 * except ids, types and times is foreign text.
 */

import * as z from "zod/mini";
import { member } from "../../base/member.ts";
import { configError } from "../../protocol/error.ts";
import * as payload from "./payload.ts";

const COMMENT_ACTIONS = ["created", "edited", "deleted"] as const;
const PULL_ACTIONS = ["opened", "reopened", "synchronize", "ready_for_review", "labeled", "assigned"] as const;

interface EventForm {
  /** Members of the payload by which an event without a name is recognised. The first row with all of them counts. */
  readonly members: readonly string[];
  readonly payload: z.ZodMiniType<object>;
  readonly actions?: readonly string[];
}

/** To add an event, add a row here, its payload in payload.ts and its case in `decideTrigger`. */
const EVENTS = {
  issue_comment: { members: ["comment", "issue"], payload: payload.IssueComment, actions: COMMENT_ACTIONS },
  pull_request_review_comment: {
    members: ["comment", "pull_request"],
    payload: payload.ReviewComment,
    actions: COMMENT_ACTIONS,
  },
  pull_request_review: { members: ["review"], payload: payload.Review, actions: ["submitted"] },
  issues: { members: ["issue"], payload: payload.Issues, actions: ["opened", "labeled", "assigned"] },
  pull_request: { members: ["pull_request"], payload: payload.PullRequest, actions: PULL_ACTIONS },
  repository_dispatch: { members: ["client_payload"], payload: payload.RepositoryDispatch },
  schedule: { members: ["schedule"], payload: payload.Schedule },
  workflow_dispatch: { members: ["inputs"], payload: payload.WorkflowDispatch },
} as const satisfies Readonly<Record<string, EventForm>>;

type Forms = typeof EVENTS;
type Acting<Form> = Form extends { readonly actions: readonly (infer A)[] } ? { readonly action: A } : unknown;

/** An event of which a run may come, with its payload. */
type SupportedEvent = {
  [K in keyof Forms]: { readonly kind: K } & Acting<Forms[K]> & Readonly<z.infer<Forms[K]["payload"]>>;
}[keyof Forms];

export type GitHubEvent =
  | SupportedEvent
  /** `event` is the name of an event of which no action starts a run. */
  | { readonly kind: "unsupported"; readonly reason: string; readonly event?: string };

/** Gitea's words for two actions. */
const GITEA_ACTIONS: Readonly<Record<string, string>> = { label_updated: "labeled", synchronized: "synchronize" };

/** Reads one event. `file` is named in errors. An event or action outside the union is a value; a payload that does not fit throws `config.invalid`. */
export function parseEvent(name: string, value: unknown, file = "the event payload"): GitHubEvent {
  const kind = name === "pull_request_target" ? "pull_request" : name; // the same payload; the job checks more
  const form: EventForm | undefined = Object.entries(EVENTS).find(([known]) => known === kind)?.[1];
  if (form === undefined) {
    const starting = Object.keys(EVENTS).join(", ");
    return { kind: "unsupported", event: name, reason: `The event ${name} starts no run. Supported: ${starting}.` };
  }
  const read = <S extends z.ZodMiniType>(schema: S): z.infer<S> => {
    const result = z.safeParse(schema, value);
    if (result.success) return result.data;
    const { path = [] } = result.error.issues[0] ?? {};
    throw configError(
      `${file} is not a ${name} event: ${path.join(".") || "the whole"} is ${shown(value, path)}.`,
      "Accepted: the JSON that GitHub writes to GITHUB_EVENT_PATH for this event.",
    );
  };
  if (form.actions === undefined) return { kind, ...read(form.payload) } as SupportedEvent;
  const { action: given } = read(payload.Action);
  const action = form.actions.find((known) => known === (GITEA_ACTIONS[given] ?? given));
  if (action !== undefined) return { kind, action, ...read(form.payload) } as SupportedEvent;
  return { kind: "unsupported", reason: `${kind} ${given} starts no run. Supported: ${form.actions.join(", ")}.` };
}

/** The name of an event, found by the members of its payload. Throws `config.invalid` for a payload of no known event. */
export function eventNameOf(value: unknown, file = "the event payload"): string {
  const given = new Set(Object.keys(value ?? {}));
  // `pull_request_review_thread` has a thread beside a pull request.
  const rows = given.has("thread") ? [] : Object.entries(EVENTS);
  const [name] = rows.find(([, { members }]) => members.every((member) => given.has(member))) ?? [];
  if (name !== undefined) return name;
  throw configError(
    `${file} does not show which event it belongs to.`,
    `Name the event with --event-name: ${Object.keys(EVENTS).join(", ")}.`,
  );
}

/** The offending value, or its type where it is long. */
function shown(value: unknown, path: readonly PropertyKey[]): string {
  const at = path.reduce<unknown>((inner, key) => member(inner, String(key)), value);
  if (at === undefined) return "missing";
  if (Array.isArray(at)) return "a list";
  return typeof at === "object" && at !== null ? "an object" : JSON.stringify(at).slice(0, 80);
}
