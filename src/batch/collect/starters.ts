/** The people who started a workflow run, and those whose runs are in the record of a batch. Under `two_person` they may not answer. */

import { member } from "../../base/member.ts";
import type { Account } from "../../github/event/event-parts.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import type { AskedLine, ResultsLine } from "../results/results-line.ts";

type People = AskedLine["people"];

/** The sender of the event, and who ran the workflow again, whose id no variable has. Undefined where neither is a person. */
export function startersOf({ inputs, world }: Pick<JobParts, "inputs" | "world">): People | undefined {
  const found = member(inputs.context.payload, "sender");
  const [id, login, type] = [member(found, "id"), member(found, "login"), member(found, "type")];
  const isPerson = type === "User" && typeof id === "number" && typeof login === "string";
  const sender = isPerson ? [{ id, login }] : [];
  const again = world.env["GITHUB_TRIGGERING_ACTOR"] ?? "";
  const isOther = again !== "" && !again.endsWith("[bot]") && !sender.some((one) => isNamed(again, one.login));
  const people = [...sender, ...(isOther ? [{ login: again }] : [])];
  return people.length === 0 ? undefined : people;
}

/** The people who asked for an attempt that the record has, or without `attempt` those who asked for the batch. */
export function requestersOf(
  lines: readonly ResultsLine[],
  attempt?: { readonly task: string; readonly attempt: number },
): People {
  const begins = lines.findIndex(
    (line) =>
      attempt !== undefined &&
      (line.type === "started" || line.type === "result") &&
      line.task === attempt.task &&
      line.attempt === attempt.attempt,
  );
  const asked = lines.filter((line, at) => line.type === "asked" && (begins === -1 || at < begins));
  const line = begins === -1 ? asked[0] : asked.at(-1);
  return line?.type === "asked" ? line.people : [];
}

/** The ids of these people. A person without a known id is recognised as the author by the login. */
export function idsOf(people: People, author: Account): readonly Pick<Account, "id">[] {
  return people.flatMap(({ id, login }) =>
    id !== undefined ? [{ id }] : isNamed(login, author.login) ? [{ id: author.id }] : [],
  );
}

function isNamed(login: string, other: string | undefined): boolean {
  return login.toLowerCase() === other?.toLowerCase();
}
