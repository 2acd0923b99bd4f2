/** The answer of the program in the cell: the smaller picture of a file, or why there is none. */

import { readFileSync } from "node:fs";
import { sha256 } from "../base/sha256.ts";
import { describeError } from "../protocol/error.ts";
import { scalePicture } from "./scale-picture.ts";

/** As one line of JSON. What was judged and looked at is what is decoded: the file must have this digest. */
export function pictureAnswer(path: string, digest: string): string {
  try {
    const bytes = readFileSync(path);
    if (sha256(bytes) !== digest) return JSON.stringify({ why: "it changed while it was read" });
    const { bytes: made, ...facts } = scalePicture(bytes);
    return JSON.stringify({ ...facts, data: made.toString("base64") });
  } catch (error) {
    return JSON.stringify({ why: describeError(error) });
  }
}
