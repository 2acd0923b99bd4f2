import { A as createLedgerRef } from "./job.js";

export { createLedgerRef };