/** The secret by which a job recognises the sessions of earlier jobs, and the seals of comments. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { commentSeal, isSealed, jobSealSecret } from "../../../src/job/sessions/session-seal.ts";

interface Keys {
  readonly sessionKey?: string;
  readonly apiKey?: string;
}

const sealSecret = ({ sessionKey, apiKey }: Keys, env: Readonly<Record<string, string>>): string | undefined =>
  jobSealSecret({ inputs: { sessionKey, run: { model: { apiKey } } }, world: { env } });

test("a key of any provider seals, from an input or a variable; a session key goes first", () => {
  for (const provider of ["KIMI", "OPENAI", "ANTHROPIC", "GEMINI", "OLLAMA", "COMPATIBLE"]) {
    assert.equal(sealSecret({}, { [`${provider}_API_KEY`]: "key" }), "key", provider);
  }
  const env = { KIMI_SESSION_KEY: "variable", COMPATIBLE_API_KEY: "other" };
  assert.deepEqual(
    [
      sealSecret({ sessionKey: "input", apiKey: "key" }, env),
      sealSecret({ apiKey: "key" }, env),
      sealSecret({ apiKey: "key" }, { COMPATIBLE_API_KEY: "other" }),
      sealSecret({ sessionKey: "" }, { KIMI_SESSION_KEY: "", KIMI_API_KEY: "" }),
    ],
    ["input", "variable", "key", undefined],
  );
});

test("a comment is not ours when its seal is by another secret, its text was changed or put back later, or it has no seal", () => {
  const at = Date.parse("2026-11-23T03:20:00Z");
  const seal = commentSeal("secret", () => at) ?? assert.fail();
  const text = "<!-- kimi-runner:deferral session=a -->\nrun `mkdir a`";
  const body = `${text}\n${seal(text)}`;
  const check = (what: string, updatedAt = "2026-11-23T03:20:01Z", secret: string | undefined = "secret"): boolean =>
    isSealed({ body: what, updatedAt }, secret);
  assert.deepEqual([check(body), check(`${body}\n`), check(body, "2026-11-23T05:20:09+02:00")], [true, true, true]);
  const later = commentSeal("secret", () => at + 60_000) ?? assert.fail();
  const forged = {
    "another secret": check(body, undefined, "other"),
    "no secret": isSealed({ body, updatedAt: "2026-11-23T03:20:01Z" }, undefined),
    changed: check(body.replace("mkdir a", "rm -r a")),
    "more below": check(`${body}\nmore`),
    "put back later": check(body, "2026-11-23T03:20:11Z"),
    "the time of another": check(body.replace(String(at), String(at + 60_000)), "2026-11-23T03:21:00Z"),
    "the seal of another text": check(`${text}!\n${later(text)}`, "2026-11-23T03:21:00Z"),
    "no seal": check(text),
    "no time": check(body, ""),
  };
  assert.deepEqual(
    Object.entries(forged).filter(([, ok]) => ok),
    [],
  );
  assert.equal(
    commentSeal(undefined, () => at),
    undefined,
  );
});
