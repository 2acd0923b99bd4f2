import { Jt as keepHeapSmall } from "./front.js";

export { keepHeapSmall };