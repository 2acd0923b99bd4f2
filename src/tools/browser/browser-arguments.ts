/** Arguments of `browser_action` → an act of the browser. Accepts the forms of other agents as well. */

import * as z from "zod/mini";
import { hostPortText, parseHostPort } from "../../base/network/host-name.ts";
import { oneLine } from "../../base/truncate.ts";
import { BROWSER_ACTIONS, type BrowserAct } from "../../protocol/tools/browser.ts";
import { inputMistake } from "../define/input-error.ts";
import type { GivenArguments } from "../repair/repair.ts";

/** Pixels a side. A picture of a larger page costs more tokens than it is worth. */
const SIZE = { min: 200, max: 2_000 } as const;
/** Names of the loopback interface, which is the cell's own. */
const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const MAX_TEXT_CHARS = 20_000;
export const MAX_URL_CHARS = 2_000;

export const BROWSER_INPUT = z.strictObject({
  action: z.enum(BROWSER_ACTIONS).check(z.describe("one per call")),
  url: z.optional(z.string().check(z.maxLength(MAX_URL_CHARS), z.describe("of launch"))),
  element: z.optional(z.int().check(z.describe("its number, for click, hover, type"))),
  coordinate: z.optional(
    z.string().check(z.describe('"x,y" in place of element; "x,y@WxH" on a picture of that size')),
  ),
  text: z.optional(
    z.string().check(z.maxLength(MAX_TEXT_CHARS), z.describe('to type, replacing the element\'s; or a key: "Ctrl+A"')),
  ),
  size: z.optional(z.string().check(z.describe('"WxH" of resize'))),
});

export interface BrowserTarget {
  readonly url: string;
  /** As a policy lists it; undefined for a server of the cell. */
  readonly host?: string | undefined;
}

/** Throws `tool.input` for a text that is no address of a web page. */
export function browserTarget(given = ""): BrowserTarget {
  const text = given.trim();
  const refuse = (what: string) =>
    inputMistake(
      `launch: ${text === "" ? "the url is missing" : `${JSON.stringify(oneLine(text, 200))} ${what}`}.`,
      'Give the address of a server that you started, like "http://localhost:3000/", or of an approved host, like "https://docs.python.org/3/".',
    );
  const whole = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
    ? text
    : `${/^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(text) ? "http" : "https"}://${text}`;
  const url = URL.parse(whole);
  if (text === "" || url === null) throw refuse("is no address");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refuse(
      `begins with ${url.protocol}, and a browser here opens http and https only; read files with read_file`,
    );
  }
  if (url.username !== "" || url.password !== "") throw refuse("has a user or password in it");
  // Servers print this address when they listen on every interface.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (LOOPBACK.test(url.hostname)) return { url: url.href };
  const host = parseHostPort(url.host);
  if (url.protocol === "http:" || host === undefined) {
    throw refuse("is no server of the sandbox, and others are opened over https and by name only");
  }
  return { url: url.href, host: hostPortText(host) };
}

/** Throws `tool.input` for an action without an argument that it needs. */
export function browserActOf({
  action,
  element,
  coordinate,
  text,
  size,
}: z.output<typeof BROWSER_INPUT>): Omit<BrowserAct, "picture"> {
  const at = coordinate === undefined ? undefined : pointOf(coordinate);
  const missing = (what: string, example: string) =>
    inputMistake(`${action} needs ${what}.`, `For example: ${example}.`);
  switch (action) {
    case "click":
    case "hover":
      if (element === undefined && at === undefined) throw missing("an element or a coordinate", '{ "element": 3 }');
      return { action, element, at };
    case "type":
      if (text === undefined) throw missing("a text", '{ "element": 3, "text": "Ada" }');
      return { action, element, at, text };
    case "press":
      if (text === undefined || text === "") throw missing("the name of a key as text", '{ "text": "Enter" }');
      return { action, text };
    case "resize":
      if (size === undefined) throw missing("a size", '{ "size": "390x844" }');
      return { action, size: sizeOf(size) };
    case "launch":
    case "scroll_down":
    case "scroll_up":
    case "screenshot":
    case "close":
      return { action };
  }
}

function pointOf(text: string): NonNullable<BrowserAct["at"]> {
  const [, x, y, width, height] =
    /^\s*(\d{1,5}(?:\.\d+)?)\s*,\s*(\d{1,5}(?:\.\d+)?)\s*(?:@\s*(\d{1,5})\s*[x,×]\s*(\d{1,5})\s*)?$/.exec(text) ?? [];
  if (x === undefined || Number(width ?? 1) < 1 || Number(height ?? 1) < 1) {
    throw inputMistake(`coordinate ${JSON.stringify(oneLine(text, 100))} is no point.`, 'Give "x,y" or "x,y@WxH".');
  }
  const of = width === undefined ? {} : { width: Number(width), height: Number(height) };
  return { x: Number(x), y: Number(y), ...of };
}

function sizeOf(text: string): NonNullable<BrowserAct["size"]> {
  const [, width = "0", height = "0"] = /^\s*(\d{1,5})\s*[x,×]\s*(\d{1,5})\s*$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const isFine = [size.width, size.height].every((side) => side >= SIZE.min && side <= SIZE.max);
  if (isFine) return size;
  throw inputMistake(
    `size ${JSON.stringify(oneLine(text, 100))} does not fit.`,
    `Give "WxH" with ${SIZE.min} to ${SIZE.max} pixels a side.`,
  );
}

/** Accepts other agents' forms: a point as a list or object, a size as two numbers, an element as `ref`, a key as `key`. */
export function reshapeAction(input: GivenArguments): GivenArguments {
  if (!["ref", "key", "coordinates", "width", "height"].some((name) => name in input)) {
    if (typeof input["coordinate"] !== "object" && typeof input["size"] !== "object") return input;
  }
  const { ref, key, coordinate, coordinates = coordinate, size, width, height, ...rest } = input;
  return {
    ...rest,
    ...(ref === undefined || "element" in rest ? {} : { element: ref }),
    ...(key === undefined || "text" in rest ? {} : { text: key }),
    ...(coordinates === undefined ? {} : { coordinate: pairIn(coordinates, ["x", "y"], ",") }),
    ...(size === undefined && width === undefined
      ? {}
      : { size: pairIn(size ?? [width, height], ["width", "height"], "x") }),
  };
}

function pairIn(value: unknown, [first, second]: readonly [string, string], joint: string): unknown {
  if (Array.isArray(value) && value.length === 2) return value.join(joint);
  if (typeof value !== "object" || value === null) return value;
  const [a, b] = [Reflect.get(value, first) as unknown, Reflect.get(value, second) as unknown];
  return typeof a === "number" && typeof b === "number" ? `${a}${joint}${b}` : value;
}
