import { i as openReview } from "./review.js";

export { openReview };