import { bt as readPipedInput, xt as readStandardInput, yt as afterSeconds } from "./core.js";

export { readPipedInput };