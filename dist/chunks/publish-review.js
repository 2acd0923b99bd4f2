import { n as publishReview, t as nothingToReview } from "./review.js";

export { nothingToReview, publishReview };