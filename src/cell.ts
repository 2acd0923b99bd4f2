/** Entry of the worker that lives inside the sandbox. Everything the model chooses to do happens in this process or below it. */

import { serve } from "./cell/worker/serve.ts";

serve({ input: process.stdin, output: process.stdout, env: process.env, exit: (code) => process.exit(code) });
