import { s as reviewCommand } from "./review.js";

export { reviewCommand };