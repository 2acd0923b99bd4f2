import { _ as remoteEnvironment, g as createPublishGit } from "./github.js";

export { createPublishGit };