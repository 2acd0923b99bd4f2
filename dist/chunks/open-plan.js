import { c as BATCH_FOLDER, l as INPUT_FORMATS, u as openPlan } from "./batch.js";

export { openPlan };