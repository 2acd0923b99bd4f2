import { h as remoteEnvironment, m as listRefs, p as createPublishGit } from "./git.js";

export { createPublishGit };