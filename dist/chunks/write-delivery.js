import { i as writeDelivery } from "./github.js";

export { writeDelivery };