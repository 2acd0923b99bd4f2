import { r as fixReview } from "./review.js";

export { fixReview };