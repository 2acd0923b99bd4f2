import { m as createTrustedGit } from "./git.js";

export { createTrustedGit };