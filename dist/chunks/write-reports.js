import { d as reportsOf, f as writeReports } from "./batch.js";

export { writeReports };