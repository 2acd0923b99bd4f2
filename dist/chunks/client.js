import { tn as createGitHub } from "./github.js";

export { createGitHub };