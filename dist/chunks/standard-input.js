import { _t as readPipedInput, vt as readStandardInput } from "./core.js";

export { readPipedInput };