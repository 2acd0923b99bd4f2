/** Entry of the program that makes a picture smaller. It runs in the sandbox: path and digest as arguments, JSON as the answer. */

import { pictureAnswer } from "./pictures/answer.ts";

const [path = "", digest = ""] = process.argv.slice(2);
process.stdout.write(`\n${pictureAnswer(path, digest)}\n`, () => process.exit(0));
