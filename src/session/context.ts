/** The context as a fold over the journal. Live and restored contexts use the same fold, so they cannot differ. */

import type { Context } from "../protocol/context.ts";
import { RunnerError } from "../protocol/error.ts";
import { withoutPart, type Message } from "../protocol/message.ts";
import { reads } from "../protocol/readers.ts";
import type { Emit, WireEvent } from "../protocol/wire.ts";

interface ModesThen {
  /** Undefined before the first switch. */
  readonly mode: string | undefined;
  readonly planMode: boolean;
}

export type ContextFold = ReturnType<typeof createContextFold>;

/** Creates an empty fold. Give it every event, in order. */
export function createContextFold() {
  let messages: Message[] = [];
  let tokens = 0;
  let modes: ModesThen = { mode: undefined, planMode: false };
  /** By id. */
  let checkpoints: { readonly position: number; readonly tokens: number; readonly modes: ModesThen }[] = [];
  /** Snapshots of the workspace, each with the first checkpoint at which it was current. */
  let trees: { readonly checkpoint: number; readonly tree: string }[] = [];

  /** Undoes an open compaction. A compaction without an end did not happen. */
  let before: (() => void) | undefined;

  const apply = (event: WireEvent): void => {
    if (!reads("context", event)) return;
    switch (event.type) {
      case "compaction.begin": {
        const kept = { messages: [...messages], tokens, checkpoints: [...checkpoints], trees: [...trees] };
        before = () => ({ messages, tokens, checkpoints, trees } = kept);
        return;
      }
      case "compaction.end":
        before = undefined;
        return;
      case "session.resume":
        before?.();
        before = undefined;
        return;
      case "context.append":
        messages.push(...event.messages);
        return;
      case "context.usage":
        tokens = event.tokens;
        return;
      case "context.checkpoint":
        checkpoints.push({ position: messages.length, tokens, modes });
        return;
      case "context.revert": {
        const mark = checkpoints[event.to];
        if (mark === undefined) throw unknownCheckpoint(event.to, checkpoints.length);
        messages = messages.slice(0, mark.position);
        tokens = mark.tokens;
        checkpoints = checkpoints.slice(0, event.to);
        trees = trees.filter(({ checkpoint }) => checkpoint < event.to);
        return;
      }
      case "context.prune": {
        const pruned = new Set(event.positions);
        messages = messages.map((message, at) => {
          if (message.role !== "tool" || !pruned.has(at)) return message;
          const { images: _, ...rest } = message;
          return { ...rest, content: event.text };
        });
        return;
      }
      case "context.strip": {
        const stripped = new Set(event.positions);
        messages = messages.map((message, at) => (stripped.has(at) ? withoutPart(event.part, message) : message));
        return;
      }
      case "context.clear":
        messages = [];
        tokens = 0;
        checkpoints = [];
        trees = [];
        return;
      case "workspace.snapshot":
        trees.push(event);
        return;
      case "mode.switch":
        modes = { ...modes, mode: event.to };
        return;
      case "plan.mode":
        modes = { ...modes, planMode: event.on };
        return;
      default:
        event satisfies never;
    }
  };
  return {
    apply,
    messages: (): readonly Message[] => messages,
    checkpoints: (): number => checkpoints.length,
    tokens: (): number => tokens,
    treeAt: (id: number): string | undefined => trees.findLast(({ checkpoint }) => checkpoint <= id)?.tree,
    positionOf: (id: number): number | undefined => checkpoints[id]?.position,
    modesAt: (id: number): ModesThen | undefined => checkpoints[id]?.modes,
  };
}

export function messagesOf(events: Iterable<WireEvent>): readonly Message[] {
  const fold = createContextFold();
  for (const event of events) fold.apply(event);
  return fold.messages();
}

/** Creates the context that the engine changes. Every change is recorded as an event before the fold applies it. */
export function createContext(fold: ContextFold, emit: Emit): Context {
  return {
    get messages() {
      return fold.messages();
    },
    get checkpoints() {
      return fold.checkpoints();
    },
    get tokens() {
      return fold.tokens();
    },
    append: (...messages) => emit({ type: "context.append", messages }),
    checkpoint: async () => {
      const id = fold.checkpoints();
      await emit({ type: "context.checkpoint", id });
      return id;
    },
    revertTo: async (id) => {
      if (id < 0 || id >= fold.checkpoints()) throw unknownCheckpoint(id, fold.checkpoints());
      await emit({ type: "context.revert", to: id });
    },
    clear: () => emit({ type: "context.clear" }),
    prune: (positions, text) => emit({ type: "context.prune", positions, text }),
    strip: (part, positions) => emit({ type: "context.strip", part, positions }),
    usage: (tokens) => emit({ type: "context.usage", tokens }),
    treeAt: fold.treeAt,
    positionOf: fold.positionOf,
  };
}

function unknownCheckpoint(id: number, count: number): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `There is no checkpoint ${id}.`,
    hint: count === 0 ? "None was taken yet." : `Checkpoints 0 to ${count - 1} exist.`,
  });
}
