import { D as listBranches, E as createPublishGit, O as listRefs, k as remoteEnvironment } from "./git.js";

export { createPublishGit };