/**
 * The controller's side of fetching a page: starts the program in the cell, judges each redirect to another host, and sanitises the
 * text. Everything that the program answers may come from the page.
 */

import { parseWebAddress } from "../base/network/web-address.ts";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import { sanitise, sanitisePlain } from "../github/sanitise/sanitise.ts";
import type { Cell, ExecReply } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import type { WebAnswer, WebPage } from "../protocol/tool.ts";
import { pageReplyIn, type PageReply } from "./reply.ts";

export interface WebPageOptions {
  readonly cell: Pick<Cell, "level" | "ownProgram" | "exec">;
  /** Whether the policy approves a host, as it lists one. */
  readonly mayReach: (host: string) => boolean;
}

/** A page of 2 MB takes 150 MB. When the program takes more than this, it ends with an error, and the run goes on. */
const NODE_FLAGS = ["--max-old-space-size=512", "--disable-warning=ExperimentalWarning"];
/** The program gives up the requests after 20 s. The rest is for a text that takes long to convert. */
const TIMEOUT_MS = 30_000;
/** 400,000 characters, escaped. */
const MAX_OUTPUT_BYTES = 3_000_000;
const MAX_REDIRECTS = 5;
/** A reason may hold words of the page's server, such as the media type that it names. */
const MAX_REASON_CHARS = 300;
/** The end of what the program printed, where its cause is. The words before it have 55 characters at most. */
const MAX_END_CHARS = 240;
/** Sanitising so much Markdown takes 1 s. */
const MAX_MARKDOWN_CHARS = 200_000;
const MARKDOWN = /^text\/(?:x-)?markdown$/;

/** Fetches a page, or returns the redirect that the policy does not approve. Throws `tool.input` with the reason. */
export async function fetchPage(
  asked: URL,
  { cell, mayReach }: WebPageOptions,
  signal: AbortSignal,
): Promise<WebAnswer> {
  if (cell.level !== "sealed") {
    throw failure(asked.href, `only a sealed cell enforces the hosts of the policy, and this cell is ${cell.level}`);
  }
  let url = asked;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const reply = await ask(url, cell, signal);
    switch (reply.kind) {
      case "page":
        return { kind: "page", page: readable(reply) };
      case "failed":
        throw failure(url.href, reply.why);
      case "redirect": {
        const next = parseWebAddress(reply.to, url);
        if (next.kind === "refused")
          throw failure(url.href, `it redirects to ${oneLine(reply.to, 200)}, which ${next.why}`);
        if (!mayReach(next.host)) return { kind: "redirected", from: url.href, to: next.url.href };
        url = next.url;
      }
    }
  }
  throw failure(asked.href, `it was redirected more than ${MAX_REDIRECTS} times`);
}

/** The program's answer. The reason of a failure is one line, which ends with what the network refused. */
async function ask(url: URL, cell: WebPageOptions["cell"], signal: AbortSignal): Promise<PageReply> {
  const ended = await cell.exec(
    {
      command: cell.ownProgram("cell-web", NODE_FLAGS),
      cwd: ".",
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      input: url.href,
    },
    signal,
  );
  const reply = pageReplyIn(ended.output) ?? { kind: "failed", why: endOf(ended) };
  if (reply.kind !== "failed") return reply;
  const why = oneLine(sanitisePlain(reply.why).text, MAX_REASON_CHARS);
  return { kind: "failed", why: [why, ...(ended.refusals ?? []).slice(0, 1)].join(" ") };
}

function endOf({ timedOut, signal, code, output }: ExecReply): string {
  if (timedOut) return `the page could not be read in ${TIMEOUT_MS / 1_000} s`;
  return `the program that reads pages ended with ${signal ?? `exit code ${code}`}: ${output.slice(-MAX_END_CHARS)}`;
}

function readable({ url, title, text: all, mediaType, hiddenParts, cut }: PageReply & { kind: "page" }): WebPage {
  const isMarkdown = MARKDOWN.test(mediaType);
  const text = isMarkdown ? all.slice(0, MAX_MARKDOWN_CHARS) : all;
  const clean = isMarkdown ? sanitise(text) : sanitisePlain(text);
  const removed = clean.removed + hiddenParts;
  return {
    url: oneLine(sanitisePlain(url).text, 2_000),
    title: oneLine(sanitisePlain(title).text, 200),
    text: clean.text.trim(),
    mediaType: oneLine(mediaType, 100),
    notes: [
      ...(cut === undefined ? [] : [cut]),
      ...(text.length < all.length ? [`only its first ${MAX_MARKDOWN_CHARS} characters are kept`] : []),
      ...(removed === 0
        ? []
        : [
            `${counted(removed, "part that a reader does not see is", "parts that a reader does not see are")} left out`,
          ]),
    ],
  };
}

function failure(url: string, why: string): RunnerError {
  return new RunnerError({
    code: "tool.input",
    message: `${url} could not be read: ${why.replace(/\.$/, "")}.`,
  });
}
