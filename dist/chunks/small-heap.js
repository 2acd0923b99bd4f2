import { Pa as keepHeapSmall } from "./core.js";

export { keepHeapSmall };