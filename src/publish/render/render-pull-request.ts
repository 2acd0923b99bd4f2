/** Renders the body of a pull request: in the repository's template where there is one. */

import { OUTCOMES } from "../../protocol/outcome.ts";
import { pullRequestMark } from "../result/markers.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { fillTemplate } from "./fill-template.ts";
import {
  checkList,
  closingText,
  earlierLine,
  fileList,
  folded,
  heldFileList,
  linkLine,
  modelNotes,
  paragraphs,
  sandboxLine,
  section,
  smallLine,
  unfilteredLine,
  objectionList,
} from "./render-parts.ts";
import { agentsReport, askedFor, footer } from "./render-result.ts";
import type { PullRequestAbout, ResultView } from "./result-view.ts";
import { safeInline, safeWords } from "./safe-markdown.ts";

interface PullRequestView extends ResultView {
  readonly closes?: number | undefined;
  /** The repository's template for pull requests, as it is written. */
  readonly template?: string | undefined;
  readonly about?: PullRequestAbout | undefined;
}

/** Body of the pull request, with its mark on top. */
export function renderPullRequest(view: PullRequestView): string {
  const { facts, changes, heldFiles = [], links, closes, template, about } = view;
  const { isReported = false } = facts;
  const own = {
    // Without a template the reason has a section of its own.
    description:
      closingText(facts) || (isReported || template === undefined ? "" : safeWords(facts.outcome?.reason ?? "")),
    verification: isReported ? "" : checkList(facts) || NOT_CHECKED,
  };
  const { description, verification } = about ?? own;
  const told = { description, verification, issue: closes === undefined ? "" : `Fixes #${closes}` };
  const filled = template === undefined ? undefined : fillTemplate(template, told);
  return `${pullRequestMark(facts.sessionId, facts.depth)}\n${paragraphs([
    ...(filled === undefined ? [told.description, told.issue] : [filled, "---"]),
    ...(isReported || filled !== undefined ? [] : section("How it was checked", told.verification)),
    ...(about?.sections ?? []),
    ...folded(`Files (${changes.length})`, fileList(changes)),
    unfilteredLine(view.unfiltered),
    ...section(`Left out (${heldFiles.length})`, heldFileList(heldFiles)),
    ...(heldFiles.length === 0 ? [] : [askedFor(view)]),
    ...(about === undefined ? wordsOfRun(view) : [smallLine([...about.footer, linkLine(links)])]),
  ])}`;
}

function wordsOfRun({ facts, requester, links }: PullRequestView): readonly string[] {
  const asked = requester === undefined ? "" : `Requested by ${safeInline(requester.login)}.`;
  if (facts.isReported === true) return [earlierLine(facts), agentsReport(facts), asked, footer(facts, links)];
  return [
    earlierLine(facts),
    ...section("How the run ended", endLine(facts)),
    ...section("Not allowed", objectionList(facts)),
    ...modelNotes(facts, section),
    [asked, facts.level === "sealed" ? "" : sandboxLine(facts)].filter((part) => part !== "").join(" "),
    footer(facts, links),
  ];
}

const NOT_CHECKED = "Not checked: the run ran no tests, and the policy names no commands in `limits.verify`.";

/** Empty after a completed run, which needs no explanation. */
function endLine(facts: RunFacts): string {
  const { outcome } = facts;
  return outcome === undefined || outcome.outcome === "completed"
    ? ""
    : `${OUTCOMES[outcome.outcome].title}: ${safeWords(outcome.reason)}`;
}
