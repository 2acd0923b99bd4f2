import { Ct as readPipedInput, St as afterSeconds, wt as readStandardInput } from "./core.js";

export { readPipedInput };