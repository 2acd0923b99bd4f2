import { t as createAnthropicModel } from "./anthropic.js";

export { createAnthropicModel };