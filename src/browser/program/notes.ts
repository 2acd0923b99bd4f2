/** Lines about the events of one action: console, errors, failed requests, dialogs. Their number is bounded, also on a hostile page. */

import { member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { counted } from "../../base/words.ts";
import type { CdpEvent, Params } from "./cdp.ts";

export type Notes = ReturnType<typeof createNotes>;

const MAX_LINES = 40;
const MAX_CHARS = 300;
/** Events of the console that are read in one action. Further ones are only counted. */
const MAX_EVENTS = 500;
/** The browser asks for it by itself. */
const ICON = "/favicon.ico";
/** The events that a page can cause without end. */
const FLOOD = /^\{"method":"(?:Runtime\.consoleAPICalled|Runtime\.exceptionThrown|Log\.entryAdded)"/;

/** Creates the notes. `refusalOf` says why the filter refused a request to this address; undefined where it did not. */
export function createNotes(refusalOf: (url: string) => string | undefined) {
  let lines = new Map<string, number>();
  let [events, left] = [0, 0];
  const requests = new Map<string, string>();
  const add = (line: string): void => {
    const text = cut(line);
    const count = lines.get(text);
    if (count === undefined && lines.size >= MAX_LINES) left += 1;
    else lines.set(text, (count ?? 0) + 1);
  };
  return {
    add,
    /** Whether an event that begins like this is still wanted. */
    isWanted: (head: string): boolean => {
      if (!FLOOD.test(head)) return true;
      events += 1;
      if (events > MAX_EVENTS) left += 1;
      return events <= MAX_EVENTS;
    },
    hear: (event: CdpEvent): void => {
      if (event.method === "Network.requestWillBeSent") {
        if (requests.size > 5_000) requests.clear();
        requests.set(idOf(event.params), textAt(event.params, "request", "url"));
      }
      const line = lineOf(event, requests, refusalOf);
      if (line !== undefined) add(line);
    },
    /** The lines since the last call. */
    take: (): readonly string[] => {
      const all = [...lines].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
      if (left > 0) all.push(`[${counted(left, "more line")}]`);
      lines = new Map();
      [events, left] = [0, 0];
      return all;
    },
  };
}

function lineOf(
  { method, params }: CdpEvent,
  requests: ReadonlyMap<string, string>,
  refusalOf: (url: string) => string | undefined,
): string | undefined {
  switch (method) {
    case "Runtime.consoleAPICalled": {
      const args = Array.isArray(params["args"]) ? (params["args"] as readonly Params[]) : [];
      return `console.${textAt(params, "type")}: ${args.slice(0, 10).map(valueText).join(" ")}`;
    }
    case "Runtime.exceptionThrown": {
      const description = textAt(params, "exceptionDetails", "exception", "description");
      const [first = "", place = ""] = description.split("\n");
      const at = place.trim() === "" ? "" : ` (${place.trim()})`;
      return `error: ${first === "" ? textAt(params, "exceptionDetails", "text") : first}${at}`;
    }
    case "Log.entryAdded": {
      // Failed requests have lines of their own.
      const [source, level] = [textAt(params, "entry", "source"), textAt(params, "entry", "level")];
      if (source === "network" || (level !== "error" && level !== "warning")) return undefined;
      return `${source} ${level}: ${textAt(params, "entry", "text")}`;
    }
    case "Network.responseReceived": {
      const status = memberAt(params, "response", "status");
      const url = textAt(params, "response", "url");
      if (typeof status !== "number" || status < 400 || url.endsWith(ICON)) return undefined;
      return `network: ${status} ${url}`;
    }
    case "Network.loadingFailed": {
      const url = requests.get(idOf(params)) ?? "a request";
      const reason = textAt(params, "errorText");
      if (params["canceled"] === true || reason === "net::ERR_ABORTED" || url.endsWith(ICON)) return undefined;
      return `network: ${url} failed: ${refusalOf(url) ?? reason}`;
    }
    case "Page.javascriptDialogOpening":
      return `dialog: ${textAt(params, "type")} ${JSON.stringify(cut(textAt(params, "message")))}, closed`;
    case "Page.fileChooserOpened":
      return "dialog: a choice of files, closed: files are not uploaded here";
    case "Browser.downloadWillBegin":
      return `download refused: ${textAt(params, "url")}`;
    case "Page.windowOpen":
      return `window: the page opens ${textAt(params, "url")}`;
    default:
      return undefined;
  }
}

function valueText(arg: Params): string {
  const { value } = arg;
  if (typeof value === "string") return cut(value);
  if (value !== undefined) return cut(JSON.stringify(value) ?? "");
  return cut(textAt(arg, "unserializableValue") || textAt(arg, "description") || textAt(arg, "type"));
}

function idOf(params: Params): string {
  return textAt(params, "requestId");
}

/** A member of nested objects; undefined where one of them is missing. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => member(at, key), value);
}

/** A member that is a text; empty where it is missing or something else. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = memberAt(value, ...path);
  return typeof found === "string" ? found : "";
}

function cut(text: string): string {
  return oneLine(text.slice(0, 2 * MAX_CHARS), MAX_CHARS);
}
