const { test } = require("node:test");
const assert = require("node:assert");
const ms = require("ms");
test("ms", () => assert.equal(ms("2 days"), 172800000));
