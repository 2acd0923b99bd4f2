import { y as searchIssues } from "./github.js";

export { searchIssues };