import { n as renderPage, t as MAX_PAGE_BYTES } from "./run-page.js";

export { renderPage };