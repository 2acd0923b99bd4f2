/** Checks shared by both halves of the model double. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Members of an object; none for anything else. */
export function fieldsOf(value: Json | undefined): Record<string, Json> {
  return isObject(value) ? value : {};
}

/** One complaint per field that the format does not have. */
export function unknownFields(value: Record<string, Json>, known: readonly string[], where: string): string[] {
  return Object.keys(value)
    .filter((field) => !known.includes(field))
    .map((field) => `${where}: unknown field ${field}`);
}

interface ToolShape {
  readonly name: Json | undefined;
  readonly description: Json | undefined;
  readonly parameters: Json | undefined;
}

/** Checks a tool list, given how the format spells a tool (undefined: not at all like that). */
export function checkTools(
  tools: Json | undefined,
  shapeOf: (tool: Record<string, Json>) => ToolShape | undefined,
): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools) || tools.length === 0) return ["tools is not a filled array"];
  const wrong: string[] = [];
  const names: string[] = [];
  for (const [at, raw] of (tools as Json[]).entries()) {
    const shape = shapeOf(fieldsOf(raw));
    if (shape === undefined) wrong.push(`tools[${at}]: wrong shape`);
    const name = show(shape?.name);
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) wrong.push(`tools[${at}]: name ${name}`);
    if (typeof shape?.description !== "string") wrong.push(`tools[${at}]: description`);
    if (fieldsOf(shape?.parameters)["type"] !== "object") wrong.push(`tools[${at}]: parameters are no object schema`);
    names.push(name);
  }
  if (new Set(names).size !== names.length) wrong.push("tool names repeat");
  return wrong;
}

/** A value for comparing and for complaints: text as it stands, anything else as JSON. */
export function show(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** First bytes, in base64, of the four kinds of image that every provider takes. */
const IMAGE_STARTS: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgo",
  "image/jpeg": "/9j/",
  "image/gif": "R0lGOD",
  "image/webp": "UklGR",
};

/** What is wrong with an image; providers look into the bytes and refuse a type that is not theirs. */
export function checkImage(type: string, data: string): string[] {
  const start = IMAGE_STARTS[type];
  if (start === undefined) return [`image type ${type}`];
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data)) return ["image is not base64"];
  if (data.length > 5 * 1024 * 1024) return ["image exceeds 5 MB"];
  return data.startsWith(start) ? [] : [`image is no ${type}`];
}
