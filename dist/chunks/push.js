import { _ as createPublishGit, v as remoteEnvironment } from "./github.js";

export { createPublishGit };