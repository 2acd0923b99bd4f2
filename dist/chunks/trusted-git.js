import { x as createTrustedGit } from "./git.js";

export { createTrustedGit };