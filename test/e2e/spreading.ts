/** A policy that allows writes in src only, and a model whose test writes everywhere else as well. */

import type { DoubleReply } from "../doubles/model-reply.ts";

/** Writes in src, and tests; what the tests write elsewhere no rule names. */
export const strict = (fallback: "defer" | "reject"): string => `version: 1
default: ${fallback}
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: tests, approve: { exec: ["node --test **"] } }
sandbox: { minimum: none, unsealed: patterns }
`;

const SPREADING = `import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync(".github/actions/x", { recursive: true });
mkdirSync(".github/workflows", { recursive: true });
writeFileSync(".github/actions/x/action.yml", "runs: {}\\n");
writeFileSync(".github/workflows/ci.yml", "on: push\\n");
writeFileSync("deploy.sh", "echo\\n");
writeFileSync("package.json", "{}\\n");
`;
export const SPREAD: readonly DoubleReply[] = [
  { calls: [{ name: "write_to_file", arguments: { path: "src/all.test.js", content: SPREADING } }] },
  { calls: [{ name: "execute_command", arguments: { command: "node --test src/all.test.js" } }] },
  { calls: [{ name: "read_file", arguments: { files: [{ path: "src/add.js" }] } }] },
  { text: "Done." },
];
/** Of what the test writes, what a person may approve. */
export const WAITING = [".github/actions/x/action.yml", "deploy.sh", "package.json"];
