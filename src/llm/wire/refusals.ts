/**
 * Refusals that a setting can prevent: the vendors' words for them, and the hint that names the setting. The first matching row
 * counts.
 */

/** Hint for a model that does not support tools. */
export const CALLS_AS_TEXT = "With --tool-syntax xml, or the action's input tool-syntax, it calls tools in its text.";

interface Refusal {
  readonly says: RegExp;
  readonly hint: (model: string) => string;
}

const policy = (fields: string) => (model: string) => `The policy can say so: models: { "${model}": { ${fields} } }.`;

/** Hint for a model id that the server does not have. */
export function idHint(model: string): string {
  return `Check the model id ${model}; if it is right, the base URL (most end in /v1).`;
}

const REFUSALS: readonly Refusal[] = [
  {
    says: /--enable-auto-tool-choice|tool-call-parser/i,
    hint: () => `Start the server with --enable-auto-tool-choice and a --tool-call-parser. ${CALLS_AS_TEXT}`,
  },
  {
    says: /does(?: not|n't) support (?:tools|tool (?:use|calling|calls)|function calling)|does not support parameters: \[[^\]]*'tools'|support tool use|tools? (?:use |calling )?(?:is|are) not supported/i,
    hint: () => CALLS_AS_TEXT,
  },
  {
    says: /prompt_cache_key/,
    hint: (model) =>
      `Name it compatible/${model.slice(model.indexOf("/") + 1)}, whose requests are without prompt_cache_key, and set COMPATIBLE_API_KEY.`,
  },
  {
    says: /(?:only supported in|use|requires) (?:the )?`?\/?v1\/responses/i,
    hint: policy("wire: responses"),
  },
  {
    says: /on-demand throughput isn.t supported|inference profile/i,
    hint: (model) => `Name an inference profile of the model, for example ${model.replace("/", "/us.")}.`,
  },
  {
    says: /model (?:not (?:found|exist)|identifier is invalid|does not exist)|invalid model\b|unknown model|model_not_found|not a valid model|"code":\s*"?1211\b/i,
    hint: idHint,
  },
  {
    says: /image(?:_url|s| input)?['"\x60]? (?:is|are|was)? ?(?:not supported|unsupported|only supported)|does(?: not|n't) support (?:image|vision)|support image input|no vision|multimodal/i,
    hint: policy("vision: false"),
  },
  {
    says: /max_completion_tokens['"\x60]? instead|unsupported parameter: '?max_tokens/i,
    hint: policy("cap_field: max_completion_tokens"),
  },
  {
    says: /max_(?:completion_|output_)?tokens|maximum allowed number of output tokens|maxoutputtokens/i,
    hint: policy("output: …"),
  },
  {
    says: /reasoning_content|reasoning_details|thinking mode must be passed back/i,
    hint: policy("return_reasoning: true"),
  },
  {
    says: /reasoning[_. ]?effort|thinking|budget_tokens/i,
    hint: (model) =>
      `Leave out --thinking, or say how ${model} is told to think: models: { "${model}": { thinking: { form: …, levels: […] } } }.`,
  },
  {
    says: /is deprecated for this model|does not support parameters|unsupported (?:parameter|value)|un(?:known|recognized|expected) (?:name|field|parameter|request argument|argument|property|key)|extra (?:inputs|fields)|not permitted|unrecognized/i,
    hint: (model) =>
      `See what is said of the model in the policy, and its parameters: models: { "${model}": { parameters: … } }.`,
  },
];

/** The hint about a refusal; undefined when none is known. */
export function hintOfRefusal(body: string, model: string): string | undefined {
  return REFUSALS.find(({ says }) => says.test(body))?.hint(model);
}
