import { g as createGitHub } from "./job.js";

export { createGitHub };