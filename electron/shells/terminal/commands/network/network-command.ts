import type { FoundAttempts, NetworkRule } from '@shared/api/network-api'
import { localTime } from '@shared/dates/local-time'
import type { NetworkAttempt } from '@shared/models/models'
import { choiceOf } from '../../args'
import { type Command, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { saySentence } from '../../print/problems'

type Action = (context: Context, operands: readonly string[]) => Promise<number>

const actions: Readonly<Record<string, Action>> = {
  log: showLog,
  rules: showRules,
  allow,
  forget,
  offline: (context) => change(context, true),
  online: (context) => change(context, false),
}

export const network: Command = {
  name: 'network',
  usage: 'log [word…]|rules|allow <host>|forget <host>|offline|online [--all] [--json]',
  about: 'aboutNetwork',
  options: ['all', 'json'],
  needs: 'whatNetworkAction',
  maxOperands: Infinity,
  run(context) {
    const [name = '', ...operands] = context.args.operands
    return choiceOf(actions, name, 'network')(context, operands)
  },
}

const shown = 50
const most = 5000

async function showLog(context: Context, words: readonly string[]): Promise<number> {
  const { args, out, err, say } = context
  const client = await context.client()
  const limit = args.has('all') ? most : shown
  const found: FoundAttempts = await client.network.log({ text: words.join(' '), limit })
  if (printedAsJson(context, found)) return exitCode.fine
  if (found.total === 0) err.line(say(words.length === 0 ? 'networkNoAttempts' : 'networkNoneFits'))
  else {
    const head = [say('networkAt'), say('networkOutcome'), say('networkHost'), say('networkPurpose')]
    const rows = found.attempts.map((one) => [
      localTime(one.at),
      say(outcomeWords[outcomeOf(one)]),
      printableLine(one.host),
      printableLine(saySentence(one.purpose, say)),
    ])
    for (const line of tableLines([head, ...rows])) out.line(line)
    const more = found.total - found.attempts.length
    if (more > 0) err.line(say('networkMore', { count: String(more) }))
  }
  if (found.damaged > 0) err.line(say('networkDamaged', { count: String(found.damaged) }))
  await sayOffline(context)
  return exitCode.fine
}

const outcomeWords = {
  denied: 'networkDenied',
  failed: 'networkFailed',
  loopback: 'networkHere',
  rule: 'networkByRule',
  once: 'networkOnce',
} as const

function outcomeOf({ outcome, by }: NetworkAttempt): keyof typeof outcomeWords {
  return outcome === 'allowed' ? (by ?? 'rule') : outcome
}

async function showRules(context: Context): Promise<number> {
  printRules(context, await (await context.client()).network.rules())
  await sayOffline(context)
  return exitCode.fine
}

async function allow(context: Context, [host = '']: readonly string[]): Promise<number> {
  printRules(context, await (await context.client()).network.allow({ host }))
  await sayOffline(context)
  return exitCode.fine
}

async function forget(context: Context, [host = '']: readonly string[]): Promise<number> {
  printRules(context, await (await context.client()).network.forget({ host }))
  return exitCode.fine
}

async function change(context: Context, offline: boolean): Promise<number> {
  const { out, say } = context
  const { network: now } = await (await context.client()).settings.set({ network: { offline } })
  if (!printedAsJson(context, now)) out.line(say(now.offline ? 'networkIsOffline' : 'networkIsOnline'))
  return exitCode.fine
}

function printRules(context: Context, rules: readonly NetworkRule[]): void {
  const { out, err, say } = context
  if (printedAsJson(context, rules)) return
  if (rules.length === 0) {
    err.line(say('networkNoRules'))
    return
  }
  const head = ['networkHost', 'networkReason', 'networkSince', 'networkLastUse', 'networkUses'] as const
  const rows = rules.map(({ host, reason, allowed_at, last_used, uses }) => [
    printableLine(host),
    reason === null ? '–' : printableLine(saySentence(reason, say)),
    allowed_at === null ? '–' : localTime(allowed_at),
    last_used === null ? say('networkNever') : localTime(last_used),
    String(uses),
  ])
  for (const line of tableLines([head.map((word) => say(word)), ...rows], new Set([4]))) out.line(line)
}

async function sayOffline(context: Context): Promise<void> {
  const settings = await (await context.client()).settings.get()
  if (settings.network.offline) context.err.line(context.say('networkIsOffline'))
}
