import { n as createAnthropicModel, r as createMessagesModel, t as clientSettings } from "./anthropic.js";

export { clientSettings, createAnthropicModel, createMessagesModel };