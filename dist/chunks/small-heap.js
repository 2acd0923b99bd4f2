import { oa as keepHeapSmall } from "./core.js";

export { keepHeapSmall };