import { _ as remoteEnvironment, g as listRefs, h as createPublishGit } from "./git.js";

export { createPublishGit };