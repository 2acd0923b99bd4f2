import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { test } from "node:test";
import { stateDir } from "../../../src/run/open/state-dir.ts";

/** A relative path led into the checkout, and the refusal spoke of the bundle. */
test("the state folder is absolute: relative values of its variables are ignored", () => {
  const own = `${userInfo().homedir}/.local/state/kimi-runner`;
  for (const [env, wanted] of [
    [{ XDG_STATE_HOME: "/s", HOME: "/h" }, "/s/kimi-runner"],
    [{ XDG_STATE_HOME: "s", HOME: "/h" }, "/h/.local/state/kimi-runner"],
    [{ XDG_STATE_HOME: "", HOME: "h" }, own],
    [{ HOME: "" }, own],
    [{}, own],
  ] as const) {
    assert.equal(stateDir({ env }), wanted, JSON.stringify(env));
  }
});
