import { dirname } from 'node:path'
import { z } from 'zod'
import { NetworkRule } from '@shared/api/network-api'
import type { NetworkAttempt } from '@shared/models/models'
import { makeStoreFolder, readJson, writeJsonDurably } from '../durable-files'
import { isHostAmong } from '../network-gate'
import { WorkQueue } from '../work-queue'

const RuleFile = z.array(NetworkRule).catch([])

interface HostRulesParts {
  /** Absolute path of the file. */
  readonly path: string
  readonly now: () => number
  /** What was denied of late, newest first: it is why a host is then allowed. */
  readonly denied: () => readonly NetworkAttempt[]
  readonly log: (line: string) => void
}

/**
 * What is known of each host that the settings allow: since when, what for, and when it was last reached. The settings alone
 * decide what is allowed; a damaged file here costs these facts, and nothing else.
 */
export class HostRules {
  readonly #queue = new WorkQueue()
  #rules: readonly NetworkRule[] = []

  private constructor(private readonly parts: HostRulesParts) {}

  /** Never throws. */
  static async open(parts: HostRulesParts): Promise<HostRules> {
    const rules = new HostRules(parts)
    rules.#rules = RuleFile.parse(await readJson(parts.path).catch(() => undefined))
    return rules
  }

  /** The rules of hosts as the settings have them. */
  list(hosts: readonly string[]): NetworkRule[] {
    return hosts.map((host) => this.#rules.find((one) => one.host === host) ?? unknownRule(host))
  }

  /** Begins with the hosts that the settings have at the start: when and why they were allowed is known for those of the file only. */
  adopt(hosts: readonly string[]): void {
    this.#rules = this.list(hosts)
  }

  /** Takes the hosts over that the settings have now: new ones are allowed from now on, others are forgotten. */
  follow(hosts: readonly string[]): void {
    const known = new Set(this.#rules.map(({ host }) => host))
    if (hosts.length === known.size && hosts.every((host) => known.has(host))) return
    const denied = this.parts.denied()
    const begun = (host: string): NetworkRule => {
      const reason = denied.find((one) => isHostAmong(nameOf(one), [host]))?.purpose ?? null
      return { ...unknownRule(host), allowed_at: this.parts.now(), reason }
    }
    this.#become(hosts.map((host) => this.#rules.find((one) => one.host === host) ?? begun(host)))
  }

  /** Counts an attempt that a rule let through. */
  used(attempt: NetworkAttempt): void {
    if (attempt.by !== 'rule' || attempt.outcome !== 'allowed') return
    const counted = (rule: NetworkRule): NetworkRule =>
      isHostAmong(nameOf(attempt), [rule.host])
        ? { ...rule, last_used: attempt.at, uses: rule.uses + 1, reason: rule.reason ?? attempt.purpose }
        : rule
    this.#become(this.#rules.map(counted))
  }

  /** Resolves when all is on disk. */
  async close(): Promise<void> {
    await this.#queue.idle()
  }

  #become(rules: readonly NetworkRule[]): void {
    this.#rules = rules
    const { path, log } = this.parts
    const write = async () => {
      // Another change has come since: its own turn writes it.
      if (this.#rules !== rules) return
      await makeStoreFolder(dirname(path))
      await writeJsonDurably(path, rules)
    }
    this.#queue.run(write).catch((thrown: unknown) => log(`network: the rules were not written: ${String(thrown)}`))
  }
}

function unknownRule(host: string): NetworkRule {
  return { host, allowed_at: null, reason: null, last_used: null, uses: 0 }
}

/** An attempt's host without its port. */
function nameOf({ host }: NetworkAttempt): string {
  return host.replace(/:\d+$/u, '')
}
