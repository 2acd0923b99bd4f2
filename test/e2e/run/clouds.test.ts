/** The built CLI with models of clouds, whose packages load only then: the job's credentials serve, stay secret, and are no change. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ACCOUNTS, AWS } from "../../doubles/cloud-accounts.ts";
import { addCanary, filesReceived, requireNoCanary } from "../../doubles/canaries.ts";
import { SKIP_SEALED } from "../../doubles/cell.ts";
import { outcomeOf, runCli, temporaryDir } from "../../doubles/cli.ts";
import { googleCredentials } from "../../doubles/model-clouds.ts";
import { startModelServer } from "../../doubles/model-server.ts";
import { createRepository } from "../../doubles/repository.ts";

const MODELS = ["bedrock/eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "vertex/claude-sonnet-4-5@20250929"];

for (const model of MODELS) {
  test(`${model}: a run`, { skip: SKIP_SEALED }, async () => {
    using repository = createRepository({ files: { "a.txt": "a\n" } });
    using out = temporaryDir();
    for (const [name, secret] of Object.entries(ACCOUNTS)) addCanary(name, secret);
    const calls = [{ name: "execute_command", arguments: { command: "env; cat gha-creds-1.json" } }];
    const server = await startModelServer({
      replies: [{ think: "Hm.", signature: "c2ln", calls }, { text: "Done." }],
      clouds: ACCOUNTS,
    });
    try {
      const file = join(repository.dir, "gha-creds-1.json");
      writeFileSync(file, googleCredentials(server.origin));
      const { code, stderr } = await runCli(["run", "--model", model, "--bundle", out.dir, "Look."], {
        cwd: repository.dir,
        env: {
          ...AWS,
          BEDROCK_BASE_URL: server.origin,
          VERTEX_BASE_URL: `${server.origin}/v1`,
          GOOGLE_CLOUD_PROJECT: "my-project",
          GOOGLE_APPLICATION_CREDENTIALS: file,
        },
      });
      assert.equal(code, 1, stderr); // its one call was rejected
      assert.equal(outcomeOf(out.dir)["outcome"], "rejected");
      assert.deepEqual(server.violations, []);
      assert.equal(server.requests.length, 2);
      assert.doesNotMatch(server.requests.map(({ body }) => body).join(""), /oidc-request-token-0001/);
      requireNoCanary(filesReceived(out.dir));
    } finally {
      await server.close();
    }
  });
}
