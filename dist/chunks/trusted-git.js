import { t as createTrustedGit } from "./git.js";

export { createTrustedGit };