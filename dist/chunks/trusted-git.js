import { v as createTrustedGit } from "./git.js";

export { createTrustedGit };