import { G as createLocalLedger } from "./core.js";

export { createLocalLedger };