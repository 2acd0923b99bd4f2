import { g as askReview, h as REVIEW_PROMPT } from "./review.js";

export { REVIEW_PROMPT, askReview };