import { k as createLedgerRef } from "./github.js";

export { createLedgerRef };