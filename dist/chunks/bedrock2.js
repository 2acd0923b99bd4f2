import { t as bedrockClient } from "./bedrock.js";

export { bedrockClient };