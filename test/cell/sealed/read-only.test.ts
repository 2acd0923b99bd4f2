/** A sealed cell for people without write permission: arbitrary code changes nothing in the workspace, and reaches nothing. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { give, SKIP_UNLESS_ROOT, STRANGER } from "../../doubles/as-user.ts";
import { openTestCell, SKIP_OVERLAYS, SKIP_SEALED } from "../../doubles/cell.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const ATTACKS = `echo x > a.txt; echo x > new; mkdir made; rm -f a.txt; mv src src2; chmod 777 a.txt; touch src/b; ln a.txt hard; ln -s x soft
mount -o remount,rw .; umount .; unshare -Urm sh -c 'mount -o remount,rw .; echo x > a.txt'; echo x > /proc/1/root/$PWD/a.txt
git checkout -q -b other; git rm -q a.txt; git clean -fdxq; git stash -q; git apply <<< x; git mv a.txt b.txt; sed -i s/a/b/ a.txt; truncate -s 0 a.txt
(exec 3<>/dev/tcp/127.0.0.1/80) ; curl -sm 2 http://192.0.2.1 https://example.com; python3 -c 'open("a.txt","a").write("x")'`;

for (const [shape, isolation, skip] of [
  ["user", "overlay", SKIP_OVERLAYS],
  ["user", "direct", false],
  ["root", "overlay", SKIP_UNLESS_ROOT || SKIP_OVERLAYS],
  ["root", "direct", SKIP_UNLESS_ROOT],
] as const) {
  test(
    `nothing is written to the workspace (${shape} shape, ${isolation})`,
    { skip: SKIP_SEALED || skip },
    async () => {
      using scratch = createScratch();
      const repository = createRepository({ files: { "a.txt": "a\n", "src/b": "b\n" } });
      if (shape === "root") give(repository.dir, STRANGER);
      const overlayDir = isolation === "overlay" ? join(scratch.dir, "overlay") : undefined;
      await using cell = await openTestCell({
        want: "sealed",
        repository,
        options: { isolation, overlayDir, isReadOnly: true },
      });
      assert.equal(cell.probes.find(({ name }) => name === "workspace")?.detail, "EROFS");
      await cell.hide(Promise.resolve([Buffer.from("src/b")]));
      await cell.sh(ATTACKS);
      const { output } = await cell.sh("cat a.txt src/*; ls; ls -A src; git log --format=%s | wc -l");
      assert.equal(output, "a\na.txt\nsrc\nb\n1\n");
      if (cell.overlay !== undefined) assert.deepEqual(readdirSync(cell.overlay.changes), []);
      await assert.rejects(async () => await cell.writeFile("new.txt", "x", { expectedDigest: null }));
      await cell.close();
      await cell.releaseOverlay();
      assert.deepEqual([repository.read("a.txt"), repository.read("src/b")], ["a\n", "b\n"]);
    },
  );
}

test("a command ends with its time of a processor", { skip: SKIP_SEALED }, async () => {
  await using cell = await openTestCell({ want: "sealed" });
  const request = { command: "while :; do :; done", cwd: ".", timeoutMs: 60_000, maxOutputBytes: 9, cpuSeconds: 1 };
  const { timedOut, durationMs } = await cell.exec(request);
  assert.deepEqual([timedOut, durationMs < 50_000], [false, true]);
});
