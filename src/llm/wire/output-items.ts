/**
 * The output items of one answer of the Responses API. The stream and the last event tell of the same items, and either may leave some
 * out, so that an item is known by its identity (`id`, `call_id`) and not by its place. Copilot's gateway gives each event another
 * id: inside the stream the index then joins the events of an item, and in the last event its kind and its words do.
 */

import { member } from "../../base/member.ts";
import { asArray, asString, jsonText, type Fields } from "./wire-value.ts";

export interface OpenItem<R> {
  readonly reader: R;
  isDone: boolean;
}

interface Known<R> extends OpenItem<R> {
  readonly type: unknown;
  readonly ids: Set<string>;
  callId: string;
  /** What a message says, or a call's name and arguments; undefined until the item is whole. */
  said: string | undefined;
}

/** Creates an empty list. `open` begins to read an item. */
export function createOutputItems<R>(open: (item: Fields) => R) {
  const items: Known<R>[] = [];
  const byIndex = new Map<number | undefined, Known<R>>();

  const opened = (item: Fields): Known<R> => {
    const known: Known<R> = {
      reader: open(item),
      isDone: false,
      type: item["type"],
      ids: new Set(),
      callId: "",
      said: undefined,
    };
    items.push(known);
    return known;
  };
  const learnt = (known: Known<R>, item: Fields): Known<R> => {
    const id = idOf(item["id"]);
    if (id !== "") known.ids.add(id);
    known.callId ||= idOf(item["call_id"]);
    known.said ??= saidBy(item);
    return known;
  };

  return {
    /** The item of an event with this index, which is opened if it is new. */
    at: (index: number | undefined, item: Fields): OpenItem<R> => {
      const placed = byIndex.get(index);
      const isPlaced = placed !== undefined && placed.type === item["type"] && !placed.isDone;
      const known = (isPlaced ? placed : items.findLast((one) => isSame(one, item))) ?? opened(item);
      if (index !== undefined) byIndex.set(index, known);
      return learnt(known, item);
    },
    /** The item of a delta. */
    named: (index: number | undefined, id: unknown): OpenItem<R> | undefined => {
      const placed = byIndex.get(index);
      if (placed?.ids.has(idOf(id)) === true) return placed;
      return items.findLast(({ ids }) => ids.has(idOf(id))) ?? placed;
    },
    /** The items of the last event. Those that the stream left out are opened. */
    joined: (output: readonly Fields[]): readonly OpenItem<R>[] => {
      const left = new Set(items);
      const take = (isIt: (known: Known<R>) => boolean): Known<R> | undefined => {
        const found = [...left].find(isIt);
        if (found !== undefined) left.delete(found);
        return found;
      };
      const same = output.map((item) => take((one) => isSame(one, item)));
      return output.map((item, at) => {
        const known = same[at] ?? take((one) => isAlike(one, item)) ?? opened(item);
        return learnt(known, item);
      });
    },
    clear: (): void => {
      items.length = 0;
      byIndex.clear();
    },
  };
}

/** Whether an item is told of again. Servers repeat the ids of calls, so that another call of that id says something else. */
function isSame({ type, ids, callId, said }: Known<unknown>, item: Fields): boolean {
  if (type !== item["type"]) return false;
  if (type !== "function_call") return ids.has(idOf(item["id"]));
  const isNamed = ids.has(idOf(item["id"])) || (callId !== "" && callId === item["call_id"]);
  return isNamed && (said === undefined || said === saidBy(item));
}

/** Whether an item of the last event can be one of the stream that had other ids. Ids of calls stay the same. */
function isAlike({ type, callId, said }: Known<unknown>, item: Fields): boolean {
  const other = idOf(item["call_id"]);
  if (type !== item["type"] || (callId !== "" && other !== "" && callId !== other)) return false;
  return said === undefined || said === (saidBy(item) ?? said);
}

function idOf(value: unknown): string {
  return asString(value) ?? "";
}

function saidBy({ type, name, arguments: given, content }: Fields): string | undefined {
  if (type === "function_call") return !name || (given ?? "") === "" ? undefined : jsonText([name, given]);
  if (type !== "message") return undefined;
  return (
    asArray(content)
      .flatMap((part) => asString(member(part, "text")) ?? [])
      .join("\n\n") || undefined
  );
}
