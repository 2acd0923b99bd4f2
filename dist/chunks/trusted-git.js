import { S as createTrustedGit } from "./git.js";

export { createTrustedGit };