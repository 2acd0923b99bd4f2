import { c as remoteEnvironment, s as createPublishGit } from "./git.js";

export { createPublishGit };