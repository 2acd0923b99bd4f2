import { jt as keepHeapSmall } from "./front.js";

export { keepHeapSmall };