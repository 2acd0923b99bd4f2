import { Tt as readStandardInput, wt as readPipedInput } from "./core.js";

export { readPipedInput };