import { S as createAnthropicModel } from "./anthropic.js";

export { createAnthropicModel };