import { n as getOctokit, t as context } from "./context.js";

export { context };