import { A as withBase, D as baseBranch, O as baseWarnings, k as containsCommit } from "./job.js";

export { baseBranch, baseWarnings, containsCommit, withBase };