import { Nt as keepHeapSmall } from "./front.js";

export { keepHeapSmall };