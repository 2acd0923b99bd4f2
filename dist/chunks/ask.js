import { _ as REVIEW_PROMPT, v as askReview } from "./review.js";

export { REVIEW_PROMPT, askReview };