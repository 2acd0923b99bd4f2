import { a as createFindingReports, o as isSuggestion, s as settled } from "./review.js";

export { createFindingReports, isSuggestion, settled };