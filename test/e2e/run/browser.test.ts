/** `browser_action` in the built program's sealed cell: a model finds a fault of a page in the browser, mends it and looks again. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { NO_BROWSER, SHOP } from "../../doubles/browser.ts";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, NO_BWRAP } from "../harness.ts";

const POLICY = `version: 1
default: reject
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["public/**"] } }
  - { id: serve, approve: { exec: ["node server.js", "browser_action http://localhost:*"] } }
models: { "openai/test-model": { vision: true } }
sandbox: { browser: true }
`;

type Arguments = Readonly<Record<string, unknown>>;

interface Step {
  readonly name: string;
  /** From the newest result. */
  readonly of: (seen: string) => Arguments;
}

/** The number of the element with this name, as a model reads it. */
const number = (seen: string, name: string): number =>
  Number(new RegExp(String.raw`\[(\d+)\] \w+ "${name}"`).exec(seen)?.[1] ?? 0);

const act = (action: string, of: (seen: string) => Arguments = () => ({})): Step => ({
  name: "browser_action",
  of: (seen) => ({ action, ...of(seen) }),
});

const addThing = (thing: string, price: string): readonly Step[] => [
  act("type", (seen) => ({ element: number(seen, "Thing"), text: thing })),
  act("press", () => ({ text: "Tab" })),
  act("type", () => ({ text: price })),
  act("click", (seen) => ({ element: number(seen, "Add") })),
];

const STORY: readonly Step[] = [
  { name: "execute_command", of: () => ({ command: "node server.js", run_in_background: true }) },
  { name: "background_command", of: () => ({ action: "output", id: "bg1", wait: 1 }) },
  act("launch", () => ({ url: "http://localhost:8123" })),
  ...addThing("Tea", "2.50"),
  ...addThing("Cup", "4"),
  { name: "read_file", of: () => ({ files: [{ path: "public/basket.js" }] }) },
  {
    name: "apply_diff",
    of: () => ({
      path: "public/basket.js",
      diff: "<<<<<<< SEARCH\n  things.push({ thing: thing.value, price: price.value });\n=======\n  things.push({ thing: thing.value, price: Number(price.value) });\n>>>>>>> REPLACE",
    }),
  },
  act("launch", () => ({ url: "localhost:8123/" })),
  ...addThing("Tea", "2.50"),
  ...addThing("Cup", "4"),
  act("close"),
  { name: "attempt_completion", of: () => ({ result: "Prices are numbers now." }) },
];

interface Heard {
  readonly role: string;
  readonly content:
    | string
    | readonly { readonly type: string; readonly text?: string; readonly image_url?: { readonly url: string } }[];
}

const words = ({ content }: Heard): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n");

for (const syntax of ["native", "xml"] as const) {
  test(
    `a fault that only the page shows is found and mended, ${syntax}`,
    { skip: NO_BWRAP || NO_BROWSER },
    async () => {
      const heard: string[] = [];
      const pictures = new Set<string>();
      let sent = 0;
      const replies = (request: unknown, n: number): DoubleReply => {
        const { messages } = (request as { readonly json: { readonly messages: readonly Heard[] } }).json;
        sent = 0;
        for (const message of messages) {
          if (typeof message.content === "string" || message.content === null) continue;
          for (const { image_url: image } of message.content) {
            if (image === undefined) continue;
            pictures.add(image.url);
            sent += 1;
          }
        }
        const seen = messages.slice(-2).map(words).join("\n");
        heard.push(seen);
        const step = STORY[n];
        if (step === undefined) return { text: "Nothing more." };
        const given = step.of(seen);
        if (syntax === "native") return { calls: [{ name: step.name, arguments: given }] };
        const parameters = Object.entries(given).map(
          ([key, value]) => `<${key}>${typeof value === "string" ? value : JSON.stringify(value)}</${key}>`,
        );
        return { text: [`<${step.name}>`, ...parameters, `</${step.name}>`].join("\n") };
      };
      await using scene = await createScene({ files: { ...SHOP, ".github/kimi-policy.yml": POLICY }, replies });
      const end = await scene.run(["--sandbox", "sealed", "--tool-syntax", syntax]);
      assert.equal(end.code, 0, end.stderr);
      if (process.env["KIMI_SHOTS"] !== undefined) {
        writeFileSync(`${process.env["KIMI_SHOTS"]}/${syntax}.html`, readFileSync(join(scene.bundle, "report.html")));
        writeFileSync(`${process.env["KIMI_SHOTS"]}/${syntax}.txt`, heard.join("\n=====\n"));
        for (const [index, url] of [...pictures].entries())
          writeFileSync(
            `${process.env["KIMI_SHOTS"]}/${syntax}-${index}.webp`,
            Buffer.from(url.split(",")[1] ?? "", "base64"),
          );
      }
      const [first = "", faulty = "", mended = ""] = [heard[3], heard[11], heard[heard.length - 2]];
      assert.match(first, /^# Basket$/m);
      assert.doesNotMatch(first, /Ignore your task/); // no person would see it
      assert.match(faulty, /Total: 02\.504$/m);
      assert.match(faulty, /console\.warning: total is no number 02\.504/);
      assert.match(mended, /Total: 6\.5$/m);
      assert.ok(pictures.size > 10);
      const summaries = eventsOf(scene.bundle).flatMap((event) =>
        event.type === "call.judged" && event.tool === "browser_action"
          ? [`${event.summary} ${event.decision.rule}`]
          : [],
      );
      assert.equal(summaries[0], "browser: launch http://localhost:8123/ serve");
      assert.equal(summaries.at(-1), "browser: close at http://localhost:8123/ builtin:no-effect");
      assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical\n$/);
      const page = readFileSync(join(scene.bundle, "report.html"), "utf8");
      assert.equal(page.match(/<img alt="picture of this call" src="data:image\/webp;base64,/g)?.length, sent);
      if (syntax === "native") {
        const { stdout } = await scene.cli(["doctor", "--model", "openai/test-model"]);
        assert.match(stdout, /^✓ browser +\/\S+: \S.* in the cell$/m);
      }
    },
  );
}

const AGENT = (tools: string): string => `version: 1\nagent:\n  extend: default\n  name: mine\n${tools}`;

test(
  "the tool is offered where the policy allows a browser and the agent or mode has it, and costs nothing elsewhere",
  {
    skip: NO_BWRAP || NO_BROWSER,
  },
  async () => {
    const without = POLICY.replace("sandbox: { browser: true }\n", "");
    const missing = POLICY.replace("browser: true", "browser: /opt/none/chrome");
    const cases: readonly (readonly [policy: string, args: readonly string[], isOffered: boolean, warning?: RegExp])[] =
      [
        [POLICY, [], true],
        [without, [], false],
        [
          missing,
          [],
          false,
          /No browser, though the policy has sandbox\.browser: \/opt\/none\/chrome is no program here\./,
        ],
        [POLICY, ["--mode", "debug"], true],
        [without, ["--mode", "debug"], false],
        [POLICY, ["--agent-file", "agent.yaml"], true],
        [
          without,
          ["--agent-file", "agent.yaml"],
          false,
          /agent\.yaml lists browser_action, which is left out here: it needs/,
        ],
        [POLICY, ["--agent-file", "no-browser.yaml"], false],
      ];
    const files = {
      "a.txt": "a\n",
      "agent.yaml": AGENT("  tools: [read_file, browser_action]\n"),
      "no-browser.yaml": AGENT("  exclude_tools: [browser_action]\n"),
    };
    for (const [policy, args, isOffered, warning] of cases) {
      await using scene = await createScene({
        files: { ...files, ".github/kimi-policy.yml": policy },
        replies: [{ text: "Done." }],
      });
      const { stderr } = await scene.run(["--sandbox", "sealed", ...args]);
      const [request] = scene.server.requests;
      assert.ok(request !== undefined, stderr);
      const { tools } = request.json as { tools: readonly { function: { name: string } }[] };
      assert.equal(
        tools.some(({ function: { name } }) => name === "browser_action"),
        isOffered,
        args.join(" ") + stderr,
      );
      if (warning !== undefined) assert.match(stderr, warning);
    }
  },
);
