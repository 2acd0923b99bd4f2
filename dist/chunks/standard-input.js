import { Lt as afterSeconds, Rt as readPipedInput, zt as readStandardInput } from "./core.js";

export { readPipedInput };