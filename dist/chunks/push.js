import { A as remoteEnvironment, D as createPublishGit, O as listBranches, k as listRefs } from "./git.js";

export { createPublishGit };