/** The actions on a page with one of each: fields, choices, dates, lists, a dialog over the page, frames, a shadow tree. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { imageType } from "../../src/base/image-type.ts";
import { NO_BROWSER } from "../doubles/browser.ts";
import { SKIP_SEALED } from "../doubles/cell.ts";
import { openBrowserWorkbench } from "./workbench.ts";

const PAGE = `<!doctype html><title>Form</title><style>.tall { height: 1500px } .over { position: fixed; inset: 0; background: #fffc }</style>
<h1>Form</h1>
<label>Name <input id="name" value="old"></label>
<label>Colour <select id="colour"><option>Red<option>Dark blue<option disabled>None</select></label>
<label><input type="checkbox" id="gift"> Gift</label>
<label>Day <input type="date" id="day"></label>
<input type="password" aria-label="Pass" value="secret">
<button disabled>Later</button>
<p id="note" contenteditable="true">note</p>
<button onmouseover="this.textContent = 'Hovered'">Over me</button>
<button onclick="document.body.insertAdjacentHTML('beforeend', '<div class=over>Wait</div>')">Cover</button>
<button onclick="this.remove()">Vanish</button>
<div hidden>hidden text</div><div style="visibility:hidden">unseen text</div><p style="font-size:1px">tiny text</p>
<iframe srcdoc="<button onclick='parent.document.title = &quot;From the frame&quot;'>In frame</button>" title="inner"></iframe>
<div id="host"></div>
<script>
  document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = "<button onclick='document.title = \`Shadow\`'>In shadow</button>";
  addEventListener("keydown", (event) => console.log("key", event.key, event.ctrlKey));
</script>
<p class="tall">long</p><p>The end</p>`;

const inData = (text: string): readonly string[] => /-- page --\n([^]*)\n<\/data>/.exec(text)?.[1]?.split("\n") ?? [];

test(
  "each action does what it says, by number and by point, and the page says how it stands",
  {
    skip: SKIP_SEALED || NO_BROWSER,
  },
  async () => {
    await using bench = await openBrowserWorkbench({ pages: { "index.html": PAGE }, sees: true });
    const first = await bench.act({ action: "launch", url: "http://localhost:8123/" });
    const lines = inData(first.text);
    assert.deepEqual(lines.slice(0, 12), [
      "# Form",
      "Name",
      '[1] textbox "Name" = "old"',
      "Colour",
      '[2] combobox "Colour" = "Red" (options: "Red", "Dark blue", "None")',
      '[3] checkbox "Gift"',
      "Gift Day",
      '[4] date field "Day" = ""',
      '[5] password field "Pass" = (hidden)',
      '[6] button "Later" (disabled)',
      '[7] textbox "" = "note"',
      '[8] button "Over me"',
    ]);
    assert.doesNotMatch(first.text, /hidden text|unseen text|tiny text/);
    assert.ok(first.images?.every(({ data }) => imageType(Buffer.from(data, "base64"))?.width === 900));
    const type = async (element: number, text: string): Promise<string> =>
      (await bench.act({ action: "type", element, text })).text;
    assert.match(await type(1, "Ada + Grüße 👋"), /\[1\] textbox "Name" = "Ada \+ Grüße 👋" \(focused\)/);
    assert.match(await type(1, ""), /\[1\] textbox "Name" = "" \(focused\)/);
    assert.match(await type(2, "dark BLUE"), /\[2\] combobox "Colour" = "Dark blue"/);
    assert.match(
      await type(2, "Green"),
      /Not done: element 2 is no option "Green"; there are "Red", "Dark blue", "None"/,
    );
    assert.match(await type(4, "2026-11-23"), /\[4\] date field "Day" = "2026-11-23"/);
    assert.match(await type(4, "tomorrow"), /Not done: element 4 is a date field does not take "tomorrow"/);
    assert.match(await type(7, "new"), /\[7\] textbox "" = "new" \(focused\)/);
    assert.match(await type(6, "x"), /Not done: element 6 takes no text/);
    assert.match(await type(99, "x"), /Not done: there is no element 99: take a number from the newest list/);
    assert.match((await bench.click("Gift")).text, /\[3\] checkbox "Gift" \(checked, focused\)/);
    assert.match(
      (await bench.click("Later")).text,
      /^Error: click was not carried out\.[^]*Not done: element 6 is disabled/,
    );
    assert.match((await bench.act({ action: "press", text: "Ctrl+K" })).text, /^console\.log: key k true$/m);
    assert.match((await bench.act({ action: "press", text: "Hyper" })).text, /Not done: there is no key "Hyper"/);
    assert.match((await bench.act({ action: "hover", element: 8 })).text, /\[8\] button "Hovered"/);
    assert.match((await bench.click("In frame")).text, /"From the frame"/);
    assert.match((await bench.click("In shadow")).text, /"Shadow"/);
    await bench.click("Vanish");
    assert.match(
      (await bench.act({ action: "click", element: 10 })).text,
      /Not done: element 10 is no longer in the page/,
    );
    const scrolled = await bench.act({ action: "scroll_down" });
    assert.match(scrolled.text, /900x600 pixels from 600 of/);
    assert.equal(scrolled.images?.length, 1);
    assert.match((await bench.act({ action: "scroll_down" })).text, /from 1200 of/);
    assert.match((await bench.act({ action: "scroll_up" })).text, /from 600 of/);
    const small = await bench.act({ action: "resize", size: "390x400" });
    assert.match(small.text, /390x400 pixels/);
    assert.match(
      (await bench.act({ action: "click", coordinate: "500,10" })).text,
      /Not done: 500,10 is outside of the visible part/,
    );
    // A point on a picture of twice the size.
    assert.doesNotMatch((await bench.act({ action: "click", coordinate: "500,10@780x800" })).text, /Not done/);
    const same = await bench.act({ action: "press", text: "Shift" }).then(({ text }) => text);
    assert.match(same, /Not done: there is no key "Shift"/);
    await bench.click("Cover");
    assert.match((await bench.click("Hovered")).text, /Not done: element 8 is covered by div "Wait"/);
  },
);
