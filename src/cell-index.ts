/** Entry of the index program, which runs in the sandbox beside the worker and is asked by the controller. */

import { serveIndex } from "./index/program/serve.ts";

const grammars = new URL(import.meta.url.endsWith(".ts") ? "./index/grammars/" : "./grammars/", import.meta.url);

await serveIndex({ input: process.stdin, output: process.stdout, root: process.cwd(), grammars });
process.exit(0);
