/** Ranges of network addresses, like `10.20.0.0/16`, as a policy names them. */

import { BlockList, isIP } from "node:net";

export interface AddressRange {
  readonly net: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

/** Description of an accepted value, for error messages. */
export const ADDRESS_RANGE = 'a range of addresses, like "10.20.0.0/16" or "fd12:3456::/32"';

/** The shortest prefixes that are accepted. A wider range is not a company's network but a mistake. */
const WIDEST = { ipv4: 8, ipv6: 16 } as const;
const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Reads a range; undefined for any other text, such as an address without a prefix. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [, net = "", digits = ""] = /^([0-9a-f.:]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const version = isIP(net);
  if (version === 0) return undefined;
  const family = version === 4 ? "ipv4" : "ipv6";
  const prefix = Number(digits);
  return prefix >= WIDEST[family] && prefix <= BITS[family] ? { net, prefix, family } : undefined;
}

/** Whether an address, without brackets or zone, is in one of the ranges. An IPv4 address is never in an IPv6 range. */
export function isInRange(address: string, ranges: readonly AddressRange[]): boolean {
  const version = isIP(address);
  const family = version === 4 ? "ipv4" : "ipv6";
  if (version === 0) return false;
  const list = new BlockList();
  for (const range of ranges) if (range.family === family) list.addSubnet(range.net, range.prefix, family);
  return list.check(address, family);
}
