/** A model for the benchmark: N shell calls, then text. Notes when each request arrived and when its answer was out. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BenchModel {
  readonly url: string;
  /** Starts a new run of `steps` calls. */
  readonly reset: (steps: number) => void;
  /** Arrival of each request and end of each answer, ms on `performance.now()`. */
  readonly times: () => readonly { readonly arrived: number; readonly answered: number }[];
  readonly close: () => void;
}

export async function startBenchModel(): Promise<BenchModel> {
  let steps = 0;
  let times: { arrived: number; answered: number }[] = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const time = { arrived: performance.now(), answered: 0 };
      const step = times.push(time);
      response.on("finish", () => {
        time.answered = performance.now();
      });
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (delta: object, finish: string | null = null): void => {
        response.write(
          `data: ${JSON.stringify({ id: "b", object: "chat.completion.chunk", created: 0, model: "bench", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
        );
      };
      if (step > steps) {
        send({ role: "assistant", content: "Done." });
        send({}, "stop");
      } else {
        const args = JSON.stringify({ command: `echo step-${step}` });
        const call = {
          index: 0,
          id: `call_${step}`,
          type: "function",
          function: { name: "execute_command", arguments: args },
        };
        send({ role: "assistant", tool_calls: [call] });
        send({}, "tool_calls");
      }
      response.end("data: [DONE]\n\n");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    reset: (count) => {
      steps = count;
      times = [];
    },
    times: () => times,
    close: () => {
      server.close().closeAllConnections();
    },
  };
}
