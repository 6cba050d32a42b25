import { type DecisionRecord, EntityType, type GraphDecision } from '@shared/graph'
import { UsageError } from '../../args'
import { tableLines } from '../../print/align-columns'
import { type Client, type Context, exitCode } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { idOf, missing } from './named-entity'

/** The first name is of the entity that stays; the others become names of it. */
export async function mergeNames(context: Context, operands: readonly string[], client: Client): Promise<number> {
  if (operands.length < 2) throw missing('whatGraphNames', context)
  const ids: string[] = []
  for (const name of operands) ids.push(await idOf(name, context, client))
  return decide({ kind: 'merge', ids }, context, client)
}

/** Names that are no longer of the entity, as `graph show` lists them. */
export async function splitName(context: Context, operands: readonly string[], client: Client): Promise<number> {
  const [name, ...names] = operands
  if (name === undefined || names.length === 0) throw missing('whatGraphNames', context)
  return decide({ kind: 'split', id: await idOf(name, context, client), names }, context, client)
}

export async function renameEntity(context: Context, operands: readonly string[], client: Client): Promise<number> {
  const [name, to, ...more] = operands
  if (name === undefined || to === undefined || more.length > 0) throw missing('whatGraphNames', context)
  return decide({ kind: 'rename', id: await idOf(name, context, client), name: to }, context, client)
}

export async function retypeEntity(context: Context, operands: readonly string[], client: Client): Promise<number> {
  const [name, written = '', ...more] = operands
  if (name === undefined || more.length > 0) throw missing('whatGraphType', context)
  const type = EntityType.safeParse(written.toLowerCase()).data
  if (!type) throw new UsageError('badGraphType', { value: written, types: EntityType.options.join(', ') }, 'graph')
  return decide({ kind: 'retype', id: await idOf(name, context, client), type }, context, client)
}

/** Takes a decision back, or a merge that rules made; `graph show --json` has the ids of those. */
export async function undoDecision(context: Context, operands: readonly string[], client: Client): Promise<number> {
  const [entry, ...more] = operands
  if (entry === undefined || more.length > 0) throw missing('whatGraphDecision', context)
  await client.graph.decide({ kind: 'undo', entry })
  context.err.line(context.say('graphUndone'))
  return exitCode.fine
}

export async function listDecisions(
  { args, out, err, say }: Context,
  _operands: readonly string[],
  client: Client,
): Promise<number> {
  const decisions = await client.graph.decisions()
  if (args.has('json')) out.line(printableJson(decisions, 2))
  else if (decisions.length === 0) err.line(say('graphUndecided'))
  else {
    const rows = decisions.map((one) => [one.id, say(`graphDecided_${one.kind}`), namesOf(one)])
    for (const line of tableLines([['id', say('graphDecision'), say('name')], ...rows], new Set())) out.line(line)
  }
  return exitCode.fine
}

/** Follows a decision, and prints its record: its id takes it back. */
async function decide(decision: GraphDecision, { args, out, say }: Context, client: Client): Promise<number> {
  const known = new Set((await client.graph.decisions()).map(({ id }) => id))
  await client.graph.decide(decision)
  const record = (await client.graph.decisions()).find(({ id }) => !known.has(id)) ?? null
  if (args.has('json')) out.line(printableJson(record, 2))
  else if (record) {
    out.line(`${say(`graphDecided_${record.kind}`)}: ${namesOf(record)}`)
    out.line(say('graphUndoWith', { id: record.id }))
  }
  return exitCode.fine
}

function namesOf({ names, to }: DecisionRecord): string {
  const written = names.map((name) => printableLine(name)).join(', ')
  return to === null ? written : `${written} → ${printableLine(to)}`
}
