/** `update_todo_list`: the model's plan as a Markdown checklist. Each call replaces the whole list. */

import * as z from "zod/mini";
import { isRecord, parseJson } from "../base/member.ts";
import { inputMistake } from "./define/input-error.ts";
import type { Todo, TodoStatus } from "../protocol/wire.ts";
import { defineConversationTool } from "./define/define-tool.ts";
import type { GivenArguments } from "./repair/repair.ts";

const STATUS: Readonly<Record<string, TodoStatus>> = {
  " ": "pending",
  "-": "in_progress",
  "~": "in_progress",
  x: "done",
};

/** `[x] title`, with or without a list dash. */
const ITEM = /^\s*(?:-\s+)?\[([ xX~-])\]\s+(\S.*)/;

export const updateTodoListTool = defineConversationTool({
  name: "update_todo_list",
  offeredTo: ["default", "every mode"],
  aliases: ["SetTodoList", "TodoList"],
  calledAs: ["SetTodoList", "TodoList"],
  description: "For work of several parts: replace the todo list.",
  input: z.strictObject({
    todos: z.string().check(z.describe("one line each: [ ] open, [-] in progress, [x] done")),
  }),
  reshape: checklistOf,
  answer: ({ todos: text }) => {
    const todos = parseTodos(text);
    if (todos.length === 0 && text.trim() !== "") {
      throw inputMistake(
        "no line of todos is an item.",
        "Write each as `[ ] title`, `[-] title` or `[x] title`; send an empty string to clear the list.",
      );
    }
    const count = (status: TodoStatus): number => todos.filter((todo) => todo.status === status).length;
    const counts = `${count("done")} done, ${count("in_progress")} in progress, ${count("pending")} open`;
    return {
      summary: `todos: ${counts}`,
      text: `Todo list replaced: ${counts}.`,
      events: [{ type: "todo.update", todos }],
    };
  },
});

const MARKS = new Map([
  ["pending", " "],
  ["open", " "],
  ["in_progress", "-"],
  ["completed", "x"],
  ["complete", "x"],
  ["done", "x"],
]);

/** Accepts a list of texts, or of `{content, status}` as in Kimi CLI's and Claude's tools, as a checklist. */
function checklistOf(input: GivenArguments): GivenArguments {
  const todos = listIn(input["todos"]);
  if (todos === undefined) return input;
  const lines = todos.map((item) => {
    if (typeof item === "string") return ITEM.test(item) ? item : `[ ] ${item}`;
    if (!isRecord(item)) return undefined;
    const title = item["content"] ?? item["title"] ?? item["text"] ?? item["task"];
    const { status = "pending" } = item;
    const mark = typeof status === "string" ? MARKS.get(status) : undefined;
    return typeof title === "string" && mark !== undefined ? `[${mark}] ${title}` : undefined;
  });
  return lines.includes(undefined) ? input : { ...input, todos: lines.join("\n") };
}

/** Reads a list, its JSON, or XML elements, which models write that call tools in their text. */
function listIn(todos: unknown): readonly unknown[] | undefined {
  if (typeof todos !== "string" || parseTodos(todos).length > 0) return Array.isArray(todos) ? todos : undefined;
  const json = parseJson(todos);
  if (Array.isArray(json)) return json;
  const items: Record<string, string>[] = [];
  for (const [, name = "", inner = ""] of todos.matchAll(ELEMENT)) {
    const text = inner.trim();
    const key = name === "status" ? "status" : "title";
    const last = items.at(-1);
    if (last === undefined || Object.hasOwn(last, key)) items.push({ [key]: text });
    else last[key] = text;
  }
  return items.length === 0 ? undefined : items;
}

/** An XML element without elements inside. */
const ELEMENT = /<(title|content|text|task|status|item|todo)>([^<]*(?:<(?!\/?\w+>)[^<]*)*)<\/\1>/g;

/** The checklist items of a text in order; other lines are ignored (headings, notes). */
function parseTodos(text: string): readonly Todo[] {
  return text.split("\n").flatMap((line) => {
    const [, mark = "", title = ""] = ITEM.exec(line) ?? [];
    const status = STATUS[mark.toLowerCase()];
    return status === undefined ? [] : [{ title: title.trimEnd(), status }];
  });
}
