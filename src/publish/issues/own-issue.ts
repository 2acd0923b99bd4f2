/**
 * One issue of ours: found by its mark, created once, edited afterwards. One that a person closed stays closed. Of two that jobs create
 * at the same time the younger is closed. What people write above our text stays there.
 */

import { member } from "../../base/member.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { Outgoing } from "../render/outgoing.ts";
import { bodyOf, findOwn, noteAbove, OURS_BEGINS, ownTextIn, type OwnPlace, type OwnText } from "../result/own-text.ts";
import { inRepo, REPEATABLE, nodeIdOf, numberField, textField } from "../result/ports.ts";
import { refusalOf, statusOf } from "../result/problem.ts";
import { refused, type Refused } from "../result/publish-result.ts";

export interface OwnIssueOptions extends OwnPlace {
  readonly client: GitHubClient;
  /** The first line of the body. */
  readonly mark: string;
  readonly outgoing: Outgoing;
}

/** The issue as it is on GitHub. */
export interface FoundIssue extends OwnText {
  readonly number: number;
  readonly nodeId: string;
  readonly url: string;
  readonly title: string;
  /** All of it, as it is on GitHub. */
  readonly whole: string;
  readonly isOpen: boolean;
}

interface IssueText {
  readonly title: string;
  /** Without the mark and the note. */
  readonly body: string;
  /** Set when the issue is created; people may change them later. */
  readonly labels?: readonly string[] | undefined;
  /** Nothing is left to do: an open issue is closed. */
  readonly isOver?: boolean | undefined;
}

type IssueResult =
  | { readonly kind: "created" | "updated" | "unchanged"; readonly number: number; readonly url: string }
  | Refused;

export type OwnIssue = ReturnType<typeof createOwnIssue>;

const ISSUES = "/repos/{owner}/{repo}/issues";
const ISSUE = `${ISSUES}/{issue_number}`;

/** Sends nothing before it is used. */
export function createOwnIssue({ client, repo, self, mark, outgoing }: OwnIssueOptions) {
  /** As the API lists it; of several the oldest. */
  const look = async (): Promise<unknown> => {
    const which = { ...inRepo(repo), creator: self.login, state: "all", per_page: 100 };
    const listed = await client.paginate(`GET ${ISSUES}`, which, REPEATABLE);
    const issues = listed.filter((issue) => member(issue, "pull_request") === undefined);
    return await findOwn({ client, repo, self }, issues, mark);
  };
  const find = async (): Promise<FoundIssue | undefined> => {
    const found = await look();
    return found === undefined ? undefined : foundOf(found, mark);
  };
  const create = async ({ title, body, labels = [], isOver = false }: IssueText): Promise<IssueResult> => {
    const what = { ...inRepo(repo), title, body, labels };
    const made = await client.request(`POST ${ISSUES}`, what, { repeat: { find: look } });
    const { number, url } = foundOf(made.data, mark);
    const oldest = await find().catch(() => undefined);
    if (oldest === undefined || oldest.number >= number) {
      if (isOver) await change(number, CLOSED);
      return { kind: "created", number, url };
    }
    await change(number, { state: "closed", state_reason: "not_planned" });
    return await keep({ title, body, isOver }, oldest);
  };
  const change = async (issue_number: number, what: object): Promise<void> => {
    await client.request(`PATCH ${ISSUE}`, { ...inRepo(repo), issue_number, ...what }, REPEATABLE);
  };
  const keep = async ({ title, body, isOver = false }: IssueText, there: FoundIssue): Promise<IssueResult> => {
    const { number, url } = there;
    const closes = isOver && there.isOpen ? CLOSED : undefined;
    if (there.whole === body && there.title === title && closes === undefined)
      return { kind: "unchanged", number, url };
    await change(number, { title, body, ...closes });
    return { kind: "updated", number, url };
  };
  return {
    find,
    /** Creates the issue or edits `there`. Never rejects. */
    async put(text: IssueText, there: FoundIssue | undefined): Promise<IssueResult> {
      const body = outgoing(`${mark}\n${noteAbove(there?.note) || `${OURS_BEGINS}\n`}${text.body}`);
      const ready = { ...text, title: outgoing(text.title), body };
      try {
        if (there === undefined) return await create(ready);
        return await keep(ready, there);
      } catch (error) {
        if (statusOf(error) === 410) return refused(NO_ISSUES);
        return refused(refusalOf(error, "issues"));
      }
    },
  };
}

const CLOSED = { state: "closed", state_reason: "completed" } as const;

const NO_ISSUES = {
  code: "missing",
  reason: "Issues are switched off in this repository.",
  fix: "Switch them on (Settings → General → Features), or read the job summary.",
} as const;

function foundOf(issue: unknown, mark: string): FoundIssue {
  const whole = bodyOf(issue);
  return {
    ...ownTextIn(whole, mark),
    number: numberField(issue, "number"),
    nodeId: nodeIdOf(issue),
    url: textField(issue, "html_url"),
    title: textField(issue, "title"),
    whole,
    isOpen: member(issue, "state") === "open",
  };
}
