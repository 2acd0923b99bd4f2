import { p as createTrustedGit } from "./git.js";

export { createTrustedGit };