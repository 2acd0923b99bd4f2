import { to as keepHeapSmall } from "./core.js";

export { keepHeapSmall };