import { fromFirstDifference } from '@shared/excerpts/where-texts-differ'
import type { Comparison, Outcome, VariantSummary } from '@shared/session/replay'
import type { SettingsVariant } from '@shared/settings'
import { UsageError } from '../../args'
import { fitColumns, tableLines } from '../../print/align-columns'
import { exitCode, type Client, type Command, type Context } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { Progress } from '../../print/progress'
import { settingNames, settingsVariant } from '../../settings-variant'
import { chosenSessions } from './session-choice'
import type { Say } from '../../words/terminal-words'

export const compare: Command = {
  name: 'compare',
  usage: '<session>…|--all --a passages=5 --b passages=8,cross_language=false [--json]',
  about: 'aboutCompare',
  options: ['all', 'a', 'b', 'json'],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { args, out, err, say } = context
    const named = chosenSessions(context, 'compare')
    if (args.text('a') === undefined && args.text('b') === undefined) throw new UsageError('noVariant', {}, 'compare')
    const variants = {
      a: settingsVariant(args.text('a'), 'a', 'compare'),
      b: settingsVariant(args.text('b'), 'b', 'compare'),
    }
    const client = await context.client()
    const ids = args.has('all') ? (await client.sessions.list()).map(({ id }) => id) : named
    if (ids.length === 0) {
      err.line(say('noSessions'))
      return exitCode.failed
    }
    const comparison = await compared(context, client, { ids: [...new Set(ids)], ...variants })
    if (!comparison) return exitCode.failed
    if (args.has('json')) out.line(printableJson(comparison, 2))
    else if (comparison.a.turns === 0) err.line(say('noTurns'))
    else for (const line of comparisonLines(comparison, context)) out.line(line)
    return comparison.a.turns === 0 ? exitCode.failed : exitCode.fine
  },
}

async function compared(
  { err, say, signal, world }: Context,
  client: Client,
  input: { ids: string[]; a: SettingsVariant; b: SettingsVariant },
): Promise<Comparison | null> {
  const progress = new Progress(err, () => world.now(), say('comparing'))
  let comparison: Comparison | null = null
  try {
    for await (const step of await client.sessions.compare(input, { signal })) {
      progress.update(step.done, step.total, '')
      comparison = step.comparison ?? comparison
    }
  } finally {
    progress.end()
  }
  return comparison
}

function comparisonLines({ a, b, same_answers: same, differing }: Comparison, { out, say }: Context): string[] {
  const [left, right] = [measures(a), measures(b)]
  const heads = [
    ...settingNames.options,
    ...(['turns', 'refused', 'askedBack', 'confidence', 'sourcesEach', 'medianTime'] as const).map((word) => say(word)),
  ]
  const rows = heads.map((head, at) => [head, left[at] ?? '', right[at] ?? ''])
  return [
    ...tableLines([['', 'A', 'B'], ...rows], new Set([1, 2])),
    '',
    say('sameAnswers', { same, count: a.turns }),
    ...differing.flatMap((turn) => [
      '',
      `${printableLine(turn.question)}  (${turn.session_id}, ${printableLine(turn.turn_id)})`,
      ...sideLines(turn, say).map((line) => fitColumns(line, out.room)),
    ]),
  ]
}

/** The two answers from a little before they differ. */
function sideLines({ a, b }: Comparison['differing'][number], say: Say): string[] {
  const [first, second] = fromFirstDifference(answerLine(a, say), answerLine(b, say))
  return [`  A: ${first}`, `  B: ${second}`]
}

function measures({ settings, turns, refused, asked_back, confidence, sources, ms }: VariantSummary): string[] {
  const shown = settingNames.options.map((name) => String(settings[name]))
  const digits = (value: number | null, count: number) => (value === null ? '–' : value.toFixed(count))
  const counts = [turns, refused, asked_back].map(String)
  return [...shown, ...counts, digits(confidence, 2), digits(sources, 1), digits(ms, 0)]
}

function answerLine({ response }: Outcome, say: Say): string {
  return printableLine(response) || say('noAnswer')
}
