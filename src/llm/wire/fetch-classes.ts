/**
 * What the build puts in the place of some globals in the SDKs' modules (`scripts/build.ts`). Node loads undici when a program looks at
 * its own `Headers`, `Response` or `FormData`, which takes 27 ms of a start and 16 MB. The SDKs send by `node-fetch.ts`, which needs neither.
 */

type Init = Iterable<readonly [name: string, value: string]> | Readonly<Record<string, string>>;

/** The standard's `Headers`, as far as a request uses it. Node's HTTP client refuses names and values that may not be sent. */
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

  // @ts-expect-error: the standard answers null, where a Map answers undefined.
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

/** The SDKs ask only whether something is one, and nothing is: `node-fetch.ts` answers with an object of its own. */
export function Response(): void {}

/** As `Response`: all bodies are JSON. */
export function FormData(): void {}

const OWN: Readonly<Record<PropertyKey, unknown>> = { __proto__: null, FormData, Headers, Response };

/** The SDKs look at their globals by name as well. A proxy of the real object would look at its members. */
export const globals = new Proxy({} as typeof globalThis, {
  get: (_, name) => OWN[name] ?? Reflect.get(globalThis, name),
  getOwnPropertyDescriptor: (_, name) =>
    name in OWN
      ? { value: OWN[name], writable: true, enumerable: false, configurable: true }
      : Reflect.getOwnPropertyDescriptor(globalThis, name),
});
