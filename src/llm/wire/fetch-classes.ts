/**
 * Replacements for some globals in the modules of OpenAI's SDK, which the build inserts (ADR 20). When a program touches Node's
 * `Headers`, `Response` or `FormData`, Node loads undici, which takes 30 ms of a start and 4 MB. The SDK sends its requests through
 * `node-fetch.ts`, which does not need them.
 */

type Init = Iterable<readonly [name: string, value: string]> | Readonly<Record<string, string>>;

/** The part of the standard `Headers` that requests use. Node's HTTP client refuses invalid names and values. */
export class Headers extends Map<string, string> {
  constructor(init: Init = []) {
    super();
    const entries = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of entries) this.append(name, value);
  }

  append(name: string, value: string | number): void {
    const before = super.get(name.toLowerCase());
    this.set(name, before === undefined ? value : `${before}, ${String(value).trim()}`);
  }

  override set(name: string, value: string | number): this {
    return super.set(name.toLowerCase(), String(value).trim());
  }

  // @ts-expect-error: the standard returns null where a Map returns undefined.
  override get(name: string): string | null {
    return super.get(name.toLowerCase()) ?? null;
  }

  override has(name: string): boolean {
    return super.has(name.toLowerCase());
  }

  override delete(name: string): boolean {
    return super.delete(name.toLowerCase());
  }
}

/** The SDKs only ask whether a value is a `Response`. None is, because `node-fetch.ts` returns a plain object. */
export function Response(): void {}

/** The SDKs only ask whether a value is a `FormData`. None is, because all bodies are JSON. */
export function FormData(): void {}

const OWN: Readonly<Record<PropertyKey, unknown>> = { __proto__: null, FormData, Headers, Response };

/** The SDKs also look up globals by name. A proxy of the real object would touch its members. */
export const globals = new Proxy({} as typeof globalThis, {
  get: (_, name) => OWN[name] ?? Reflect.get(globalThis, name),
  getOwnPropertyDescriptor: (_, name) =>
    name in OWN
      ? { value: OWN[name], writable: true, enumerable: false, configurable: true }
      : Reflect.getOwnPropertyDescriptor(globalThis, name),
});
