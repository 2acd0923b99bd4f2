import { t as vertexClient } from "./vertex.js";

export { vertexClient };