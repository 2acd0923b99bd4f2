/** The policy's hosts in the built program: the cell is given a proxy, and what it asks for in vain is told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import { createScene, FILES, NO_BWRAP, POLICY } from "../harness.ts";

/** Asks the proxy of the environment as a program would. */
const FETCH = `for host in other other user; do
  exec 3<>"/dev/tcp/127.0.0.1/\${HTTPS_PROXY##*:}"
  printf 'CONNECT %s.example.test:443 HTTP/1.1\\r\\n\\r\\n' "$host" >&3
  head -n 1 <&3
done
exit 1
`;

test("a host that is not listed is refused, and reported once", { skip: NO_BWRAP }, async () => {
  const network = 'sandbox: { minimum: sealed, network: [crates, "registry.example.test"] }';
  const policy = POLICY.replace("sandbox: { minimum: none, unsealed: patterns }", network).replace(
    '"node --test"',
    '"node --test", "bash fetch.sh"',
  );
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": policy, "fetch.sh": FETCH },
    replies: [{ calls: [{ name: "execute_command", arguments: { command: "bash fetch.sh" } }] }, { text: "Done." }],
  });
  const { code, stderr } = await scene.run(["--sandbox", "sealed"]);
  assert.equal(code, 0, stderr);
  const warnings = eventsOf(scene.bundle).flatMap((event) => (event.type === "warning" ? [event.text] : []));
  assert.deepEqual(
    warnings,
    ["other", "user"].map(
      (name) =>
        `The cell was refused ${name}.example.test:443 on the network: the policy's sandbox.network does not list it.`,
    ),
  );
  const reached = "registry.example.test; crates: index.crates.io, static.crates.io";
  assert.match(stderr, new RegExp(`sandbox sealed: (\\d+) of \\1 probes held; reaches ${reached}\n`));
  const sandbox = outcomeOf(scene.bundle)["sandbox"] as { readonly probes: number };
  assert.deepEqual(sandbox, { rung: "sealed", held: sandbox.probes, probes: sandbox.probes });
  const seen = JSON.stringify(scene.server.requests.at(-1)?.json);
  assert.equal(seen.split("HTTP/1.1 403 Forbidden").length, 4);
  const refusal = (name: string): string => `[network] ${name}.example.test:443 refused; add it to sandbox.network\\n`;
  assert.ok(seen.includes(`${refusal("other")}${refusal("user")}[exit 1]`), seen);
  assert.equal(
    outcomeOf(scene.bundle)["reason"],
    "The model finished without changing a file. In the way: no network to other.example.test and user.example.test. Add `other.example.test, user.example.test` to `sandbox.network` in .github/kimi-policy.yml.",
  );
});
