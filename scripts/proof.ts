/**
 * `npm run proof` runs the tests behind every promise of SECURITY.md, `npm run proof -- <id>...` those of some. Exit code 1 when
 * one does not hold or is shown only in part, 2 for an unknown id.
 */

import { readFileSync } from "node:fs";
import { readProofs } from "./promises.ts";
import { prove } from "./prove.ts";

// A promise is shown by all that is generated for it, not by a sample.
process.env["KIMI_TESTS"] = "full";

const proofs = readProofs(readFileSync("SECURITY.md", "utf8"));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !proofs.some((proof) => proof.id === id));
if (unknown.length > 0) {
  console.error(`SECURITY.md has no promise ${unknown.join(", ")}. It has: ${proofs.map(({ id }) => id).join(", ")}.`);
  process.exitCode = 2;
} else {
  const chosen = wanted.length === 0 ? proofs : proofs.filter(({ id }) => wanted.includes(id));
  process.exitCode = (await prove(chosen, console.log)) ? 0 : 1;
}
