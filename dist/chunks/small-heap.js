import { dn as keepHeapSmall } from "./front.js";

export { keepHeapSmall };