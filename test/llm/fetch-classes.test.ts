/** The small `Headers` of the build beside node's own. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FormData, globals, Headers, Response } from "../../src/llm/wire/fetch-classes.ts";

type Both = Pick<globalThis.Headers, "append" | "delete" | "get" | "has" | "set" | "entries" | "keys" | "values">;

test("what the SDKs do with headers has the same result as with node's own", () => {
  const steps = (headers: Both): unknown => {
    headers.append("Accept", "text/event-stream");
    headers.append("accept", " application/json ");
    headers.set("X-Api-Key", "one");
    headers.set("x-api-KEY", "two");
    headers.append("X-Gone", "soon");
    headers.delete("x-gone");
    const byName = (a: readonly string[], b: readonly string[]): number => (a[0]! < b[0]! ? -1 : 1);
    return {
      found: ["ACCEPT", "x-api-key", "X-Gone", "x-never"].map((name) => [headers.get(name), headers.has(name)]),
      entries: [...headers.entries()].toSorted(byName),
      keys: [...headers.keys()].toSorted(),
      values: [...headers.values()].toSorted(),
    };
  };
  const init = [{ "X-First": "1" }, [["x-first", "1"] as [string, string], ["X-First", "2"] as [string, string]], []];
  for (const given of init) {
    assert.deepEqual(steps(new Headers(given) as unknown as Both), steps(new globalThis.Headers(given)));
  }
  assert.deepEqual([...new Headers(new Headers({ A: "b" }))], [["a", "b"]]);
});

test("the SDKs' view of the globals has the small classes, and everything else as it is", () => {
  assert.deepEqual([globals.FormData, globals.Headers, globals.Response] as unknown[], [FormData, Headers, Response]);
  assert.equal(Object.getOwnPropertyDescriptor(globals, "Headers")?.value, Headers);
  assert.equal(globals.crypto, crypto);
  assert.equal(Object.getOwnPropertyDescriptor(globals, "File")?.value, File);
  assert.equal(Reflect.get(globals, "neverDefined"), undefined);
});
