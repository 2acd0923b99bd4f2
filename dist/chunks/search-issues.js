import { d as searchIssues } from "./github.js";

export { searchIssues };