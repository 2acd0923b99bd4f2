import { d as isSuggestion, f as shownFindings, p as textsOf, u as createFindingReports } from "./review.js";

export { createFindingReports, isSuggestion, shownFindings, textsOf };