import { h as askReview, m as REVIEW_PROMPT } from "./review.js";

export { REVIEW_PROMPT, askReview };