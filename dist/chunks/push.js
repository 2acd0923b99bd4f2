import { C as remoteEnvironment, S as listRefs, b as createPublishGit, x as listBranches } from "./git.js";

export { createPublishGit };