import { c as isSuggestion, l as shownFindings, s as createFindingReports, u as textsOf } from "./review.js";

export { createFindingReports, isSuggestion, shownFindings, textsOf };