/**
 * The controller's side of commands. It keeps the last list of background commands when all have ended, so that listing them before every
 * step costs no request to the worker. The commands of a worker that died are listed as killed.
 */

import type { BackgroundCommand, BackgroundReply, Cell, ExecRequest } from "../protocol/cell.ts";
import { withHints } from "./command-hints.ts";
import type { RefusalCollector, Refusals } from "./egress/refusals.ts";
import { deathNote, type LastingChannel } from "./lasting-channel.ts";

interface Started {
  readonly collector: RefusalCollector;
  /** What the worker last said about it. */
  readonly facts: BackgroundCommand;
  /** Why its worker died. */
  readonly lostBy?: string;
}

/** A command that ended together with its worker. */
const KILLED = { kind: "ended", code: null, signal: "SIGKILL", timedOut: false } as const;

/** The background commands of the workers behind a channel. */
export function createBackgroundClient(
  channel: LastingChannel,
  refusals: Refusals,
  /** The checkout of a sealed cell, whose commands are told what the walls kept from them. */
  workDir: string | undefined,
): Pick<Cell, "exec" | "startBackground" | "listBackground" | "readBackground" | "stopBackground"> {
  /** The last list, where all its commands had ended. */
  let settled: readonly BackgroundCommand[] | undefined = [];
  const started = new Map<string, Started>();
  channel.onDeath((reason) => {
    for (const [id, { collector, facts, lostBy = reason }] of started) {
      collector.stop();
      started.set(id, { collector, facts: facts.state.kind === "ended" ? facts : { ...facts, state: KILLED }, lostBy });
    }
  });
  const remember = (facts: BackgroundCommand): void => {
    const known = started.get(facts.id);
    if (known !== undefined) started.set(facts.id, { ...known, facts });
  };
  const hinted = (ran: Omit<Parameters<typeof withHints>[0], "workDir">, told: Pick<BackgroundReply, "refusals">) =>
    workDir === undefined ? told : withHints({ ...ran, workDir }, told);
  const withRefusals = (reply: BackgroundReply): BackgroundReply => {
    const { id, state, output, cwd } = reply;
    const collector = started.get(id)?.collector;
    remember(reply);
    const told = collector?.told() ?? {};
    if (state.kind !== "ended") return { ...reply, ...told };
    collector?.stop();
    return { ...reply, ...hinted({ output, cwd, code: state.code }, told) };
  };
  const lostReply = (id: string): BackgroundReply | undefined => {
    const { facts, lostBy } = started.get(id) ?? {};
    if (facts === undefined || lostBy === undefined) return undefined;
    return { ...facts, output: `[its output is lost: ${deathNote(lostBy)}]\n`, droppedBytes: 0 };
  };
  const ask = async (id: string, request: () => Promise<BackgroundReply>): Promise<BackgroundReply> => {
    try {
      return lostReply(id) ?? withRefusals(await request());
    } catch (error) {
      const reply = lostReply(id); // the worker died during the request
      if (reply !== undefined) return reply;
      throw error;
    }
  };
  const follow = (id: string, request: ExecRequest, collector: RefusalCollector): void => {
    const command = typeof request.command === "string" ? request.command : request.command.join(" ");
    const facts: BackgroundCommand = { id, command, cwd: request.cwd, state: { kind: "running" }, durationMs: 0 };
    started.set(id, { collector, facts });
    settled = undefined; // afterwards, because a list requested in the meantime may lack the new command
  };
  return {
    async exec(request, signal) {
      const collector = refusals.collect();
      let background: string | undefined;
      try {
        const reply = await channel.call("exec", request, signal);
        ({ background } = reply);
        if (background !== undefined) follow(background, request, collector);
        return { ...reply, ...hinted({ ...reply, cwd: request.cwd }, collector.told()) };
      } finally {
        if (background === undefined) collector.stop();
      }
    },
    async startBackground(request, signal) {
      const collector = refusals.collect();
      try {
        const { id } = await channel.call("startBackground", request, signal);
        follow(id, request, collector);
        return { id };
      } catch (error) {
        collector.stop();
        settled = undefined; // the command may have been started all the same; then the next list has it
        throw error;
      }
    },
    async listBackground() {
      if (settled !== undefined) return settled;
      const asked = await channel.call("listBackground", {});
      for (const facts of asked) remember(facts);
      const earlier = [...started.values()].filter(({ lostBy }) => lostBy !== undefined).map(({ facts }) => facts);
      const all = [...earlier, ...asked];
      if (all.every(({ state }) => state.kind === "ended")) settled = all;
      return all;
    },
    readBackground: async (id, { waitMs }, signal) =>
      await ask(id, async () => await channel.call("readBackground", { id, waitMs }, signal)),
    stopBackground: async (id, signal) =>
      await ask(id, async () => await channel.call("stopBackground", { id }, signal)),
  };
}
