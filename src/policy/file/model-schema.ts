/** Shape of `models` in the policy file. */

import type * as z from "zod/mini";
import { describe, mapping, named, number, setting, whole, word } from "../../yaml/fields.ts";

const usdPerMillion = () => number(0, 10_000);

const Model = mapping({
  window: setting(whole(1_000, 100_000_000), "Tokens of prompt and answer together."),
  output: setting(whole(256, 10_000_000), "Most tokens of one answer."),
  price: setting(
    mapping(
      {
        input: describe(usdPerMillion(), "US dollars per million tokens of the prompt."),
        output: describe(usdPerMillion(), "US dollars per million tokens of the answer."),
        cached_input: setting(
          usdPerMillion(),
          "Of the prompt's tokens that come from the cache; `input` when left out.",
        ),
        cache_write: setting(usdPerMillion(), "Of those that are written to the cache; `input` when left out."),
      },
      "US dollars per million tokens, like { input: 0.5, output: 2 }",
    ),
    "US dollars per million tokens; `limits.cost_usd` needs it of a model that is not in the catalog.",
  ),
  idle_seconds: setting(whole(5, 600), "How long this model may stream nothing; `limits.idle_seconds` when left out."),
});
export type PolicyModel = z.infer<typeof Model>;

export const Models = named(word(/^[a-z]+\/\S+$/, 'a model as `provider/id`, like "ollama/qwen3:32b"', 256), Model);
