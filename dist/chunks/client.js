import { m as createGitHub } from "./job.js";

export { createGitHub };