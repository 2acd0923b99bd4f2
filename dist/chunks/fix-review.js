import { o as fixReview } from "./review.js";

export { fixReview };