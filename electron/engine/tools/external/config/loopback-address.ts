import { HostDeniedError, isLoopback } from '@engine/platform/network-gate'
import type { ToolServerConfig } from '@shared/tools'

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
