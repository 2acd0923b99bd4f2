/** Programs that a machine may lack. A test that needs one is skipped and names it; one that is there and fails, fails the test. */

import { findProgram } from "../../src/cell/programs.ts";

export function missing(...programs: readonly string[]): readonly string[] {
  return programs.filter((name) => findProgram(name, process.env["PATH"] ?? "") === undefined);
}

/** For `skip` of a test. */
export function without(...programs: readonly string[]): string | false {
  const lacks = missing(...programs);
  return lacks.length > 0 && `not installed: ${lacks.join(", ")}`;
}
