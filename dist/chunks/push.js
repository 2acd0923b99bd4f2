import { d as createPublishGit, f as listRefs, p as remoteEnvironment } from "./git.js";

export { createPublishGit };