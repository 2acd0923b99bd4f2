/** Lists the resources and templates of a server for the model, one page at a time. */

import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import type { ListedResources } from "./connection.ts";

/** Entries on a page. */
const PAGE = 100;
const MAX_LINE_CHARS = 300;

/** One line for each entry, from entry `start` on. */
export function resourceList({ resources, templates }: ListedResources, start: number): string {
  const lines = [
    ...templates.map(({ uriTemplate, ...about }) => line(uriTemplate, "template", about)),
    ...resources.map(({ uri, ...about }) => line(uri, "", about)),
  ];
  if (lines.length === 0) return "(no resources)";
  const end = Math.min(start + PAGE, lines.length);
  const shown = lines.slice(start, end);
  if (shown.length === 0) return `(${counted(lines.length, "entry", "entries")}, none from ${start} on)`;
  const more =
    end < lines.length ? [`[entries ${start} to ${end} of ${lines.length}; go on with "start": ${end}]`] : [];
  return [...shown, ...more].join("\n");
}

interface About {
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}

function line(uri: string, kind: string, { name, mimeType = "", description = "" }: About): string {
  const traits = [kind, name, mimeType].filter(Boolean).join(", ");
  return oneLine(`${uri} (${traits})${description === "" ? "" : `: ${description}`}`, MAX_LINE_CHARS);
}
