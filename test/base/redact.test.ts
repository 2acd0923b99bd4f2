/** Secrets leave no trace in a text, whatever it went through, and nothing else is taken for one. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { createLeakSearch, createRedact, createSettled, redactDeep } from "../../src/base/redact.ts";
import { cpuMs } from "../doubles/cpu-time.ts";
import { ENCODINGS, TAKEN_APART } from "../doubles/encodings.ts";

const KEY = "sk-CANARY-7f3a9d2e5b8c1046";
const SECRETS = {
  API_KEY: KEY,
  GITHUB_TOKEN: "ghs_CANARYa1b2c3d4e5f6a7b8c9d0",
  DATABASE_URL: String.raw`Tr0ub4dor &3="s'afé+/\9`,
};
const redact = createRedact(SECRETS);

/** The longest piece of `secret` that is in `text`. */
function longestPiece(text: string, secret: string): number {
  for (let length = secret.length; length > 0; length -= 1) {
    for (let at = 0; at + length <= secret.length; at += 1) {
      if (text.includes(secret.slice(at, at + length))) return length;
    }
  }
  return 0;
}

for (const [encoding, encode] of Object.entries(ENCODINGS)) {
  test(`a secret is found: ${encoding}`, () => {
    for (const [name, value] of Object.entries(SECRETS)) {
      if (/colons|lines|quoted-printable$/.test(encoding) && name === "DATABASE_URL") continue; // too few letters and digits in a row to tell
      for (const [before, after] of [
        ["", ""],
        ["before: ", " after"],
        ["x\n", "\ny"],
      ] as const) {
        const encoded = encode(value);
        const clean = redact(before + encoded + after);
        assert.ok(clean.includes(`[redacted:${name}]`), `${name}: ${clean}`);
        assert.ok(clean.startsWith(before) && clean.endsWith(after), `${name}: ${clean}`);
        assert.ok(longestPiece(clean, encoded) < 8, `${name}: ${clean} of ${encoded}`);
        assert.equal(redact(clean), clean);
      }
    }
  });
}

for (const [encoding, encode] of Object.entries(TAKEN_APART)) {
  test(`a token that was taken apart is found: ${encoding}`, () => {
    for (const name of ["API_KEY", "GITHUB_TOKEN"] as const) {
      const encoded = encode(SECRETS[name]);
      assert.equal(redact(`see ${encoded} end`).replace(/\0| end|["+ ]/g, ""), `see[redacted:${name}]`);
    }
  });
}

test("the whole value is replaced: its length, its beginning and its end do not show", () => {
  const both = createRedact({ SHORT: "abcdefgh", LONG: "abcdefghijkl", OVER: "ijklmnopqr" });
  assert.equal(both("abcdefghijkl abcdefgh"), "[redacted:LONG] [redacted:SHORT]");
  assert.equal(both("abcdefghijklmnopqr"), "[redacted:LONG]"); // they overlap: one name for both
  assert.equal(createRedact({ INPUT_KEY: KEY, KEY })(KEY), "[redacted:KEY]"); // of two names the last
  assert.equal(redact(`${KEY}${KEY}`), "[redacted:API_KEY][redacted:API_KEY]");
});

test("a value is found at any position inside of base64, with the characters that it shares with others", () => {
  for (let before = 0; before < 6; before += 1) {
    for (let after = 0; after < 4; after += 1) {
      const text = Buffer.from("u".repeat(before) + KEY + "x".repeat(after)).toString("base64");
      const clean = redact(`Authorization: basic ${text}`);
      const [head = "", tail = ""] = clean.split("[redacted:API_KEY]");
      const known = head.replace("Authorization: basic ", "");
      assert.equal(Buffer.from(known, "base64").toString(), "u".repeat(Math.floor((known.length * 3) / 4)), clean);
      assert.ok(tail.length <= 6, clean);
    }
  }
});

test("short values, parts that are words and values of others stay as they are", () => {
  const quiet = createRedact({ PORT: "5432", FLAG: "true", PASSWORD: "production-database-password" });
  for (const text of [
    "port 5432 is true",
    "the production-database is slow",
    "p r o d u c t i o n",
    "a production, a database and a password", // words stand apart anyway
  ])
    assert.equal(quiet(text), text);
  assert.equal(redact("sk-CANARY-is a prefix, sk- too"), "sk-CANARY-is a prefix, sk- too");
});

test("each line of a key is a secret", () => {
  const body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";
  const key = createRedact({ DEPLOY: `first line\n${body}\nlast line of it` });
  assert.equal(key(`+${body}\n+more`), "+[redacted:DEPLOY]\n+more");
});

/** Made up here: nobody's. */
const TOKENS: readonly (readonly [kind: string, token: string])[] = [
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map(
    (prefix) => ["GitHub token", `${prefix}${"aB3dE5gH7j".repeat(4).slice(4)}`] as const,
  ),
  ["GitHub token", `github_pat_11${"aB3dE5gH7j".repeat(7)}`],
  ["API key", `sk-${"aB3dE5gH7j".repeat(4)}`],
  ["API key", `sk-proj-${"aB3dE5gH7j".repeat(4)}-x_y`],
  ["Anthropic key", `sk-ant-api03-${"aB3dE5gH7j-".repeat(6)}AA`],
  ["AWS key", `AKIA${"A3C5E7G9".repeat(2)}`],
  ["Google key", `AIza${"aB3dE5gH7j".repeat(4).slice(5)}`],
  ["Slack token", `xoxb-${"1234567890-".repeat(2)}aB3dE5gH7j`],
  ["Slack webhook", `https://hooks.slack.com/services/T00000000/B00000000/${"aB3dE5gH".repeat(3)}`],
  ["npm token", `npm_${"aB3dE5gH7j".repeat(4).slice(4)}`],
  ["GitLab token", `glpat-${"aB3dE5gH7j".repeat(2)}`],
  ["JWT", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${"aB3dE5gH7j".repeat(4)}`],
  [
    "private key",
    `-----BEGIN RSA PRIVATE KEY-----\n${`${"aB3dE5gH7j".repeat(6)}wXyZ\n`.repeat(3)}c2hvcnQ=\n-----END RSA PRIVATE KEY-----`,
  ],
];

test("keys that were not given are recognised by their prefix", () => {
  const unknowing = createRedact({});
  for (const [kind, token] of TOKENS) {
    const mark = `[redacted:${kind}]`;
    assert.equal(unknowing(`key=${token}\nnext`), `key=${mark}\nnext`);
    assert.equal(unknowing(JSON.stringify({ a: `\n${token}` })), JSON.stringify({ a: `\n${mark}` }));
    assert.equal(createRedact({ MINE: token })(`(${token})`), "([redacted:MINE])"); // its name says more
    assert.equal(unknowing(`x${token.replace("https", "")}`).includes("[redacted"), kind === "private key");
  }
});

test("the end of a private key may be cut off", () => {
  const [, key = ""] = TOKENS.at(-1) ?? [];
  assert.equal(createRedact({})(`${key.slice(0, 120)}\n\nand so on`), "[redacted:private key]and so on");
});

/** As random as keys, or as long, and public. */
const HARMLESS: readonly string[] = [
  "d3b07384d113edec49eaa6238ad5ff00",
  "da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
  "index 83db48f..bf269f4 100644",
  "task-1234567890abcdefghij1234567890 and risk-0123456789abcdef0123456789abcdef",
  "sk-folding-cube-animation-3-loading-indicator sk-learn-1.4.2",
  "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "npm_config_registry npm_lifecycle_event npm_package_config_some_long_name_here",
  "AKIA is how they begin; ASIA-PACIFIC-REGION-1",
  'eyJ is base64 of {" and eyJhbGciOiJub25lIn0 alone is no token',
  "-----BEGIN PRIVATE KEY----- is how such a file begins, and it goes on with base64",
  "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----",
  "https://hooks.slack.com/services/ is where webhooks are",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
];

test("digests, names, images and the files of this repository contain no keys", () => {
  for (const text of HARMLESS) assert.equal(redact(text), text);
  const root = resolve(import.meta.dirname, "../..");
  for (const file of [
    "package-lock.json",
    "src/engine/README.md",
    "action.yml",
    "test/doubles/github/openapi-subset.json",
  ]) {
    const text = readFileSync(resolve(root, file), "utf8");
    assert.equal(redact(text) === text, true, file);
  }
});

test("the mark of a replaced secret stays, and a text that only looks like a mark hides nothing", () => {
  assert.equal(
    createRedact({ A_KEY: "GITHUB_TOKEN", GITHUB_TOKEN: KEY })("[redacted:GITHUB_TOKEN]"),
    "[redacted:GITHUB_TOKEN]",
  );
  assert.equal(redact(`[redacted:${KEY}]`), "[redacted:[redacted:API_KEY]]");
});

test("redactDeep changes strings and keys, and returns the same object where nothing changes", () => {
  const same = { a: ["x", { b: 1, c: null }] };
  assert.equal(redactDeep(same, redact), same);
  assert.deepEqual(redactDeep({ [KEY]: [`a ${KEY}`], n: 1 }, redact), {
    "[redacted:API_KEY]": ["a [redacted:API_KEY]"],
    n: 1,
  });
});

test("a search for leaks names the secrets in a text, by their values and not by prefixes", () => {
  const leaks = createLeakSearch(SECRETS);
  assert.deepEqual(leaks(`b ${SECRETS.GITHUB_TOKEN} a ${Buffer.from(KEY).toString("hex")}`), [
    "API_KEY",
    "GITHUB_TOKEN",
  ]);
  assert.deepEqual(leaks(TOKENS.map(([, token]) => token).join("\n")), []);
  const words = { DB_PASSWORD: "postgres", PASSPHRASE: "correct-horse-battery-staple", PIN: "123456789012" };
  assert.deepEqual(createLeakSearch(words)(Object.values(words).join(" ")), []);
});

test("hostile text of full length takes little time", () => {
  const pieces = [
    "\\",
    "%25",
    "&amp;",
    "\\u00",
    "0x",
    "eyJ-",
    "eyJa.",
    "-----BEGIN PRIVATE KEY-----\n",
    "sk-a-",
    "ghs_1",
    "A",
    "a ",
    "[redacted:",
    "[redacted:x]",
    "sk-CANARY-7f",
    "sk-\u200B",
  ];
  const settled = createSettled({ A: "CANARY-7f3e9d21c4" });
  // Each of these took seconds and more.
  const texts = [`${"\\".repeat(60_000)}x`, `sk-${"\u200Bsk-".repeat(15_000)}\tCANARY-7f3e9d21c4`];
  for (const text of texts) assert.ok(cpuMs(() => [redact(text), settled(text)]) < 500, text.slice(0, 10));
  const spent = cpuMs(() => {
    for (const piece of pieces) redact(piece.repeat(200_000 / piece.length));
    createRedact({ P: "ab".repeat(300) })("ab".repeat(50_000));
    redact("glpat-.".repeat(80_000));
    redact(`[redacted:API_KEY] ${KEY} `.repeat(30_000));
  });
  // All of it takes about 0.5 s; a quadratic step over 200,000 characters takes minutes.
  assert.ok(spent < 60_000);
});

test("a secret is found in upper and in lower case", () => {
  for (const text of [KEY.toUpperCase(), KEY.toLowerCase(), KEY.toUpperCase().replaceAll("-", " ")]) {
    assert.equal(redact(`is ${text}?`), "is [redacted:API_KEY]?");
  }
});
