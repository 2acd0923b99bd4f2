/** Entry of the worker that lives inside the sandbox. Everything the model chooses to do happens in this process or below it. */

import { serve } from "./cell/worker/serve.ts";

// Node would end the worker at these signals, which a command can send. The worker ends when its input does.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

serve({ input: process.stdin, output: process.stdout, env: process.env, exit: (code) => process.exit(code) });
