import { n as readForeign } from "./mcp.js";

export { readForeign };