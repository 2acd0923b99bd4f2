import { Rt as keepHeapSmall } from "./front.js";

export { keepHeapSmall };