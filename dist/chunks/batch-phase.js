import { s as runBatchPhase } from "./batch.js";

export { runBatchPhase };