import type { ToolServerConfig } from '@shared/tools/tool-server-shapes'
import { HostDeniedError, isLoopback } from '@engine/platform/network-gate'
import { plainLabel } from '../listing/plain-label'

/** Shorter values are ordinary words ("1", "true"): hiding them would hide every text. */
const shortest = 6
const hidden = '…'
const secretName = /key|token|secret|passw|auth|credential/iu

/**
 * Throws a HostDeniedError (NETWORK_DENIED) for a server on another machine, whatever hosts the settings allow: what a tool is
 * given may come out of the user's documents.
 */
export function requireLoopback(config: ToolServerConfig): void {
  if (config.type !== 'http') return
  const url = new URL(config.url)
  if (isLoopback(url) && /^https?:$/u.test(url.protocol)) return
  throw new HostDeniedError(
    '',
    `Cairn uses servers of tools on this machine only, not on ${url.host || config.url}.`,
    'Use an address at 127.0.0.1, localhost or [::1].',
  )
}

/** What hides a server's secrets in texts: it may repeat in an error or in its log what it was given. */
export function maskOf(config: ToolServerConfig): (text: string) => string {
  const values = Object.values(config.type === 'stdio' ? config.env : config.headers)
  const secrets = [...values, ...values.map((value) => value.replace(/^\w+ /u, ''))]
    .concat(config.type === 'stdio' ? secretArguments(config.args) : [])
    .filter((value) => value.length >= shortest)
    .sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, hidden), text)
}

/** Names of what was set for a server, without the values. */
export function secretNames(config: ToolServerConfig): string[] {
  return Object.keys(config.type === 'stdio' ? config.env : config.headers)
}

/** A server's command line or address in one line, secrets hidden. */
export function placeOf(config: ToolServerConfig): string {
  if (config.type === 'stdio') return plainLabel(maskOf(config)([config.command, ...config.args].join(' ')), 500)
  const url = new URL(config.url)
  return plainLabel(`${url.origin}${url.pathname}${url.search === '' ? '' : `?${hidden}`}`, 500)
}

/** `--token=abc`, or what stands behind `--token`. */
function secretArguments(args: readonly string[]): string[] {
  return args.flatMap((argument, place) => {
    const [name = '', ...value] = argument.split('=')
    if (value.length > 0) return secretName.test(name) ? [value.join('=')] : []
    const before = args[place - 1] ?? ''
    return before.startsWith('-') && !before.includes('=') && secretName.test(before) ? [argument] : []
  })
}
