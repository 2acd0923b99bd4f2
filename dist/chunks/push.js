import { _ as remoteEnvironment, g as listRefs, h as listBranches, m as createPublishGit } from "./git.js";

export { createPublishGit };