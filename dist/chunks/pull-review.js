import { a as reviewRequest, i as nothingSaid, r as deliverReview } from "./review.js";

export { deliverReview, reviewRequest };