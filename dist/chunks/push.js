import { _ as listBranches, g as createPublishGit, v as listRefs, y as remoteEnvironment } from "./git.js";

export { createPublishGit };