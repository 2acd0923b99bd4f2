/** Which addresses the cell may reach: public ones and ranges of the policy, never this machine, its link or the cloud's services. */

import { isIP } from "node:net";
import { isInRange, type AddressRange } from "../../base/network/address-range.ts";

/** IANA's special-purpose registries, and multicast. Addresses of version 6 that contain one of version 4 are listed or not assigned. */
const SPECIAL = rangesOf(
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
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
);
/** Only these addresses can be public: all of version 4, and those of version 6 that are assigned. */
const ASSIGNED = rangesOf("0.0.0.0/0", "2000::/3");

/** Whether an address, as text without brackets or zone, is public. */
export function isPublicAddress(address: string): boolean {
  return isInRange(address, ASSIGNED) && !isInRange(address, SPECIAL);
}

/** Services that hand out the machine's own keys, in the unique local addresses of version 6: AWS and Google. */
const METADATA_V6 = rangesOf("fd00:ec2::/32", "fd20:ce::/32");
/** Addresses that no range opens: this machine, its link, multicast, and the services that hand out the machine's own keys. */
const NEVER = [
  ...rangesOf(
    "0.0.0.0/8",
    "127.0.0.0/8",
    "169.254.0.0/16", // the metadata service of most clouds
    "192.0.0.0/24", // Oracle's
    "100.100.100.200/32", // Alibaba's
    "168.63.129.16/32", // Azure's host
    "224.0.0.0/3",
  ),
  ...METADATA_V6,
];

const LOOPBACK = rangesOf("127.0.0.0/8", "::1/128");
/** The private addresses of version 6. */
const LOCAL_V6 = rangesOf("fc00::/7");
const PRIVATE = [...rangesOf("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"), ...LOCAL_V6];

/** Whether a service of this name may be at an address: `localhost` on this machine only, others in a private network too. */
export function isServiceAddress(address: string, name: string): boolean {
  if (isInRange(address, LOOPBACK)) return true;
  return name !== "localhost" && isInRange(address, PRIVATE) && !isInRange(address, METADATA_V6);
}

/** Whether the cell may reach an address of a host. `ranges` are those that the policy names for the host. */
export function isOpenAddress(address: string, ranges: readonly AddressRange[]): boolean {
  if (ranges.length === 0) return isPublicAddress(address);
  if (!isInRange(address, ranges) || isInRange(address, NEVER)) return false;
  return isIP(address) === 4 || isPublicAddress(address) || isInRange(address, LOCAL_V6);
}

/** These ranges, of which some are wider than a policy may name. */
function rangesOf(...texts: readonly string[]): readonly AddressRange[] {
  return texts.map((text) => {
    const [net = "", prefix] = text.split("/");
    return { net, prefix: Number(prefix), family: isIP(net) === 4 ? "ipv4" : "ipv6" };
  });
}
