import { u as createTrustedGit } from "./git.js";

export { createTrustedGit };