import { l as writeDelivery } from "./job.js";

export { writeDelivery };