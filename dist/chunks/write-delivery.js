import { l as writeDelivery } from "./github.js";

export { writeDelivery };