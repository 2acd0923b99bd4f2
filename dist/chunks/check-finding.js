import { d as createFindingReports, f as isSuggestion, m as textsOf, p as shownFindings, u as MAX_FINDINGS } from "./review.js";

export { MAX_FINDINGS, createFindingReports, isSuggestion, shownFindings, textsOf };