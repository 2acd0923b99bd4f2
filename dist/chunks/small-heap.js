import { Rr as keepHeapSmall } from "./core.js";

export { keepHeapSmall };