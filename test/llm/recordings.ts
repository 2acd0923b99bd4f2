/**
 * Streams of every format as vendors document them, each with what its kind has that others have not: the shapes are theirs, the
 * words are not. A recording is a model, asked over its provider's dialect, and the body of one answer.
 */

export interface Recording {
  /** The model that is asked, by which its wire format and dialect are chosen. */
  readonly model: string;
  /** Where the paths of its server begin. */
  readonly path: "/v1" | "/v1beta" | "";
  readonly body: string;
}

type Fields = Readonly<Record<string, unknown>>;

const sse = (...events: readonly (Fields | string)[]): string =>
  events.map((event) => (typeof event === "string" ? `${event}\n\n` : `data: ${JSON.stringify(event)}\n\n`)).join("");
const named = (...events: readonly (Fields & { readonly type: string })[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
const DONE = "data: [DONE]";

/** A chunk of Chat Completions; `more` stands beside the choice's delta. */
const chunk = (delta: Fields, more: Fields = {}, beside: Fields = {}): Fields => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1_760_000_000,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
  ...beside,
});
const usageChunk = (usage: Fields, more: Fields = {}): Fields => ({ ...chunk({}), choices: [], usage, ...more });
const call = (index: number, id: string | null | undefined, name: string | null | undefined, text: string): Fields => ({
  index,
  ...(id === undefined ? {} : { id, type: "function" }),
  function: { ...(name === undefined ? {} : { name }), arguments: text },
});
const chat = (provider: string, ...events: readonly (Fields | string)[]): Recording => ({
  model: provider.includes("/") ? provider : `${provider}/some-model`,
  path: "/v1",
  body: sse(...events),
});

const START = {
  type: "message_start",
  message: {
    id: "msg_01",
    type: "message",
    role: "assistant",
    model: "claude-opus-5-5",
    content: [],
    stop_reason: null,
    usage: {
      input_tokens: 25,
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 1200,
      cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 0 },
      output_tokens: 1,
      service_tier: "standard",
    },
  },
};
const block = (index: number, content: Fields, ...deltas: readonly Fields[]) => [
  { type: "content_block_start", index, content_block: content },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const stop = (reason: string, usage: Fields = { output_tokens: 89 }) => [
  { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: "message_stop" },
];
const claude = (...events: readonly (Fields & { readonly type: string })[]): Recording => ({
  model: "anthropic/claude-opus-5-5",
  path: "",
  body: named(START, { type: "ping" }, ...events),
});

const added = (output_index: number, item: Fields) => ({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: Fields) => ({ type: "response.output_item.done", output_index, item });
const piece = (type: string, output_index: number, more: Fields) => ({
  type: `response.${type}`,
  output_index,
  ...more,
});

const gemini = (parts: readonly Fields[], more: Fields = {}, usage: Fields = {}): Fields => ({
  candidates: [{ content: { parts, role: "model" }, index: 0, ...more }],
  usageMetadata: { promptTokenCount: 900, cachedContentTokenCount: 400, totalTokenCount: 1000, ...usage },
  modelVersion: "gemini-3.5-flash",
  responseId: "r1",
});

export const RECORDINGS: Readonly<Record<string, Recording>> = {
  "OpenAI: text beside two calls, mixed": chat(
    "openai/gpt-4.1",
    chunk({ role: "assistant", content: "", refusal: null }, { logprobs: null }, { obfuscation: "x1" }),
    chunk({ content: "I look – " }),
    chunk({ content: "at both 🎉." }),
    chunk({ tool_calls: [call(0, "call_a", "read_file", "")] }),
    chunk({ tool_calls: [call(0, undefined, undefined, '{"path":')] }),
    chunk({ tool_calls: [call(1, "call_b", "run", "")] }),
    chunk({ tool_calls: [call(1, undefined, undefined, '{"n": 1}')] }),
    chunk({ tool_calls: [call(0, undefined, undefined, '"ü.ts"}')] }),
    chunk({}, { finish_reason: "tool_calls" }),
    usageChunk({
      prompt_tokens: 1000,
      completion_tokens: 40,
      total_tokens: 1040,
      prompt_tokens_details: { cached_tokens: 768, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, accepted_prediction_tokens: 0 },
    }),
    DONE,
  ),
  "Azure: results of filters before, in and behind the words": chat(
    "azure/gpt-4.1",
    {
      choices: [],
      created: 0,
      id: "",
      model: "",
      object: "",
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }],
    },
    chunk({ role: "assistant", content: "" }, { content_filter_results: {} }),
    chunk({ content: "Hello" }, { content_filter_results: { hate: { filtered: false, severity: "safe" } } }),
    chunk({}, { finish_reason: "stop", content_filter_results: {} }),
    chunk({}, { content_filter_offsets: { check_offset: 10 }, content_filter_results: {}, finish_reason: null }),
    usageChunk({ prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 }),
    DONE,
  ),
  "Responses: reasoning in two parts, commentary, two calls": {
    model: "openai/gpt-5.5",
    path: "/v1",
    body: named(
      { type: "response.created", response: { id: "resp_1", status: "in_progress", output: [] } },
      { type: "response.in_progress", response: { id: "resp_1" } },
      added(0, { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "incomplete" }),
      piece("reasoning_summary_part.added", 0, { summary_index: 0, part: { type: "summary_text", text: "" } }),
      piece("reasoning_summary_text.delta", 0, { summary_index: 0, delta: "**Looking** " }),
      piece("reasoning_summary_text.delta", 0, { summary_index: 0, delta: "at it" }),
      piece("reasoning_summary_text.done", 0, { summary_index: 0, text: "**Looking** at it" }),
      piece("reasoning_summary_part.added", 0, { summary_index: 1, part: { type: "summary_text", text: "" } }),
      piece("reasoning_summary_text.delta", 0, { summary_index: 1, delta: "Then more" }),
      done(0, {
        id: "rs_1",
        type: "reasoning",
        summary: [
          { type: "summary_text", text: "**Looking** at it" },
          { type: "summary_text", text: "Then more" },
        ],
        encrypted_content: "gAAAAA==",
      }),
      added(1, {
        id: "msg_1",
        type: "message",
        status: "in_progress",
        role: "assistant",
        content: [],
        phase: "commentary",
      }),
      piece("content_part.added", 1, { content_index: 0, part: { type: "output_text", text: "", annotations: [] } }),
      piece("output_text.delta", 1, { content_index: 0, delta: "I'll read ", logprobs: [], obfuscation: "zz" }),
      piece("output_text.delta", 1, { content_index: 0, delta: "both." }),
      piece("output_text.done", 1, { content_index: 0, text: "I'll read both." }),
      done(1, {
        id: "msg_1",
        type: "message",
        status: "completed",
        role: "assistant",
        phase: "commentary",
        content: [{ type: "output_text", text: "I'll read both.", annotations: [], logprobs: [] }],
      }),
      added(2, { id: "fc_1", type: "function_call", call_id: "call_a", name: "read_file", arguments: "" }),
      added(3, { id: "fc_2", type: "function_call", call_id: "call_b", name: "run", arguments: "" }),
      piece("function_call_arguments.delta", 2, { item_id: "fc_1", delta: '{"path"' }),
      piece("function_call_arguments.delta", 3, { item_id: "fc_2", delta: "{}" }),
      piece("function_call_arguments.delta", 2, { item_id: "fc_1", delta: ':"a"}' }),
      done(2, { id: "fc_1", type: "function_call", call_id: "call_a", name: "read_file", arguments: '{"path":"a"}' }),
      done(3, { id: "fc_2", type: "function_call", call_id: "call_b", name: "run", arguments: "{}" }),
      {
        type: "response.completed",
        response: {
          id: "resp_1",
          status: "completed",
          output: [],
          usage: {
            input_tokens: 5000,
            input_tokens_details: { cached_tokens: 4096, cache_write_tokens: 300 },
            output_tokens: 210,
            output_tokens_details: { reasoning_tokens: 128 },
            total_tokens: 5210,
          },
        },
      },
    ),
  },
  "Responses: deltas that stop early, arguments as an object, counts of xAI": {
    model: "openai/gpt-5.5",
    path: "/v1",
    body: named(
      added(0, { id: "msg_1", type: "message", status: "in_progress", content: [] }),
      piece("output_text.delta", 0, { content_index: 0, delta: "Hel" }),
      done(1, { id: "fc_1", type: "function_call", call_id: "call_1", name: "run", arguments: { command: "ls" } }),
      {
        type: "response.completed",
        response: {
          id: "resp_1",
          status: "completed",
          output: [
            {
              id: "msg_1",
              type: "message",
              status: "completed",
              content: [{ type: "output_text", text: "Hello", annotations: [] }],
            },
            { id: "fc_1", type: "function_call", call_id: "call_1", name: "run", arguments: { command: "ls" } },
          ],
          usage: {
            input_tokens: 361,
            input_tokens_details: { cached_tokens: 2 },
            output_tokens: 26,
            output_tokens_details: { reasoning_tokens: 235 },
            total_tokens: 622,
            cost_in_usd_ticks: 31_000_000,
          },
        },
      },
    ),
  },
  "Responses: reasoning in plain text, and a call of the server's own tool": {
    model: "openai/gpt-5.5",
    path: "/v1",
    body: named(
      added(0, { id: "rs_1", type: "reasoning", summary: [], content: [] }),
      piece("reasoning_text.delta", 0, { content_index: 0, delta: "Hm." }),
      done(0, { id: "rs_1", type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "Hm." }] }),
      added(1, { id: "ws_1", type: "web_search_call", status: "in_progress" }),
      { type: "response.web_search_call.searching", output_index: 1, item_id: "ws_1" },
      done(1, { id: "ws_1", type: "web_search_call", status: "completed", action: { type: "search", query: "q" } }),
      added(2, { id: "msg_1", type: "message", role: "assistant", content: [] }),
      piece("output_text.delta", 2, { content_index: 0, delta: "Found." }),
      done(2, {
        id: "msg_1",
        type: "message",
        role: "assistant",
        content: [
          {
            type: "output_text",
            text: "Found.",
            annotations: [{ type: "url_citation", url: "https://e.test", title: "T", start_index: 0, end_index: 5 }],
          },
        ],
      }),
      {
        type: "response.completed",
        response: { id: "resp_1", status: "completed", usage: { input_tokens: 10, output_tokens: 5 } },
      },
    ),
  },
  "Claude: thinking, a hidden block, text, two calls": claude(
    ...block(
      0,
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking: "Let me " },
      { type: "thinking_delta", thinking: "see." },
      { type: "signature_delta", signature: "EqQBCg==" },
    ),
    ...block(1, { type: "redacted_thinking", data: "EmwKAh==" }),
    ...block(
      2,
      { type: "text", text: "" },
      { type: "text_delta", text: "I read " },
      { type: "text_delta", text: "both." },
    ),
    ...block(
      3,
      { type: "tool_use", id: "toolu_a", name: "read_file", input: {} },
      { type: "input_json_delta", partial_json: "" },
      { type: "input_json_delta", partial_json: '{"path": "ü' },
      { type: "input_json_delta", partial_json: '.ts"}' },
    ),
    ...block(4, { type: "tool_use", id: "toolu_b", name: "run", input: {}, caller: { type: "direct" } }),
    ...stop("tool_use"),
  ),
  "Claude: thinking that is omitted, and interleaved": claude(
    ...block(0, { type: "thinking", thinking: "", signature: "" }, { type: "signature_delta", signature: "c2lnMQ==" }),
    ...block(1, { type: "text", text: "" }, { type: "text_delta", text: "First" }),
    ...block(2, { type: "thinking", thinking: "", signature: "" }, { type: "signature_delta", signature: "c2lnMg==" }),
    ...block(3, { type: "text", text: "" }, { type: "text_delta", text: "Second" }),
    ...stop("end_turn", {
      input_tokens: 30,
      cache_read_input_tokens: 1200,
      cache_creation_input_tokens: 0,
      output_tokens: 9,
    }),
  ),
  "DeepSeek over Messages: thinking without a signature": {
    ...claude(
      ...block(0, { type: "thinking", thinking: "", signature: "" }, { type: "thinking_delta", thinking: "hm" }),
      ...block(1, { type: "tool_use", id: "toolu_01", name: "run", input: {} }),
      ...stop("tool_use"),
    ),
    model: "anthropic/deepseek-v4-pro",
  },
  "Claude: a tool of the server, its result, citations, and a pause": claude(
    ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "I search." }),
    ...block(
      1,
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
      { type: "input_json_delta", partial_json: '{"query": "x' },
      { type: "input_json_delta", partial_json: ' y"}' },
    ),
    ...block(2, {
      type: "web_search_tool_result",
      tool_use_id: "srvtoolu_1",
      content: [
        { type: "web_search_result", title: "T", url: "https://e.test", encrypted_content: "abc", page_age: null },
      ],
    }),
    ...block(
      3,
      { type: "text", text: "", citations: [] },
      {
        type: "citations_delta",
        citation: { type: "web_search_result_location", cited_text: "c", url: "https://e.test", encrypted_index: "i" },
      },
      { type: "text_delta", text: "It says so." },
    ),
    ...block(
      4,
      { type: "server_tool_use", id: "srvtoolu_2", name: "web_fetch", input: {} },
      { type: "input_json_delta", partial_json: '{"url": "https://e.test"}' },
    ),
    ...stop("pause_turn", { output_tokens: 12, server_tool_use: { web_search_requests: 1 } }),
  ),
  "Gemini: a thought, words, two calls of which the first is signed, a signed end": {
    model: "gemini/gemini-3.5-flash",
    path: "/v1beta",
    body: sse(
      gemini([{ text: "**Plan**\n", thought: true }]),
      gemini([{ text: "More", thought: true }]),
      gemini([{ text: "I read " }]),
      gemini([{ text: "both." }]),
      gemini([
        { functionCall: { name: "read_file", args: { path: "ü.ts" }, id: "c1" }, thoughtSignature: "U2ln" },
        { functionCall: { name: "run", args: {}, id: "c2" } },
      ]),
      gemini(
        [{ text: "", thoughtSignature: "RW5k" }],
        { finishReason: "STOP" },
        {
          candidatesTokenCount: 30,
          thoughtsTokenCount: 70,
          promptTokensDetails: [{ modality: "TEXT", tokenCount: 900 }],
        },
      ),
    ),
  },
  "Gemini's Chat Completions: a signed call without an id, stopped by `stop`": chat(
    "compatible/gemini-3.5-flash",
    chunk({
      role: "assistant",
      tool_calls: [
        {
          extra_content: { google: { thought_signature: "c2ln" } },
          function: { arguments: '{"path":"a"}', name: "read_file" },
          id: "",
          index: 0,
          type: "function",
        },
      ],
    }),
    chunk(
      { role: "assistant" },
      { finish_reason: "stop" },
      {
        usage: { completion_tokens: 12, prompt_tokens: 80, total_tokens: 166 },
      },
    ),
    DONE,
  ),
  "Kimi: reasoning, words, a call with its place in the id, usage in the choice": chat(
    "kimi/kimi-k2.6",
    chunk({ role: "assistant", content: "" }),
    chunk({ reasoning_content: "The user" }),
    chunk({ reasoning_content: " wants it." }),
    chunk({ content: "I look." }),
    chunk({ tool_calls: [call(0, "functions.read_file:0", "read_file", "")] }),
    chunk({ tool_calls: [call(0, undefined, undefined, '{"path": "a"}')] }),
    chunk(
      {},
      {
        finish_reason: "tool_calls",
        usage: { prompt_tokens: 500, completion_tokens: 60, total_tokens: 560, cached_tokens: 256 },
      },
    ),
    DONE,
  ),
  "Kimi: a call without a thought": chat(
    "kimi/kimi-k2.7-code",
    chunk({ role: "assistant", content: "", reasoning_content: "" }),
    chunk({ tool_calls: [call(0, "functions.run:1", "run", "{}")] }),
    chunk({}, { finish_reason: "tool_calls" }),
    DONE,
  ),
  "DeepSeek: null beside what is said, comments, hits of the cache": chat(
    "deepseek",
    ": keep-alive",
    chunk({ role: "assistant", content: null, reasoning_content: "" }),
    chunk({ content: null, reasoning_content: "Think" }),
    ": keep-alive",
    chunk({ content: null, reasoning_content: "ing" }),
    chunk({ content: "Done", reasoning_content: null }),
    chunk(
      { content: "", reasoning_content: null },
      { finish_reason: "stop" },
      {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 30,
          total_tokens: 130,
          prompt_tokens_details: { cached_tokens: 64 },
          completion_tokens_details: { reasoning_tokens: 20 },
          prompt_cache_hit_tokens: 64,
          prompt_cache_miss_tokens: 36,
        },
      },
    ),
    DONE,
  ),
  "Qwen: ids and names that are empty or null behind the first fragment": chat(
    "qwen",
    chunk({ content: null, reasoning_content: "", role: "assistant" }),
    chunk({ content: null, reasoning_content: "好的" }),
    chunk({ content: "", reasoning_content: null }),
    chunk({ content: null, tool_calls: [call(0, "call_1a", "read_file", '{"pa')] }),
    chunk({ content: null, tool_calls: [call(0, "", null, 'th": "a"}')] }),
    chunk({ content: "", tool_calls: [call(0, "", "", "")] }, { finish_reason: "tool_calls" }),
    usageChunk({
      prompt_tokens: 50,
      completion_tokens: 9,
      total_tokens: 59,
      completion_tokens_details: { reasoning_tokens: 4 },
      prompt_tokens_details: { cached_tokens: 0 },
    }),
    DONE,
  ),
  "GLM: arguments as they come": chat(
    "zai",
    chunk({ role: "assistant", reasoning_content: "\nOne" }),
    chunk({ role: "assistant", reasoning_content: " two" }),
    chunk({ role: "assistant", content: "\nI run it." }),
    chunk({ role: "assistant", tool_calls: [call(0, "call_-8", "run", "")] }),
    chunk({ role: "assistant", tool_calls: [call(0, "call_-8", "run", '{"a"')] }),
    chunk({ role: "assistant", tool_calls: [call(0, "call_-8", "run", ": 1}")] }),
    chunk(
      { role: "assistant", content: "" },
      { finish_reason: "tool_calls" },
      {
        usage: {
          prompt_tokens: 70,
          completion_tokens: 11,
          total_tokens: 81,
          prompt_tokens_details: { cached_tokens: 43 },
        },
      },
    ),
    DONE,
  ),
  "MiniMax: reasoning taken apart, and the whole message at the end": {
    ...chat(
      "compatible/MiniMax-M2.7",
      chunk({
        role: "assistant",
        name: "MiniMax AI",
        audio_content: "",
        content: "",
        reasoning_content: "I ",
        reasoning_details: [
          { type: "reasoning.text", id: "reasoning-text-1", format: "MiniMax-response-v1", index: 0, text: "I " },
        ],
      }),
      chunk({
        content: "",
        reasoning_content: "think.",
        reasoning_details: [
          { type: "reasoning.text", id: "reasoning-text-1", format: "MiniMax-response-v1", index: 0, text: "think." },
        ],
      }),
      chunk({ content: "Hello" }),
      chunk({ content: "!" }, { finish_reason: "stop" }),
      {
        id: "1",
        object: "chat.completion",
        choices: [{ finish_reason: "stop", index: 0, message: { role: "assistant", content: "Hello!" } }],
        usage: { total_tokens: 26, total_characters: 0, prompt_tokens: 16, completion_tokens: 10 },
        input_sensitive: false,
        output_sensitive: false,
        base_resp: { status_code: 0, status_msg: "" },
      },
      DONE,
    ),
  },
  "MiniMax: pieces that repeat what came before": chat(
    "compatible/MiniMax-M2.7",
    ...["I ", "I think", "I think twice."].map((text) =>
      chunk({
        role: "assistant",
        name: "MiniMax AI",
        content: "",
        reasoning_content: text,
        reasoning_details: [
          { type: "reasoning.text", id: "reasoning-text-1", format: "MiniMax-response-v1", index: 0, text },
        ],
      }),
    ),
    chunk({ role: "", content: "Hello" }),
    chunk({ content: "Hello there" }),
    chunk({ content: "Hello there!", tool_calls: [call(0, "call_function_1", "run", "{}")] }),
    chunk({}, { finish_reason: "tool_calls" }),
    DONE,
  ),
  "MiniMax: the same reasoning between tags and in a field": chat(
    "compatible/MiniMax-M3",
    chunk({ role: "assistant", name: "MiniMax AI", content: "<think>I think", reasoning_content: "I think" }),
    chunk({ content: " twice.</thi", reasoning_content: " twice." }),
    chunk({ content: "nk>Hello" }, { finish_reason: "stop" }),
    DONE,
  ),
  "Qwen without a parser: an end tag alone": chat(
    "vllm/qwen3-thinking",
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "The user asks; 1 < 2" }),
    chunk({ content: ".\n</th" }),
    chunk({ content: "ink>\n\nHello, `</think>` ends it" }),
    chunk({ tool_calls: [call(0, "chatcmpl-tool-1", "run", "{}")] }),
    chunk({}, { finish_reason: "tool_calls" }),
    DONE,
  ),
  "Gemini's Chat Completions: thoughts between tags": chat(
    "compatible/gemini-3.5-flash",
    chunk({ role: "assistant", content: "<thought>hm", extra_content: { google: { thought: true } } }),
    chunk({ content: "</thought>Hello" }, { finish_reason: "stop" }),
    DONE,
  ),
  "MiniMax: reasoning between tags": chat(
    "compatible/MiniMax-M2.7",
    chunk({ role: "assistant", content: "<thi" }),
    chunk({ content: "nk>\nI think" }),
    chunk({ content: " < it.\n</" }),
    chunk({ content: "think>\n\nHello" }),
    chunk({ content: " <think> there" }),
    chunk({ tool_calls: [call(0, "call_function_1", "run", "{}")] }),
    chunk({}, { finish_reason: "tool_calls" }),
    DONE,
  ),
  "Mistral: thinking in parts of the content, a whole call beside the end": chat(
    "mistral",
    chunk({ role: "assistant", content: "" }),
    chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "Okay, " }] }] }),
    chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "so." }] }] }),
    chunk({ content: [{ type: "text", text: "I" }] }),
    chunk({ content: " run." }),
    chunk(
      { tool_calls: [{ id: "D681PevKs", function: { name: "run", arguments: "{}" }, index: 0 }] },
      { finish_reason: "tool_calls" },
      { usage: { prompt_tokens: 90, total_tokens: 110, completion_tokens: 20 } },
    ),
    DONE,
  ),
  "OpenRouter: Claude behind it, its signature at the end": chat(
    "openrouter/anthropic/claude-opus-5-5",
    ": OPENROUTER PROCESSING",
    chunk({
      role: "assistant",
      content: "",
      reasoning: "Let ",
      reasoning_details: [{ type: "reasoning.text", text: "Let ", format: "anthropic-claude-v1", index: 0 }],
    }),
    chunk({
      role: "assistant",
      content: "",
      reasoning: "me.",
      reasoning_details: [{ type: "reasoning.text", text: "me.", format: "anthropic-claude-v1", index: 0 }],
    }),
    chunk({
      role: "assistant",
      content: "",
      reasoning: null,
      reasoning_details: [{ type: "reasoning.text", signature: "EqQB", format: "anthropic-claude-v1", index: 0 }],
    }),
    ": OPENROUTER PROCESSING",
    chunk({ role: "assistant", content: "I run." }),
    chunk({ role: "assistant", content: null, tool_calls: [call(0, "toolu_a", "run", "{}")] }),
    chunk({ role: "assistant", content: "" }, { finish_reason: "tool_calls", native_finish_reason: "tool_use" }),
    usageChunk({
      prompt_tokens: 200,
      completion_tokens: 30,
      total_tokens: 230,
      cost: 0.00123,
      is_byok: false,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 50 },
      cost_details: { upstream_inference_cost: null },
      completion_tokens_details: { reasoning_tokens: 12 },
    }),
    DONE,
  ),
  "OpenRouter: GPT behind it, a summary and an encrypted entry": chat(
    "openrouter/openai/gpt-5.5",
    chunk({
      role: "assistant",
      content: "",
      reasoning: "**Sum",
      reasoning_details: [{ type: "reasoning.summary", summary: "**Sum", format: "openai-responses-v1", index: 0 }],
    }),
    chunk({
      content: "",
      reasoning: "mary**",
      reasoning_details: [{ type: "reasoning.summary", summary: "mary**", format: "openai-responses-v1", index: 0 }],
    }),
    chunk({
      content: "",
      reasoning_details: [
        { type: "reasoning.encrypted", data: "gAAA", id: "rs_1", format: "openai-responses-v1", index: 0 },
      ],
    }),
    chunk({ content: "Done." }),
    chunk({ content: "" }, { finish_reason: "stop", native_finish_reason: "completed" }),
    DONE,
  ),
  "LiteLLM: Claude's blocks beside the reasoning": chat(
    "compatible/claude",
    chunk({
      role: "assistant",
      content: "",
      reasoning_content: "Let ",
      thinking_blocks: [{ type: "thinking", thinking: "Let ", signature: null }],
      provider_specific_fields: { thinking_blocks: [{ type: "thinking", thinking: "Let ", signature: null }] },
    }),
    chunk({
      content: "",
      reasoning_content: "me.",
      thinking_blocks: [{ type: "thinking", thinking: "me.", signature: null }],
    }),
    chunk({
      content: "",
      reasoning_content: "",
      thinking_blocks: [{ type: "thinking", thinking: "", signature: "EqQB" }],
    }),
    chunk({ content: "I run." }),
    chunk({ content: "", tool_calls: [call(0, "toolu_a", "run", "")] }),
    chunk({ content: "", tool_calls: [call(0, null, null, "{}")] }),
    chunk({ content: "" }, { finish_reason: "tool_calls" }),
    DONE,
  ),
  "Ollama: reasoning, and two whole calls under one index": chat(
    "ollama",
    chunk({ role: "assistant", content: "", reasoning: "Hm" }),
    chunk({ role: "assistant", content: "", reasoning: "." }),
    chunk({ role: "assistant", content: "", tool_calls: [call(0, "call_x1", "run", '{"a":1}')] }),
    chunk({ role: "assistant", content: "", tool_calls: [call(0, "call_x2", "run", '{"a":2}')] }),
    chunk({ role: "assistant", content: "" }, { finish_reason: "tool_calls" }),
    usageChunk({ prompt_tokens: 30, completion_tokens: 20, total_tokens: 50 }),
    DONE,
  ),
  "vLLM: reasoning under its newer name": chat(
    "vllm",
    chunk({ role: "assistant", content: "", reasoning: null, tool_calls: [] }, { logprobs: null }),
    chunk({ reasoning: "So" }, { logprobs: null, token_ids: null }),
    chunk({ content: "Hi" }),
    chunk({ content: "" }, { finish_reason: "stop", stop_reason: null }),
    usageChunk({ prompt_tokens: 12, total_tokens: 15, completion_tokens: 3 }),
    DONE,
  ),
  "SGLang: everything is null that is not said, places repeat": chat(
    "compatible",
    chunk(
      { role: null, content: null, reasoning_content: "So", tool_calls: null },
      { matched_stop: null },
      { usage: null },
    ),
    chunk({ role: null, content: "Hi", reasoning_content: null, tool_calls: null }, { matched_stop: null }),
    chunk({ role: null, content: null, reasoning_content: null, tool_calls: [call(0, "call_1", "run", "")] }),
    chunk({ role: null, content: null, tool_calls: [call(0, null, null, "{}")] }),
    chunk({ role: null, content: null, tool_calls: [call(0, "call_2", "read_file", "")] }),
    chunk({ role: null, content: null, tool_calls: [call(0, null, null, '{"path":"b"}')] }),
    chunk({ role: null, content: null }, { finish_reason: "tool_calls", matched_stop: null }),
    DONE,
  ),
  "Groq: a channel beside the reasoning, usage in its place": chat(
    "groq/openai/gpt-oss-120b",
    chunk({ role: "assistant", content: null }, {}, { x_groq: { id: "req_1" } }),
    chunk({ reasoning: "User", channel: "analysis" }),
    chunk({ reasoning: " asks.", channel: "analysis" }),
    chunk({ tool_calls: [call(0, "fc_1", "run", '{"a":1}')] }),
    chunk(
      {},
      { finish_reason: "tool_calls" },
      {
        x_groq: { id: "req_1", usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30, queue_time: 0.1 } },
      },
    ),
    DONE,
  ),
  "xAI: usage that grows, reasoning outside of it, the price in ticks": chat(
    "xai",
    chunk(
      { role: "assistant", reasoning_content: "First" },
      {},
      {
        usage: {
          prompt_tokens: 361,
          completion_tokens: 0,
          total_tokens: 362,
          completion_tokens_details: { reasoning_tokens: 1 },
        },
      },
    ),
    chunk({ role: "assistant", content: "Hi" }),
    chunk({ content: "" }, { finish_reason: "stop" }),
    usageChunk({
      prompt_tokens: 361,
      completion_tokens: 26,
      total_tokens: 622,
      prompt_tokens_details: { cached_tokens: 100 },
      completion_tokens_details: { reasoning_tokens: 235 },
      num_sources_used: 0,
      cost_in_usd_ticks: 12_340_000,
    }),
    DONE,
  ),
  "Cerebras: times beside the usage": chat(
    "compatible/gpt-oss-120b",
    chunk({ role: "assistant" }),
    chunk({ reasoning: "We" }),
    chunk({ content: "Yes" }),
    chunk(
      {},
      { finish_reason: "stop" },
      {
        usage: {
          prompt_tokens: 80,
          completion_tokens: 9,
          total_tokens: 89,
          prompt_tokens_details: { cached_tokens: 0 },
        },
        time_info: { queue_time: 0.0001, completion_time: 0.01 },
      },
    ),
    DONE,
  ),
  "Together: the words twice in one choice": chat(
    "compatible/some",
    chunk(
      { token_id: 1, role: "assistant", content: "Hel", tool_calls: null },
      { text: "Hel", logprobs: null, seed: null },
    ),
    chunk({ token_id: 2, role: "assistant", content: "lo", tool_calls: null }, { text: "lo" }),
    chunk(
      { token_id: 3, role: "assistant", content: "", tool_calls: null },
      { text: "", finish_reason: "eos", seed: 1 },
      {
        usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, cached_tokens: 0 },
      },
    ),
    DONE,
  ),
  "Fireworks: a name in a fragment of its own": chat(
    "compatible/accounts/fireworks/models/x",
    chunk({ role: "assistant", reasoning_content: "a" }),
    chunk({ tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "run" } }] }),
    chunk({ tool_calls: [{ index: 0, function: { name: null, arguments: "{}" } }] }),
    chunk({}, { finish_reason: "tool_calls" }, { usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } }),
    DONE,
  ),
  "GitHub Copilot: reasoning that is sealed beside its text": chat(
    "compatible/copilot",
    chunk({ role: "assistant", content: null, reasoning_text: "Hm" }),
    chunk({ content: null, reasoning_opaque: "c2VhbA==" }),
    chunk({ content: "Hi" }),
    chunk({}, { finish_reason: "stop" }),
    DONE,
  ),
  "Snowflake: no reason at the end": chat(
    "compatible/claude-4",
    chunk({ content: "Hi", content_list: [{ type: "text", text: "Hi" }] }),
    usageChunk({ prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 }),
    DONE,
  ),
  "OpenWebUI: a reason behind each chunk": chat(
    "compatible/owui",
    chunk({ content: "H" }),
    chunk({}, { finish_reason: "stop" }),
    chunk({ tool_calls: [call(0, "a", "run", "")] }),
    chunk({}, { finish_reason: "stop" }),
    chunk({ tool_calls: [call(0, undefined, undefined, "{}")] }),
    chunk({}, { finish_reason: "stop" }),
    DONE,
  ),
};
