/** The request of the next model call, made from the turn alone. */

import type { ChatRequest } from "../../protocol/model.ts";
import type { Tool } from "../../protocol/tool.ts";
import type { Turn } from "../../protocol/turn.ts";

/** The next request to the model. The same turn gives the same bytes; later steps extend them. */
export function requestOf({ system, tools, context, cacheKey }: Turn): ChatRequest {
  const understood = [...tools.values()]
    .filter(({ isHidden, isByNameOnly }) => isHidden === true && isByNameOnly !== true)
    .map(specOf);
  return {
    system,
    tools: toolSpecs(tools),
    ...(understood.length === 0 ? {} : { understood }),
    messages: [...context.messages],
    cacheKey,
  };
}

/** The descriptions of the offered tools, in order. */
export function toolSpecs(tools: Turn["tools"]): ChatRequest["tools"] {
  return [...tools.values()].filter(({ isHidden }) => isHidden !== true).map(specOf);
}

function specOf({ name, description, parameters }: Tool): ChatRequest["tools"][number] {
  return { name, description, parameters };
}
