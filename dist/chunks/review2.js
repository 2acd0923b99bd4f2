import { i as reviewCommand } from "./review.js";

export { reviewCommand };