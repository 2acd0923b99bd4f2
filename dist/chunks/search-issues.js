import { g as searchIssues } from "./github.js";

export { searchIssues };