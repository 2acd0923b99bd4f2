import { nn as createGitHub } from "./github.js";

export { createGitHub };