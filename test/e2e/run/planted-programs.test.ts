/**
 * `npx` and `npm run` put the work tree's own `node_modules/.bin` first on PATH. A commit that brings programs along there,
 * named like those that the controller starts, ran as the controller, with the keys in sight.
 */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SKIP_SEALED } from "../../doubles/cell.ts";
import { createScene } from "../harness.ts";

const PROGRAMS = ["git", "bwrap", "sudo", "setpriv", "prlimit", "choom", "sh", "env", "newuidmap", "du", "npm", "go"];

for (const sandbox of ["none", "sealed"] as const) {
  test(
    `no program of the work tree runs outside the cell: ${sandbox}`,
    { skip: sandbox === "sealed" && SKIP_SEALED },
    async () => {
      await using scene = await createScene({
        replies: [
          { calls: [{ name: "write_to_file", arguments: { path: "src/made.js", content: "made\n", line_count: 1 } }] },
          { text: "done" },
        ],
      });
      const marker = `${scene.bundle}-marker`;
      for (const name of PROGRAMS) {
        scene.repository.write(`node_modules/.bin/${name}`, `#!/bin/sh\necho ${name} >> ${marker}\nexit 1\n`, 0o755);
      }
      const planted = join(scene.repository.dir, "node_modules/.bin");
      const options = { env: { PATH: `${planted}:${process.env["PATH"] ?? ""}` } };
      const end = await scene.run(["--sandbox", sandbox], options);
      assert.equal(end.code, 0, end.stderr);
      const applied = await scene.cli(["apply", scene.bundle], options);
      const { code, stdout } = applied;
      assert.deepEqual([code, stdout, applied.stderr], [0, "already applied: src/made.js +1 −0\n", ""]);
      const doctor = ["doctor", "--sandbox", sandbox, "--model", "openai/test-model"];
      for (const cwd of [scene.repository.dir, join(scene.repository.dir, "src")]) {
        const { stdout } = await scene.cli(doctor, { ...options, cwd });
        assert.match(stdout, /^✓ git +git version/m);
      }
      assert.equal(existsSync(marker) ? readFileSync(marker, "utf8") : "", "");
    },
  );
}
