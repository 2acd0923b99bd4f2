import { v as createLedgerRef } from "./job.js";

export { createLedgerRef };