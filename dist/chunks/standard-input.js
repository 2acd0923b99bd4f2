import { Ft as readStandardInput, Pt as readPipedInput } from "./core.js";

export { readPipedInput };