import { A as containsCommit, O as baseBranch, j as withBase, k as baseWarnings } from "./job.js";

export { baseBranch, baseWarnings, containsCommit, withBase };