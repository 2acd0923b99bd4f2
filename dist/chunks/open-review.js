import { o as openReview } from "./review.js";

export { openReview };