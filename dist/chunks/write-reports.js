import { c as reportsOf, l as writeReports } from "./batch.js";

export { writeReports };