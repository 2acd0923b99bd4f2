/**
 * Which addresses are public. The cell may not reach any other: this machine, its network, the cloud's own services. A name that
 * resolves to one of them is refused.
 */

import { BlockList, isIP } from "node:net";

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

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", prefix] = subnet.split("/");
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
