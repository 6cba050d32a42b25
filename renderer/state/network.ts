import type { FoundAttempts, NetworkRule } from '@shared/api/network-api'
import { call } from './connection'
import { changeSettings } from './settings-store'
import { attempt } from './window/notices'

/** What tried to reach the network, newest first; `text` holds words that the host or the purpose has. Throws CairnError. */
export function findAttempts(text: string, limit: number): Promise<FoundAttempts> {
  return call((client) => client.network.log({ text, limit }))
}

/** The hosts that are allowed for good. Throws CairnError. */
export function readRules(): Promise<NetworkRule[]> {
  return call((client) => client.network.rules())
}

/** Takes a host's permission back. False where that failed, which was said. */
export function forgetHost(host: string): Promise<boolean> {
  return attempt(async () => void (await call((client) => client.network.forget({ host }))))
}

/** Whether nothing at all may leave this machine. */
export function setOffline(offline: boolean): Promise<boolean> {
  return changeSettings({ network: { offline } })
}
