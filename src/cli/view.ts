/** `kimi-runner view <bundle>`: prints the transcript of a run, or writes its page. It works for killed runs too. */

import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { transcriptOf, writePage } from "../run/end/views.ts";
import { trustedPathAt } from "../workspace/trusted-path.ts";
import { hasColour, terminalText } from "../sinks/terminal-text.ts";
import { notePartial, readBundle } from "./options/find-session.ts";
import type { World } from "../run/open/request.ts";
import type { Subcommand } from "./options/args.ts";

export const viewCommand: Subcommand = {
  usage: "view <bundle|session|latest>",
  summary: "print the transcript of a run",
  cleansItself: true,
  maxArguments: 1,
  options: {
    html: {
      help: "write the page report.html into the bundle, print its address, and open it from a terminal",
    },
  },
  run: async (args, world) => {
    const { bundle, journal } = readBundle(args, world);
    if (!args.has("html")) {
      // For reading: without the marks of Markdown, and with colours on a terminal.
      const isColoured = hasColour(world.env, process.stdout.isTTY);
      world.out(terminalText(transcriptOf(bundle, journal.records), { isColoured }));
    } else {
      await writePage(bundle, journal.records);
      const address = pathToFileURL(bundle.page).href;
      world.out(`${address}\n`);
      if (process.stdout.isTTY) openInBrowser(address, world);
    }
    return notePartial(journal, world);
  },
};

/** Asks the desktop to open the page. On a machine without a desktop nothing happens. */
function openInBrowser(address: string, { env, cwd }: Pick<World, "env" | "cwd">): void {
  const opener = process.platform === "darwin" ? "open" : "xdg-open";
  const PATH = trustedPathAt(env["PATH"] ?? "", cwd);
  spawn(opener, [address], { stdio: "ignore", detached: true, env: { ...env, PATH } })
    .on("error", () => {})
    .unref();
}
