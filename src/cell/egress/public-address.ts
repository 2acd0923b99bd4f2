/**
 * Which addresses the cell may reach: public ones, and for a host whose range the policy names, those of the range. This machine,
 * its link and the cloud's own services are never among them.
 */

import { BlockList, isIP } from "node:net";
import { isInRange, type AddressRange } from "../../base/network/address-range.ts";

/** IANA's special-purpose registry, and multicast. */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10", // carriers, and Alibaba's metadata service
  "127.0.0.0/8",
  "169.254.0.0/16", // link-local: the metadata service of most clouds
  "172.16.0.0/12",
  "192.0.0.0/24", // Oracle's metadata service is here
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "168.63.129.16/32", // Azure's host, seen from each of its machines, hosted runners included
];

/** Only assigned addresses can be public; exceptions follow. Addresses that contain one of version 4 are not assigned or listed here. */
const ASSIGNED_V6 = "2000::/3";
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/** Whether an address, as text without brackets or zone, is public. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !listOf(SPECIAL_V4, "ipv4").check(address, "ipv4");
    case 6:
      return listOf([ASSIGNED_V6], "ipv6").check(address, "ipv6") && !listOf(SPECIAL_V6, "ipv6").check(address, "ipv6");
    default:
      return false;
  }
}

/** Addresses that no range opens: this machine, its link, multicast, and the services that hand out the machine's own keys. */
const NEVER: readonly AddressRange[] = [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // the metadata service of most clouds
  ["192.0.0.0", 24], // Oracle's
  ["100.100.100.200", 32], // Alibaba's
  ["168.63.129.16", 32], // Azure's host
  ["224.0.0.0", 3],
].map(([net, prefix]) => ({ net: String(net), prefix: Number(prefix), family: "ipv4" }));

/** Of version 6 only unique local addresses are private; those below contain the metadata services of AWS and Google. */
const LOCAL_V6: readonly AddressRange[] = [{ net: "fc00::", prefix: 7, family: "ipv6" }];
const NEVER_V6: readonly AddressRange[] = [
  { net: "fd00:ec2::", prefix: 32, family: "ipv6" },
  { net: "fd20:ce::", prefix: 32, family: "ipv6" },
];

const LOOPBACK: readonly AddressRange[] = [
  { net: "127.0.0.0", prefix: 8, family: "ipv4" },
  { net: "::1", prefix: 128, family: "ipv6" },
];
const PRIVATE: readonly AddressRange[] = [
  { net: "10.0.0.0", prefix: 8, family: "ipv4" },
  { net: "172.16.0.0", prefix: 12, family: "ipv4" },
  { net: "192.168.0.0", prefix: 16, family: "ipv4" },
  ...LOCAL_V6,
];

/** Whether a service of this name may be at an address: `localhost` on this machine only, others in a private network too. */
export function isServiceAddress(address: string, name: string): boolean {
  if (isInRange(address, LOOPBACK)) return true;
  return name !== "localhost" && isInRange(address, PRIVATE) && !isInRange(address, NEVER_V6);
}

/** Whether the cell may reach an address of a host for which the policy names these ranges, or none. */
export function isOpenAddress(address: string, ranges: readonly AddressRange[]): boolean {
  if (ranges.length === 0) return isPublicAddress(address);
  if (!isInRange(address, ranges) || isInRange(address, NEVER) || isInRange(address, NEVER_V6)) return false;
  return isIP(address) === 4 || isPublicAddress(address) || isInRange(address, LOCAL_V6);
}

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", prefix] = subnet.split("/");
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
