/** The journal: append-only JSON lines, redacted and chained by hash. All state is a fold over it. */

import { appendFileSync, closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, truncateSync } from "node:fs";
import { canonicalJson } from "../base/canonical-json.ts";
import type { Clock } from "../base/clock.ts";
import { crashAt } from "../base/crash.ts";
import { redactDeep, type Redact } from "../base/redact.ts";
import { sha256 } from "../base/sha256.ts";
import { reads } from "../protocol/readers.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";
import { sessionWriteError } from "./bundle.ts";
import type { Block, Message, AssistantMessage, ToolCall } from "../protocol/message.ts";

const FIRST_PREV = "0".repeat(64);

export type Journal = ReturnType<typeof openJournal>;

interface JournalOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly redact: Redact;
  readonly previous?: ReadJournal | undefined;
}

/** Opens the journal for appending. A torn last line of `previous` is cut off first. */
export function openJournal({ path, clock, redact, previous }: JournalOptions) {
  if (previous?.problem !== undefined) {
    crashAt("journal.cut.before");
    truncateSync(path, previous.validBytes);
    crashAt("journal.cut.after");
  }
  const file = openSync(path, previous === undefined ? "ax" : "a", 0o600);
  let seq = previous?.records.length ?? 0;
  let prev = previous?.records.at(-1)?.hash ?? FIRST_PREV;
  let bytes = previous?.validBytes ?? 0;
  return {
    /** Redacts one event, adds it to the chain and writes it. Throws `session.write`, which ends the run. */
    record: (raw: WireEvent): JournalRecord => {
      const clean = redactDeep(raw, (text) => redact(text).toWellFormed()); // half a surrogate pair cannot be written as UTF-8
      const event = withoutBrokenSeals(raw, clean);
      const { line, record } = seal({ v: 2, seq, time: new Date(clock.now()).toISOString(), prev, event });
      try {
        crashAt("journal.line.before");
        appendFileSync(file, line); // unlike writeSync, it repeats a write of which a full disk took only a part
        crashAt("journal.line.after");
        if (reads("disk", event)) {
          crashAt("journal.sync.before");
          fdatasyncSync(file); // without it an event survives a kill, but not a power cut; it costs about 0.3 ms
          crashAt("journal.sync.after");
        }
      } catch (cause) {
        ftruncateSync(file, bytes); // removes half a line, so that the end of the run may still fit
        throw sessionWriteError("The journal cannot be written", path, cause);
      }
      bytes += Buffer.byteLength(line);
      seq += 1;
      prev = record.hash;
      return record;
    },
    close: (): void => closeSync(file),
  };
}

/** Hashes a record. Returns it with its hash, and its line of the journal with the newline. */
export function seal(body: Omit<JournalRecord, "hash">): { readonly record: JournalRecord; readonly line: string } {
  const text = canonicalJson(body);
  const hash = sha256(text);
  return { record: { ...body, hash }, line: `${text.slice(0, -1)},"hash":"${hash}"}\n` };
}

interface JournalProblem {
  /** `torn`: an incomplete last line (a kill). `lost`: only zeros follow (a power cut). `broken`: anything else. */
  readonly kind: "torn" | "lost" | "broken";
  readonly line: number;
  readonly reason: string;
}

export interface ReadJournal {
  /** The longest valid prefix. */
  readonly records: readonly JournalRecord[];
  /** Length of that prefix in bytes. */
  readonly validBytes: number;
  /** Why reading stopped early. */
  readonly problem?: JournalProblem | undefined;
}

/** The end of a line. The hash is that of the canonical text before it, with a closing brace. */
const HASH_MEMBER = /^,"hash":"([0-9a-f]{64})"\}$/;
const HASH_MEMBER_BYTES = `,"hash":"${FIRST_PREV}"}`.length;
const NEWLINE = 0x0a;
const BRACE = 0x7d;
const COMMA = 0x2c;

/** Reads a journal and checks position, chain and hash of every record. Upgrades events of version 1. Never throws for bad content. */
export function readJournal(path: string): ReadJournal {
  return parseJournal(readFileSync(path));
}

/** As `readJournal`, for the bytes of a journal. */
export function parseJournal(bytes: Buffer): ReadJournal {
  const records: JournalRecord[] = [];
  let prev = FIRST_PREV;
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    const validBytes = start;
    if (end === -1) return { records, validBytes, problem: problemOfRest(bytes.subarray(start), line) };
    const checked = checkLine(bytes.subarray(start, end), records.length, prev);
    if (typeof checked === "string") {
      return { records, validBytes, problem: { kind: "broken", line, reason: checked } };
    }
    records.push(checked.v === 1 ? { ...checked, event: upgraded(checked.event) } : checked);
    prev = checked.hash;
    start = end + 1;
  }
  return { records, validBytes: start };
}

/** What is wrong with bytes that do not end in a newline. A record contains no zero byte. */
function problemOfRest(rest: Buffer, line: number): JournalProblem {
  const zeros = rest.indexOf(0);
  if (zeros === -1) return { kind: "torn", line, reason: "the line has no end" };
  const isAllZero = rest.subarray(zeros).every((byte) => byte === 0);
  const count = rest.length - zeros;
  return isAllZero
    ? { kind: "lost", line, reason: `${count} zeros stand where records were, as after a power cut` }
    : { kind: "broken", line, reason: "zeros stand in the middle of it" };
}

/** The record of a line, or what is wrong with it. */
function checkLine(line: Buffer, seq: number, prev: string): JournalRecord | string {
  let record: JournalRecord;
  if (line.includes(0)) return "zeros stand in the middle of it";
  try {
    record = JSON.parse(line.toString("utf8")) as JournalRecord;
  } catch {
    return "not JSON";
  }
  if (typeof record !== "object" || record === null || (record.v !== 1 && record.v !== 2))
    return "not a journal record of version 1 or 2";
  if (record.seq !== seq) return `position ${record.seq} where ${seq} was expected`;
  if (record.prev !== prev) return "does not follow the record before it";
  const end = line.length - HASH_MEMBER_BYTES;
  const [, hash] = HASH_MEMBER.exec(line.toString("latin1", Math.max(0, end))) ?? [];
  if (hash === undefined) return "its hash does not match its content";
  line[end] = BRACE; // makes the hashed bytes in place: copying a line may be expensive
  const isWhole = sha256(line.subarray(0, end + 1)) === hash;
  line[end] = COMMA; // restores the caller's bytes
  return isWhole ? record : "its hash does not match its content";
}

/** The redacted event without the signatures that no longer fit. */
function withoutBrokenSeals(raw: WireEvent, redacted: WireEvent): WireEvent {
  if (raw.type === "subagent.event" && redacted.type === "subagent.event") {
    return { ...redacted, event: withoutBrokenSeals(raw.event, redacted.event) };
  }
  if (raw.type !== "context.append" || redacted.type !== "context.append") return redacted;
  return { ...redacted, messages: redacted.messages.map((message, at) => unsealed(raw.messages[at], message)) };
}

function unsealed(raw: Message | undefined, message: Message): Message {
  if (raw?.role !== "assistant" || message.role !== "assistant") return message;
  const { extra, ...rest } = message;
  const blocks = message.blocks.flatMap((block, at) => unsealedBlock(raw.blocks[at], block));
  return { ...rest, blocks, ...(extra === raw.extra && extra !== undefined ? { extra } : {}) };
}

function unsealedBlock(raw: Block | undefined, block: Block): readonly Block[] {
  if (block.type === "opaque") return raw?.type === "opaque" && raw.json === block.json ? [block] : [];
  if (block.extra === undefined || block.type === "call" || raw?.type !== block.type) return [block];
  if (raw.text === block.text && raw.extra === block.extra) return [block];
  const { extra: _extra, ...plain } = block;
  return [plain];
}

/** Upgrades events of version 1: text and calls of a message were in two lists, and there was no origin. */
interface OldMessage {
  readonly role: "assistant";
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "think"; readonly text: string; readonly signature?: string; readonly redacted?: string }
  )[];
  readonly toolCalls: readonly ToolCall[];
}

function upgraded(event: WireEvent): WireEvent {
  if (event.type === "subagent.event") return { ...event, event: upgraded(event.event) };
  if (event.type !== "context.append") return event;
  return { ...event, messages: (event.messages as readonly (Message | OldMessage)[]).map(upgradedMessage) };
}

function upgradedMessage(message: Message | OldMessage): Message {
  if (message.role !== "assistant" || !("toolCalls" in message)) return message;
  const calls = message.toolCalls.map((call): Block => ({ type: "call", ...call }));
  return { role: "assistant", blocks: [...message.content.map(upgradedPart), ...calls] } satisfies AssistantMessage;
}

function upgradedPart(part: OldMessage["content"][number]): Block {
  if (part.type === "text") return part;
  const { text, signature, redacted } = part;
  const extra = redacted === undefined ? (signature === undefined ? undefined : { signature }) : { data: redacted };
  return { type: "think", text, ...(extra === undefined ? {} : { extra: JSON.stringify(extra) }) };
}
