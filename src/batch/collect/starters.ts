/** Who started a run of the workflow, and of whose runs the record of a batch knows: they may not answer under `two_person`. */

import * as z from "zod/mini";
import type { Account } from "../../github/event/event-parts.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import type { AskedLine, ResultsLine } from "../results/results-line.ts";

type People = AskedLine["people"];

const Payload = z.object({ sender: z.object({ id: z.int(), login: z.string(), type: z.string() }) });

/**
 * The person of the event, and the one who ran it again, whose id no variable has. Undefined where neither is a person: the run goes
 * on with what was asked for before.
 */
export function startersOf({ inputs, world }: Pick<JobParts, "inputs" | "world">): People | undefined {
  const { data } = Payload.safeParse(inputs.context.payload);
  const sender = data?.sender.type === "User" ? [{ id: data.sender.id, login: data.sender.login }] : [];
  const again = world.env["GITHUB_TRIGGERING_ACTOR"] ?? "";
  const isOther = again !== "" && !again.endsWith("[bot]") && !isNamed(again, data?.sender.login);
  const people = [...sender, ...(isOther ? [{ login: again }] : [])];
  return people.length === 0 ? undefined : people;
}

/** Who asked for the attempt that has a result or a beginning in the record, or without one for the batch. */
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

/** The same people by id. One whose id is not known is told by the login. */
export function idsOf(people: People, author: Account): readonly Pick<Account, "id">[] {
  return people.flatMap(({ id, login }) =>
    id !== undefined ? [{ id }] : isNamed(login, author.login) ? [{ id: author.id }] : [],
  );
}

function isNamed(login: string, other: string | undefined): boolean {
  return login.toLowerCase() === other?.toLowerCase();
}
