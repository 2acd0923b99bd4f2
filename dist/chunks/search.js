import { t as searchWeb } from "./web.js";

export { searchWeb };