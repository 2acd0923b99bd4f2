/** The entries of `sandbox.network` of the policy file. */

import * as z from "zod/mini";
import { ADDRESS_RANGE, parseAddressRange } from "../../base/network/address-range.ts";
import { NETWORK_GROUPS, networkNameProblem } from "../../base/network/network-entry.ts";
import { checked, describe, flag, list, mapping, setting } from "../../yaml/fields.ts";

const NETWORK = 'a host or a group, like "registry.npmjs.org" or "npm", or { host: …, addresses: […] }';

const NetworkName = () => checked(networkNameProblem, NETWORK, 260);

const PrivateHost = mapping({
  host: describe(NetworkName(), "An exact host, with a port where it is not 443, or a group."),
  addresses: setting(
    list(
      checked((range) => (parseAddressRange(range) === undefined ? ADDRESS_RANGE : undefined), ADDRESS_RANGE, 50),
      'a list of ranges, like ["10.20.0.0/16"]',
      20,
    ),
    "Where the host's address must be; for hosts inside a company's network. Without it the address must be public.",
  ),
  plain: setting(flag(), "Plain http, for a registry without TLS; the port is 80 where none is given."),
}).check(({ value: { host, plain = false }, issues }) => {
  if (!plain || !NETWORK_GROUPS.some((group) => group === host)) return;
  issues.push({ code: "custom", input: plain, path: ["plain"], message: "no plain for a group; list its host" });
});

export const Network = setting(
  list(z.union([NetworkName(), PrivateHost], { error: NETWORK }), 'a list of hosts, like ["registry.npmjs.org"]'),
  `Hosts that a sealed cell may reach over https, exactly, or groups (${NETWORK_GROUPS.join(", ")}); none when left out.`,
);
