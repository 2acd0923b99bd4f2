import { l as openReview } from "./review.js";

export { openReview };