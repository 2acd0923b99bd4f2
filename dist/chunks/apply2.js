import { C as jsonFile, O as statOrNone, at as member, ct as configError, lt as describeError, z as sha256File } from "./front.js";
import { Ao as findCheckout, Ct as factsIn, Et as sessionDir, Oo as trustedPath, Ot as changedLines, Qa as sweepGitDirectory, Xa as makeScratchDir, Za as removeScratchDir, cs as configEnvironment, go as openBundle, no as keepingFiles, us as systemClock } from "./core.js";
import { O as commitMessage, Tt as proposalOf } from "./job.js";
import { M as createGit, h as commitPatch, m as patchFiles } from "./git.js";

// src/cli/apply.ts
const applyCommand = {
	usage: "apply <bundle|session|latest>",
	summary: "apply the change of a run to this repository, merged with what changed here",
	maxArguments: 1,
	options: { commit: { help: "commit the change with the message that the model proposed" } },
	run: async (args, world) => {
		const bundle = openBundle(sessionDir(args.positionals[0], world));
		requireChange(bundle);
		const checkout = findCheckout(world.cwd);
		const { root, worktreeDir } = checkout;
		sweepGitDirectory(checkout, systemClock.now(), world.warn);
		const pathVar = world.env["PATH"] ?? "";
		const path = trustedPath(pathVar, root);
		const git = createGit({
			cwd: root,
			path,
			env: configEnvironment([["core.trustctime", "false"]])
		});
		const files = await patchFiles(bundle.patch, {
			pathVar,
			root
		});
		const paths = files.map((file) => file.path);
		const { isThere, conflicts } = await applyTo({
			git,
			root,
			worktreeDir,
			patch: bundle.patch,
			paths
		});
		for (const file of files) {
			const mark = conflicts.includes(file.path) ? "conflict" : isThere ? "already applied" : "applied";
			world.out(`${mark}: ${file.path} ${changedLines(file)}\n`);
		}
		if (conflicts.length === 0 && args.has("commit")) {
			const message = proposedMessage(bundle);
			const commit = await commitPatch({
				root,
				path,
				patch: bundle.patch,
				paths,
				message,
				env: world.env
			});
			const title = message.split("\n", 1)[0] ?? "";
			world.out(commit === void 0 ? "already committed\n" : `committed: ${commit.slice(0, 12)} ${title}\n`);
		}
		if (conflicts.length === 0) return 0;
		world.err(`The same lines were changed here. Edit the files with conflicts and \`git add\` them; \`git checkout HEAD -- <file>\` restores a file.\n`);
		return 1;
	}
};
function proposedMessage(bundle) {
	const { begin, ended } = factsIn(bundle);
	const [task, closing] = [member(begin, "task"), member(ended, "text")];
	const { title, text } = proposalOf(typeof closing === "string" ? closing : "");
	return commitMessage({
		title: typeof task === "string" ? task.trim().split("\n", 1)[0] ?? "" : "",
		subject: title,
		body: text,
		sessionId: String(member(begin, "sessionId"))
	});
}
function requireChange({ patch, outcome }) {
	const ended = jsonFile(outcome);
	if ((statOrNone(patch)?.size ?? 0) > 0) {
		if (sha256File(patch) === member(ended, "patchDigest")) return;
		throw configError("changes.patch is not the patch that the run recorded.", "`kimi-runner verify` names what else differs; fetch the bundle again.");
	}
	const reason = member(ended, "reason");
	throw configError("The bundle holds no change.", typeof reason === "string" ? reason : "The run has no end yet.");
}
async function applyTo({ git, root, worktreeDir, patch, paths }) {
	const apply = async (...how) => await git({ args: [
		"apply",
		...how,
		"--whitespace=nowarn",
		"--",
		patch
	] });
	const isPossible = async (...how) => await apply(...how, "--check", "--verbose").then(() => true, () => false);
	const fits = await isPossible();
	if (!fits && await isPossible("--reverse")) return {
		isThere: true,
		conflicts: []
	};
	let dir;
	try {
		dir = makeScratchDir(worktreeDir);
		return await keepingFiles({
			root,
			dir,
			paths
		}, async () => {
			const before = await unmerged(git);
			try {
				await (fits ? apply() : apply("--3way"));
				return {
					isThere: false,
					conflicts: []
				};
			} catch (error) {
				const conflicts = (await unmerged(git)).filter((name) => !before.includes(name));
				if (conflicts.length === 0) throw error;
				return {
					isThere: false,
					conflicts
				};
			}
		});
	} catch (error) {
		const [what, hint] = fits ? ["could not be written", "Free space on the disk, or check who may write to these files."] : ["does not fit", "Commit or stash what is changed in these files, or check out the commit that the run started from."];
		const reasons = new Set(describeError(error).match(/error: .+/g));
		const reason = reasons.size === 0 ? describeError(error) : [...reasons].join("; ").replaceAll("error: ", "");
		throw configError(`The change ${what}, and nothing was changed: ${reason}.`, hint, error);
	} finally {
		if (dir !== void 0) removeScratchDir(dir);
	}
}
async function unmerged(git) {
	const listed = (await git({ args: [
		"ls-files",
		"--unmerged",
		"-z"
	] })).toString("utf8");
	return [...new Set(Array.from(listed.matchAll(/\t([^\0]+)\0/g), ([, name = ""]) => name))];
}

export { applyCommand as t };