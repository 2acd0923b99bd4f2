import { At as readPipedInput, jt as readStandardInput } from "./core.js";

export { readPipedInput };