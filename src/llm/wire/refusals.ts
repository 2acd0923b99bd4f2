/** Refusals that a setting can prevent, with the hint that names it. The first matching row counts. */

/** Hint for a model that does not support tools. */
export const CALLS_AS_TEXT = "With --tool-syntax xml, or the action's input tool-syntax, it calls tools in its text.";

interface Refusal {
  readonly says: RegExp;
  readonly hint: (model: string) => string;
  /** It stays whatever the status is: llama.cpp and gateways answer 500 and 503 to mistakes of a setting. */
  readonly stays?: true;
}

const policy = (fields: string) => (model: string) => `The policy can say so: models: { "${model}": { ${fields} } }.`;

/** Hint for a model id that the server does not have. */
export function idHint(model: string): string {
  return `Check the model id ${model}; if it is right, the base URL (most end in /v1).`;
}

/** The id without its provider. */
function idOf(model: string): string {
  return model.slice(model.indexOf("/") + 1);
}

/** "There is no such model", in the words of servers and gateways. */
const MODEL_UNKNOWN = new RegExp(
  [
    String.raw`model (?:not (?:found|exist)|identifier is invalid|does not exist)|invalid model\b|unknown model`,
    String.raw`\bmodel:? ['"\x60]?[^\s'"\x60]{1,200}['"\x60]?,? (?:does not exist|is not (?:found|available)|not found)`,
    "model_not_found|model_not_available|not a valid model|unavailable model",
    "requested model is not supported|model_not_supported", // GitHub Copilot
    "not found the model", // Moonshot
    "supported api model names are", // DeepSeek
    "unable to access (?:non-serverless )?model", // Together
    "no available channel for model|无可用渠道", // new-api, one-api
    String.raw`"code":\s*"?1211\b`, // Z.AI
  ].join("|"),
  "i",
);

const REFUSALS: readonly Refusal[] = [
  {
    says: /--enable-auto-tool-choice|tool-call-parser/i,
    hint: () => `Start the server with --enable-auto-tool-choice and a --tool-call-parser. ${CALLS_AS_TEXT}`,
    stays: true,
  },
  {
    says: /requires? --jinja/i, // llama.cpp
    hint: () => `Start the server with --jinja. ${CALLS_AS_TEXT}`,
    stays: true,
  },
  {
    says: /does(?: not|n't) support (?:tools|tool (?:use|calling|calls)|function calling)|does not support parameters: \[[^\]]*'tools'|support tool use|tools? (?:use |calling )?(?:is|are) not supported|unsupported param: tools/i,
    hint: () => CALLS_AS_TEXT,
    stays: true,
  },
  {
    says: /jinja|chat template|conversation roles must alternate|only user and assistant roles are supported/i,
    hint: () =>
      "The server's chat template does not take the conversation: start it with another one, for example --chat-template-file.",
    stays: true,
  },
  {
    says: /prompt_cache_key/,
    hint: (model) =>
      `Name it compatible/${idOf(model)}, whose requests are without prompt_cache_key, and set COMPATIBLE_API_KEY.`,
  },
  {
    says: /(?:only supported in|use|requires) (?:the )?`?\/?v1\/responses|chatcompletion operation does not work/i, // OpenAI, Azure
    hint: policy("wire: responses"),
  },
  {
    says: /on-demand throughput isn.t supported|inference profile/i,
    hint: (model) => `Name an inference profile of the model, for example ${model.replace("/", "/us.")}.`,
  },
  {
    says: /use case details have not been submitted/i, // Bedrock
    hint: () => "Fill in Anthropic's form in the console of Bedrock (Model access), and wait 15 minutes.",
  },
  {
    says: /organization must be verified/i,
    hint: () => "Verify the organization at https://platform.openai.com/settings/organization/general.",
  },
  {
    says: /data policy|guardrail restrictions|no allowed providers/i, // OpenRouter
    hint: (model) =>
      `The account's settings exclude every provider of ${idOf(model)}: see https://openrouter.ai/settings/privacy.`,
  },
  {
    says: /user location is not supported|unsupported_country|not servable in region|not available in your (?:country|region)/i,
    hint: (model) => `The provider does not serve ${model} in this region; choose another region or provider.`,
  },
  {
    says: /decommissioned|model\b.{0,120}(?:is|was|been) (?:retired|discontinued)|marked by provider as legacy|end of life/i,
    hint: (model) => `${model} is retired; kimi-runner models lists those of today.`,
    stays: true,
  },
  {
    says: /try pulling it first/i, // Ollama
    hint: (model) => `Pull it first: ollama pull ${idOf(model)}.`,
    stays: true,
  },
  {
    says: /no models? (?:is |are )?loaded/i, // LM Studio
    hint: (model) => `Load it first: lms load ${idOf(model)}.`,
    stays: true,
  },
  {
    says: /requires more system memory/i, // Ollama
    hint: () => "The server has too little memory for the model: free some, or choose a smaller model.",
    stays: true,
  },
  {
    says: MODEL_UNKNOWN,
    hint: idHint,
    stays: true,
  },
  {
    says: /image(?:_url|s| input)?['"\x60]?(?: content)? (?:is|are|was)? ?(?:not supported|unsupported|only supported)|does(?: not|n't) support (?:image|vision)|support image input|no vision|multimodal|unknown variant \x60image_url|at most 0 image/i,
    hint: policy("vision: false"),
    stays: true,
  },
  {
    says: /max_completion_tokens['"\x60]? instead|unsupported parameter: '?max_tokens/i,
    hint: policy("cap_field: max_completion_tokens"),
  },
  {
    says: /max_(?:completion_|output_|new_)?tokens|maximum allowed number of output tokens|maxoutputtokens/i,
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
    says: /is deprecated for this model|does(?: not|n't) support (?:parameters?|the parameter)|is allowed for this model|unsupported[ _](?:parameter|value)|un(?:known|recognized|expected) (?:name|field|parameter|request argument|argument|property|key)|extra (?:inputs|fields)|not permitted|unrecognized/i,
    hint: (model) =>
      `Check the settings of the model in the policy, especially its parameters: models: { "${model}": { parameters: … } }.`,
  },
];

/** Prompt and cap together are too large: the sizes in the words of Anthropic, OpenAI, OpenRouter, SGLang, TGI and three versions of vLLM. */
const SIZES: readonly RegExp[] = [
  /exceed context limit: \d+ \+ (?<cap>\d+) > (?<window>\d+)/,
  /is (?<window>\d+) tokens\. however, you requested [^()]{1,40}\([^()]{1,200}?(?<cap>\d+) in the (?:completion|output)\)/i,
  /of (?<window>\d+) tokens\. you requested a total of \d+ tokens: \d+ tokens from the input messages and (?<cap>\d+) tokens/i,
  /max_new_tokens\W{1,3}must be <= (?<window>\d+)\. given: \d+ \W?inputs\W? tokens and (?<cap>\d+)/i,
  /too large: (?<cap>\d+)\. this model's maximum context length is (?<window>\d+)/i,
  /is (?<window>\d+) tokens\. however, you requested (?<cap>\d+) output tokens/i,
];

/** The cap and the window that a server names when both a prompt and a cap are too large for it. */
export function sizesIn(body: string): { readonly cap: number; readonly window: number } | undefined {
  const said = SIZES.map((pattern) => pattern.exec(body)?.groups).find((groups) => groups !== undefined);
  return said && { cap: Number(said["cap"]), window: Number(said["window"]) };
}

/** Hint for a window that is smaller than the one that was reckoned with. */
export function windowHint(window: number, model: string): string {
  return policy(`window: ${window}`)(model);
}

/** The hint about a refusal, and whether the request stays refused whatever its status is; undefined when none is known. */
export function refusalIn(body: string, model: string): { readonly hint: string; readonly stays: boolean } | undefined {
  const found = REFUSALS.find(({ says }) => says.test(body));
  return found && { hint: found.hint(model), stays: found.stays === true };
}
