import { n as createTrustedGit } from "./git.js";

export { createTrustedGit };