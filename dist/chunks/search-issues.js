import { b as searchIssues } from "./job.js";

export { searchIssues };