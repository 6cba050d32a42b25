import { join } from 'node:path'
import { CairnError } from '@shared/errors'
import { hostFrom } from '@shared/models/model-hosts'
import type { NetworkAttempt } from '@shared/models/models'
import { AttemptLog } from '@engine/platform/network/attempt-log'
import { HostRules } from '@engine/platform/network/host-rules'
import type { NetworkGate, NetworkGateOptions } from '@engine/platform/network-gate'
import type { SettingsStore } from '@engine/platform/settings-file'
import type { NetworkDesk } from '@engine/ports/network-desk'
import type { EngineBase } from '../engine-base'

export interface NetworkPart {
  /** What the gate has to know. */
  readonly gate: Pick<NetworkGateOptions, 'isOffline' | 'record'>
  /** To be called once the settings are read. */
  begin(): void
  /** What people see, once the gate stands. */
  deskOf(gate: Pick<NetworkGate, 'attempts'>): NetworkDesk
}

/** The network's log, rules and switch, in `<store>/network`. */
export async function wireNetwork(
  { options, opened, changes, log }: EngineBase,
  settings: Pick<SettingsStore, 'get' | 'change'>,
): Promise<NetworkPart> {
  const folder = join(options.folder, 'network')
  const attempts = new AttemptLog(folder, log)
  let denied: () => readonly NetworkAttempt[] = () => []
  const rules = await HostRules.open({ path: join(folder, 'rules.json'), now: Date.now, denied: () => denied(), log })
  opened.defer(() => rules.close())
  const hosts = () => settings.get().models.allowed_hosts
  changes.listen((change) => {
    if (change.type === 'settings') rules.follow(change.settings.models.allowed_hosts)
  })
  return {
    gate: {
      isOffline: () => settings.get().network.offline,
      record(attempt) {
        rules.used(attempt)
        return attempts.keep(attempt)
      },
    },
    begin: () => rules.adopt(hosts()),
    deskOf(gate) {
      denied = () => gate.attempts().filter(({ outcome }) => outcome === 'denied')
      const list = () => rules.list(hosts())
      return {
        find: (query) => attempts.find(query),
        rules: list,
        async allow(written) {
          const host = hostFrom(written)
          if (host === undefined) throw notAHost(written)
          if (!hosts().includes(host)) await settings.change({ models: { allowed_hosts: [...hosts(), host] } })
          return list()
        },
        async forget(host) {
          const others = hosts().filter((one) => one !== host)
          if (others.length === hosts().length) throw new CairnError('NOT_FOUND', `${host} is not allowed.`)
          await settings.change({ models: { allowed_hosts: others } })
          return list()
        },
      }
    },
  }
}

function notAHost(written: string): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    `“${written}” is no name of a host.`,
    'Write it as in example.org, or .example.org for all below it, without “https://”, a port or a path.',
  )
}
