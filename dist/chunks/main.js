import { vt as runCli } from "./core.js";

export { runCli };