import { d as createTrustedGit } from "./git.js";

export { createTrustedGit };