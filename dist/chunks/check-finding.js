import { d as createFindingReports, f as fingerprintOf, g as withoutBlanks, h as textsOf, m as shownFindings, p as isSuggestion, u as MAX_FINDINGS } from "./review.js";

export { MAX_FINDINGS, createFindingReports, fingerprintOf, isSuggestion, shownFindings, textsOf, withoutBlanks };