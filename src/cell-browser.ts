/** Entry of the browser program, which runs in the sandbox beside the worker and drives a Chromium there. */

import { serveBrowser } from "./browser/program/serve.ts";

await serveBrowser({
  input: process.stdin,
  output: process.stdout,
  env: process.env,
  group: process.pid,
});
process.exit(0);
