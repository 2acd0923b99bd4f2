import { r as createTrustedGit } from "./git.js";

export { createTrustedGit };