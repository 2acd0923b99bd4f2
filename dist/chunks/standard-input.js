import { At as afterSeconds, Mt as readStandardInput, jt as readPipedInput } from "./core.js";

export { readPipedInput };