import { l as createTrustedGit } from "./git.js";

export { createTrustedGit };