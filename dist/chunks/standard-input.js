import { Ct as readStandardInput, St as readPipedInput } from "./core.js";

export { readPipedInput };