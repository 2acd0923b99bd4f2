import { d as REVIEW_PROMPT, f as askReview } from "./review.js";

export { REVIEW_PROMPT, askReview };