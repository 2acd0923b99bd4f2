import { yt as runCli } from "./core.js";

export { runCli };