/** Turns the names of keys into the events that the browser is sent. */

import type { Params } from "./cdp.ts";

interface Key {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly text?: string | undefined;
}

const named = (code: number, key: string, text?: string): Key => ({
  key,
  code: key,
  windowsVirtualKeyCode: code,
  text,
});

/** By lower-case name. */
const KEYS: ReadonlyMap<string, Key> = new Map(
  [
    named(8, "Backspace"),
    named(9, "Tab"),
    named(13, "Enter", "\r"),
    named(27, "Escape"),
    named(33, "PageUp"),
    named(34, "PageDown"),
    named(35, "End"),
    named(36, "Home"),
    named(37, "ArrowLeft"),
    named(38, "ArrowUp"),
    named(39, "ArrowRight"),
    named(40, "ArrowDown"),
    named(45, "Insert"),
    named(46, "Delete"),
    ...Array.from({ length: 12 }, (_, index) => named(112 + index, `F${index + 1}`)),
  ].map((key) => [key.key.toLowerCase(), key] as const),
);

const OTHER_NAMES: Readonly<Record<string, string>> = {
  return: "enter",
  esc: "escape",
  del: "delete",
  left: "arrowleft",
  up: "arrowup",
  right: "arrowright",
  down: "arrowdown",
  pgup: "pageup",
  pgdn: "pagedown",
};

/** The protocol's bits of modifier keys. */
const MODIFIERS: Readonly<Record<string, number>> = {
  alt: 1,
  option: 1,
  ctrl: 2,
  control: 2,
  meta: 4,
  cmd: 4,
  command: 4,
  shift: 8,
};

/** The events of one press of `Enter`, `a` or `Ctrl+Shift+K`; undefined for a key that does not exist. */
export function keyEvents(written: string): readonly Params[] | undefined {
  // `Ctrl++` presses the plus.
  const parts =
    /^(?:.*\+)?\+$/.test(written) && written !== "" ? [...written.slice(0, -1).split("+"), "+"] : written.split("+");
  const names = parts.map((part) => (part === " " ? part : part.trim())).filter((part) => part !== "");
  const last = names.pop();
  if (last === undefined) return undefined;
  const bits = names.map((name) => MODIFIERS[name.toLowerCase()]);
  if (bits.includes(undefined)) return undefined;
  const modifiers = bits.reduce<number>((all, bit) => all | (bit ?? 0), 0);
  // Models write `Ctrl+K`, but a keyboard sends `k` with Ctrl.
  const isShortcut = (modifiers & 7) !== 0 && /^[A-Z]$/.test(last);
  const key = keyNamed(isShortcut ? last.toLowerCase() : last, (modifiers & 8) !== 0);
  if (key === undefined) return undefined;
  // With Ctrl, Alt or Meta a key writes nothing.
  const text = (modifiers & 7) === 0 ? key.text : undefined;
  const { text: _, ...what } = key;
  const commands = (modifiers & 6) !== 0 && key.key.toLowerCase() === "a" ? { commands: ["selectAll"] } : {};
  return [
    {
      type: text === undefined ? "rawKeyDown" : "keyDown",
      modifiers,
      ...what,
      ...(text === undefined ? {} : { text }),
      ...commands,
    },
    { type: "keyUp", modifiers, ...what },
  ];
}

function keyNamed(name: string, isShifted: boolean): Key | undefined {
  const lower = name.toLowerCase();
  if (lower === "space" || name === " ") return { key: " ", code: "Space", windowsVirtualKeyCode: 32, text: " " };
  const known = KEYS.get(OTHER_NAMES[lower] ?? lower);
  if (known !== undefined) return known;
  if (!/^.$/su.test(name)) return undefined;
  const key = isShifted ? name.toUpperCase() : name;
  const upper = name.toUpperCase();
  const code = /^[A-Z]$/.test(upper) ? `Key${upper}` : /^\d$/.test(name) ? `Digit${name}` : "";
  return { key, code, windowsVirtualKeyCode: /^[A-Z\d]$/.test(upper) ? upper.charCodeAt(0) : 0, text: key };
}
