import { n as reviewRequest, t as deliverReview } from "./review.js";

export { deliverReview, reviewRequest };