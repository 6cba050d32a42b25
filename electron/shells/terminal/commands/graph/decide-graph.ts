import { localTime } from '@shared/dates/local-time'
import { EntityType, type GraphDecision } from '@shared/graph'
import { UsageError } from '../../args'
import { type Client, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { idOf } from './entity-choice'

type Operands = readonly string[]
type Action = (context: Context, operands: Operands, client: Client) => Promise<number>

/** What a person decides about names in the graph; every decision can be taken back and survives indexing anew. */
export const decisions: Readonly<Record<string, Action>> = {
  merge: async (context, names, client) => {
    if (names.length < 2) throw needed(context)
    const ids = await Promise.all(names.map((name) => idOf(name, context, client)))
    // Two names may be one entity already.
    if (new Set(ids).size < 2) throw new UsageError('sameEntity', {}, 'graph')
    return decide(context, client, { kind: 'merge', ids: [...new Set(ids)] })
  },
  split: async (context, [name, ...apart], client) => {
    if (name === undefined || apart.length === 0) throw needed(context)
    return decide(context, client, { kind: 'split', id: await idOf(name, context, client), names: apart })
  },
  rename: async (context, [name, ...words], client) => {
    const to = words.join(' ').trim()
    if (name === undefined || to === '') throw needed(context)
    return decide(context, client, { kind: 'rename', id: await idOf(name, context, client), name: to })
  },
  type: async (context, [name, value], client) => {
    const type = EntityType.safeParse(value).data
    if (name === undefined || type === undefined) {
      throw new UsageError('whatEntityType', { types: EntityType.options.join(', ') }, 'graph')
    }
    return decide(context, client, { kind: 'retype', id: await idOf(name, context, client), type })
  },
  undo: (context, [entry], client) => {
    if (entry === undefined) throw needed(context)
    return decide(context, client, { kind: 'undo', entry })
  },
  decisions: list,
}

function needed({ say }: Context): UsageError {
  return new UsageError('missingOperand', { command: 'graph', what: say('whatDecision') }, 'graph')
}

/** Says what it is recorded as, so that it can be taken back. */
async function decide(context: Context, client: Client, decision: GraphDecision): Promise<number> {
  const { out, say } = context
  const before = new Set((await client.graph.decisions()).map(({ id }) => id))
  await client.graph.decide(decision)
  const made = (await client.graph.decisions()).find(({ id }) => !before.has(id))
  out.line(made ? say('decided', { id: printableLine(made.id) }) : say('decidedAnew'))
  return exitCode.fine
}

async function list(context: Context, _operands: Operands, client: Client): Promise<number> {
  const { out, err, say } = context
  const all = await client.graph.decisions()
  if (printedAsJson(context, all)) return exitCode.fine
  if (all.length === 0) {
    err.line(say('noDecisions'))
    return exitCode.fine
  }
  const rows = all.map(({ id, kind, at, names, to }) => [
    printableLine(id),
    localTime(at),
    say(`decision_${kind}`),
    printableLine(to === null ? names.join(' + ') : `${names.join(' + ')} → ${to}`),
  ])
  for (const line of tableLines(rows)) out.line(line)
  return exitCode.fine
}

/** The names that can be reached from one in some steps, the highest ranked first. */
export async function near(context: Context, words: Operands, client: Client): Promise<number> {
  const { args, out } = context
  const depth = Number(args.text('depth') ?? 1)
  if (words.length === 0) throw needed(context)
  if (!Number.isInteger(depth) || depth < 1 || depth > 4) throw new UsageError('badDepth', {}, 'graph')
  const id = await idOf(words.join(' '), context, client)
  const found = await client.graph.neighbourhood({ id, depth })
  if (printedAsJson(context, found)) return exitCode.fine
  const { ids, names, mentions } = found.nodes
  for (const [at, name] of names.entries()) {
    if (ids[at] !== id) out.line(`${printableLine(name)} (${mentions[at] ?? 0})`)
  }
  return exitCode.fine
}

/** A theme with what belongs to it, as a language model describes it where one is chosen. */
export async function showTheme(context: Context, [id]: Operands, client: Client): Promise<number> {
  const { out, say, signal } = context
  if (id === undefined) throw new UsageError('missingOperand', { command: 'graph', what: say('whatTheme') }, 'graph')
  const card = await client.graph.describe_community({ id }, { signal })
  if (printedAsJson(context, card)) return exitCode.fine
  out.line(printableLine(card.title))
  const { text, by } = card.summary
  if (text !== '') out.line(printableLine(by === null ? text : `${text} (${by})`))
  for (const { name } of card.entities) out.line(`- ${printableLine(name)}`)
  return exitCode.fine
}
