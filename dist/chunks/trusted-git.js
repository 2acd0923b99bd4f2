import { f as createTrustedGit } from "./git.js";

export { createTrustedGit };