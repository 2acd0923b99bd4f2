import { At as createRedact, Xt as plainText, ct as configError, k as withSignals, l as outcomeOfError, n as isFullDisk, r as systemReason, s as secretsOf, st as RunnerError } from "./front.js";
import { Lt as startRun, gn as answersOf, st as resumeRun } from "./core.js";
import { once } from "node:events";
import { createInterface } from "node:readline";

// src/batch/plan/plan-policy.ts
function requirePolicyOf({ id, policyDigest }, { digests, file }) {
	if (digests.includes(policyDigest)) return;
	throw configError(`The policy ${file} is not the one of the plan${id === void 0 ? "" : ` of batch ${id}`}.`, "Use the policy and profile that the batch was planned with (`--policy`, `--profile`), or make the plan again.");
}

// src/batch/run/task-process.ts
const LAST_MS = 2e4;
async function runTask(input, world) {
	const quiet = {
		...world,
		out: () => {}
	};
	return await withSignals(quiet, async (stopper) => {
		const request = await readRequest(input, () => {
			stopper.stop("The batch was stopped.");
			setTimeout(() => process.exit(1), LAST_MS).unref();
		});
		if (request === void 0) return 0;
		const tell = (message) => world.out(`${JSON.stringify(message)}\n`);
		try {
			await runOrResume(request, {
				world: quiet,
				stopper,
				hooks: hooksOf(request, tell)
			});
			tell({ type: "ended" });
		} catch (error) {
			const redact = createRedact(secretsOf(world.env, request.settings.model.apiKey));
			const { outcome, reason } = outcomeOfError(error);
			const code = error instanceof RunnerError ? error.code : isFullDisk(error) ? "session.write" : "";
			const cause = code === "session.write" ? systemReason(error.cause ?? error) : void 0;
			tell({
				type: "refused",
				code,
				outcome,
				reason: plainText(redact(cause ?? reason))
			});
		} finally {
			input.destroy();
		}
		return 0;
	});
}
async function runOrResume(request, host) {
	const { settings, bundleDir } = request;
	switch (request.kind) {
		case "start": {
			const { prompt, checks, sessionId, trusted, policyDigest } = request;
			await startRun({
				...settings,
				task: {
					prompt,
					checks
				},
				trusted,
				policyDigest,
				sessionId,
				bundleDir
			}, host);
			return;
		}
		case "resume": {
			const workbench = {
				...settings.workbench,
				cwd: request.cwd
			};
			const answers = (held) => answersOf(request.answers, held);
			await resumeRun({
				...settings,
				workbench,
				bundleDir,
				answers
			}, host);
			return;
		}
	}
}
function hooksOf(request, tell) {
	let costUsd = () => 0;
	return {
		openStore: async () => NO_LEDGER,
		opened: ({ session }) => {
			costUsd = () => session.state().spent.costUsd;
		},
		admit: async ({ policy }) => {
			if (request.kind === "start") requirePolicyOf(request, policy);
		},
		sinks: [{
			name: "batch",
			write: async ({ event }) => {
				if (event.type === "step.begin") tell({
					type: "step",
					step: event.step,
					costUsd: costUsd()
				});
			}
		}]
	};
}
const NO_LEDGER = {
	owner: {},
	change: async (edit) => edit([]).result,
	mayBeLost: () => false,
	lastCost: async () => "unknown"
};
async function readRequest(input, onEnd) {
	const lines = createInterface({ input });
	const closed = once(lines, "close");
	const [line] = await Promise.race([once(lines, "line"), closed]);
	if (typeof line !== "string") return void 0;
	closed.then(onEnd);
	return JSON.parse(line);
}

// src/cli/batch/task.ts
const batchTaskCommand = {
	usage: "batch-task",
	summary: "the process of one task of a batch; started by `batch run`",
	cleansItself: true,
	options: {},
	run: (_args, world) => runTask(process.stdin, world)
};

export { requirePolicyOf as n, batchTaskCommand as t };