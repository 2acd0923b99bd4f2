import { f as createPublishGit, m as remoteEnvironment, p as listRefs } from "./git.js";

export { createPublishGit };