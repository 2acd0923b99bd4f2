/** The tools by which a model asks for something on GitHub: changes, which are made when the run has ended, and a search. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { githubWords, type GitHubAction } from "../../protocol/approval.ts";
import { countOf, outputNeeds, type GitHubOutput } from "../../protocol/result.ts";
import { defineTool } from "../define/define-tool.ts";
import { inputMistake } from "../define/input-error.ts";

export interface GitHubReach {
  /** The issue or pull request that the run is about. */
  readonly thread: number | undefined;
  /** How much of each kind one session may ask for. */
  readonly limit: (action: GitHubAction) => number;
  /** How much the session has asked for so far. */
  readonly used: (action: GitHubAction) => number;
  /** Issues of this repository as a framed text. Throws `tool.input` when GitHub cannot be asked. */
  readonly search: (query: string, signal: AbortSignal) => Promise<string>;
}

/** The argument by which every tool names its thread. */
const NUMBER = z.optional(
  z.int().check(z.minimum(1), z.describe("issue or pull request; the one this run is about when left out")),
);

/** The thread of a call. Throws `tool.input` when neither the call nor the run names one. */
function threadOf(number: number | undefined, { thread }: GitHubReach): number {
  const meant = number ?? thread;
  if (meant === undefined) throw inputMistake("This run is about no issue.", "Accepted: the number of one.");
  return meant;
}

interface Asked {
  readonly output: GitHubOutput;
  readonly summary: string;
  /** Text for the person who must approve the call. */
  readonly preview?: string | undefined;
}

interface OutputTool<S extends z.ZodMiniType> {
  readonly name: string;
  readonly action: GitHubAction;
  readonly description: string;
  readonly input: S;
  /** What a call asks for. Throws `tool.input`. */
  readonly ask: (input: z.output<S>, reach: GitHubReach) => Asked;
}

/** Declares a tool whose calls are only recorded, and carried out when the run is published. Throws `tool.input` beyond the action's limit. */
function defineOutputTool<S extends z.ZodMiniType>({ action, ask, ...declared }: OutputTool<S>) {
  return defineTool({
    ...declared,
    offeredTo: ["everyone"],
    isMainOnly: true,
    isUseful: ({ github }) => github.has(action),
    needs: ["github"],
    make: ({ github }: { readonly github: GitHubReach }) => ({
      plan: (input) => {
        const { output, ...shown } = ask(input, github);
        const capabilities = outputNeeds(output, github.thread);
        const requireRoom = (): void => {
          const most = github.limit(action);
          const left = most - github.used(action);
          if (countOf(output) <= left) return;
          throw inputMistake(`${action}: a run may ask for ${most} in all, and ${Math.max(0, left)} are left.`, "");
        };
        requireRoom();
        return {
          access: "write",
          capabilities,
          ...shown,
          run: async () => {
            requireRoom(); // another call of the same message may have used it up
            return {
              text: `Recorded: ${capabilities.map(githubWords).join(", ")}. It is carried out when the run has ended.`,
              events: [{ type: "output.asked", output }],
            };
          },
        };
      },
    }),
  });
}

const LABEL = z.string().check(z.regex(/^[^,\r\n]{1,50}$/, { error: "a label of at most 50 characters" }));

const addLabelsTool = defineOutputTool({
  name: "add_labels",
  action: "label",
  description: "Label an issue or pull request on GitHub when the run has ended.",
  input: z.strictObject({
    labels: z.array(LABEL).check(z.minLength(1), z.maxLength(10), z.describe("existing labels")),
    number: NUMBER,
  }),
  ask: ({ labels, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "label", number, labels },
      summary: `label #${number}: ${labels.join(", ")}`,
    };
  },
});

const Login = z.string().check(z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/, { error: "a login" }));

const assignTool = defineOutputTool({
  name: "assign",
  action: "assign",
  description: "Assign people to an issue or pull request on GitHub when the run has ended.",
  input: z.strictObject({
    assignees: z.array(Login).check(z.minLength(1), z.maxLength(10), z.describe("logins")),
    number: NUMBER,
  }),
  ask: ({ assignees: logins, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "assign", number, logins },
      summary: `assign #${number} to ${logins.join(", ")}`,
    };
  },
});

/** Half of what GitHub accepts, because sanitising the text can double its length. */
const MAX_ASKED_CHARS = 30_000;

const createIssueTool = defineOutputTool({
  name: "create_issue",
  action: "issue",
  description: "Open an issue in this repository when the run has ended. Look for an existing one first.",
  input: z.strictObject({
    title: z.string().check(z.minLength(1), z.maxLength(200), z.describe("one line")),
    body: z.string().check(z.minLength(1), z.maxLength(MAX_ASKED_CHARS), z.describe("Markdown")),
    labels: z.optional(z.array(LABEL).check(z.maxLength(10), z.describe("existing labels"))),
  }),
  ask: ({ title, body, labels = [] }) => ({
    output: { action: "issue", title, body, labels },
    summary: `open an issue: ${oneLine(title, 100)}`,
    preview: `${title}\n\n${body}`,
  }),
});

const commentTool = defineOutputTool({
  name: "comment",
  action: "comment",
  description:
    "Comment on an issue or pull request on GitHub when the run has ended, besides your closing answer, which is posted anyway.",
  input: z.strictObject({
    body: z.string().check(z.minLength(1), z.maxLength(MAX_ASKED_CHARS), z.describe("Markdown")),
    number: NUMBER,
  }),
  ask: ({ body, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "comment", number, body },
      summary: `comment on #${number}: ${oneLine(body, 100)}`,
      preview: body,
    };
  },
});

const closeIssueTool = defineOutputTool({
  name: "close_issue",
  action: "close",
  description: "Close an issue on GitHub when the run has ended. Pull requests are not closed.",
  input: z.strictObject({
    reason: z.enum(["completed", "not_planned"]).check(z.describe("why")),
    number: NUMBER,
  }),
  ask: ({ reason, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "close", number, reason },
      summary: `close #${number} as ${reason.replace("_", " ")}`,
    };
  },
});

/** Finds issues and pull requests of the run's repository. It only reads, through the controller. */
const searchIssuesTool = defineTool({
  name: "search_issues",
  offeredTo: ["everyone"],
  isMainOnly: true,
  isUseful: ({ github }) => github.has("search"),
  needs: ["github"],
  description: "Search the issues and pull requests of this repository on GitHub.",
  input: z.strictObject({
    query: z
      .string()
      .check(z.minLength(1), z.maxLength(200), z.describe("words, and is:, label:, author:, in: as on GitHub")),
  }),
  make: ({ github }: { readonly github: GitHubReach }) => ({
    plan: ({ query }) => {
      const most = github.limit("search");
      return {
        access: "read",
        capabilities: [{ kind: "github", action: "search" }],
        summary: `search issues: ${oneLine(query, 100)}`,
        run: async (signal) => {
          if (github.used("search") >= most) throw inputMistake(`search: all ${most} of this run are used.`, "");
          return { text: await github.search(query, signal) };
        },
      };
    },
  }),
});

/** In the order of the prompt. */
export const GITHUB_TOOLS = [
  addLabelsTool,
  assignTool,
  createIssueTool,
  commentTool,
  closeIssueTool,
  searchIssuesTool,
] as const;
