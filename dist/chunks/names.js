import { n as callNames, r as serverPrefix } from "./mcp.js";

export { callNames, serverPrefix };