import { BlockList, isIP } from 'node:net'

/** Addresses that are no public place: this machine, networks of homes and offices, and what the internet keeps for itself. Source: RFC 6890. */
const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6')
}

/** Names that no public name server knows. Source: RFC 6761, 6762, 8375. */
const privateName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|home\.arpa)$/u

/** Whether an IP address, without brackets, is none of the public internet; an IPv4 address in an IPv6 one counts as itself. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family === 0 || privateAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a host, as a URL has it, can be told from its name alone to be private. */
export function isPrivateName(host: string): boolean {
  const bare = host.replace(/^\[|\]$/gu, '')
  if (isIP(bare) !== 0) return isPrivateAddress(bare)
  return !bare.includes('.') || privateName.test(bare)
}
