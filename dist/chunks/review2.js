import { r as reviewCommand } from "./review.js";

export { reviewCommand };