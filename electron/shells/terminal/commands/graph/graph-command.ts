import { setTimeout } from 'node:timers/promises'
import { type EntityCard, GraphFileFormat, type GraphPassageRef } from '@shared/graph'
import { choiceOf, UsageError } from '../../args'
import { fitColumns, tableLines } from '../../print/align-columns'
import { type Client, exitCode, type Command, type Context } from '../../command'
import { printable, printableJson, printableLine } from '../../print/printable'
import { decisions, near, showTheme } from './decide-graph'
import { enrichGraph } from './enrich-graph'
import { idOf, missing, typeOf } from './entity-choice'
import { Progress } from '../../print/progress'
import { fileOrInFolder, WholeFile } from '../../print/whole-file'

type Action = (context: Context, operands: readonly string[], client: Client) => Promise<number>

const actions: Readonly<Record<string, Action>> = {
  state,
  search,
  show,
  path,
  themes,
  enrich: enrichGraph,
  near,
  theme: showTheme,
  export: exportGraph,
  ...decisions,
}
const maxListed = 40
const maxNamed = 10
const lookEveryMs = 100

export const graph: Command = {
  name: 'graph',
  usage:
    'state|search <text>|show <name>|near <name> [--depth 1-4]|path <name> <name>|themes|theme <id>|merge <names…>|split <name> <names…>|rename <name> <new name>|type <name> <type>|decisions|undo <decision>|enrich|export [--format graphml|json] [--out file] [--with-sensitive] [--json]',
  about: 'aboutGraph',
  options: ['json', 'format', 'out', 'depth', 'with-sensitive'],
  needs: 'whatGraphAction',
  maxOperands: Infinity,
  async run(context) {
    const [name = '', ...operands] = context.args.operands
    const action = choiceOf(actions, name, 'graph')
    const client = await context.client()
    await wholeGraph(context, client)
    return action(context, operands, client)
  },
}

/** A store of before there was a graph is read first. */
async function wholeGraph({ err, say, signal, world }: Context, client: Client): Promise<void> {
  const progress = new Progress(err, () => world.now(), say('graphReading'))
  try {
    // Any call of this kind waits until the documents' kept shares are in.
    await client.graph.communities()
    for (;;) {
      const { documents } = await client.graph.state()
      if (documents.done >= documents.total) return
      progress.update(documents.done, documents.total, '')
      await setTimeout(lookEveryMs, undefined, { signal })
    }
  } finally {
    progress.end()
  }
}

async function state({ args, out, say }: Context, _operands: readonly string[], client: Client): Promise<number> {
  const told = await client.graph.state()
  const { documents } = told
  // Counted here: the engine counts a while after the last change.
  const { nodes: entities, edges: relations } = (await client.graph.picture({ limit: 1 })).total
  const communities = (await client.graph.communities()).filter(({ level }) => level === 0).length
  const found = { ...told, entities, relations, communities }
  if (args.has('json')) out.line(printableJson(found, 2))
  else if (entities === 0) out.line(say('graphEmpty'))
  else {
    out.line(say('graphHolds', { entities, relations, communities, documents: documents.done }))
    if (documents.done < documents.total) out.line(say('graphUnread', { count: documents.total - documents.done }))
  }
  return exitCode.fine
}

async function search(context: Context, operands: readonly string[], client: Client): Promise<number> {
  const { args, out, err, say } = context
  const text = operands.join(' ').trim()
  if (text === '') throw missing('whatGraphName', context)
  const hits = await client.graph.search({ text, limit: maxListed })
  if (args.has('json')) out.line(printableJson(hits, 2))
  else if (hits.length === 0) err.line(say('noEntity', { name: printableLine(text) }))
  else {
    const head = ['id', say('name'), say('entityType'), say('entityMentions'), say('entityDocuments')]
    const rows = hits.map((hit) => [
      hit.id,
      printableLine(hit.matched === null ? hit.name : `${hit.name} (${hit.matched})`),
      typeOf(hit, context),
      String(hit.mentions),
      String(hit.documents),
    ])
    for (const line of tableLines([head, ...rows], new Set([3, 4]))) out.line(line)
  }
  return hits.length > 0 ? exitCode.fine : exitCode.failed
}

async function show(context: Context, operands: readonly string[], client: Client): Promise<number> {
  const { args, out } = context
  const name = operands.join(' ').trim()
  if (name === '') throw missing('whatGraphName', context)
  const card = await client.graph.entity({ id: await idOf(name, context, client) })
  if (args.has('json')) out.line(printableJson(card, 2))
  else for (const line of cardLines(card, context)) out.line(line)
  return exitCode.fine
}

function cardLines(card: EntityCard, context: Context): string[] {
  const { say } = context
  const type = typeOf(card, context)
  const facts = [type, `${card.mentions} ${say('entityMentions')}`, `${card.documents} ${say('entityDocuments')}`]
  const namesOf = (heads: readonly string[]) => heads.slice(0, maxNamed).map(printableLine).join(', ')
  return [
    printableLine(card.name),
    facts.filter(Boolean).join(' · '),
    ...(card.aliases.length > 0 ? [say('entityAliases', { names: namesOf(card.aliases) })] : []),
    ...(card.statements.length > 0 ? ['', `${say('entitySaid')}:`] : []),
    ...card.statements.slice(0, maxListed).flatMap(({ relation, outgoing, other, passages }) => {
      const words = say(`relation_${relation}`)
      const both = outgoing ? `${card.name} ${words} ${other.name}` : `${other.name} ${words} ${card.name}`
      return [`- ${printableLine(both)}`, ...passages.slice(0, 1).map((passage) => sentenceLine(passage, context))]
    }),
    ...(card.related.length > 0
      ? ['', say('entityWith', { names: namesOf(card.related.map((other) => other.name)) })]
      : []),
  ]
}

function sentenceLine({ text, document_title: title }: GraphPassageRef, { out }: Context): string {
  return fitColumns(`    ${printableLine(text)} — ${printableLine(title)}`, out.columns)
}

async function path(context: Context, operands: readonly string[], client: Client): Promise<number> {
  const { args, out, err, say } = context
  const [from, to, ...more] = operands
  if (from === undefined || to === undefined || more.length > 0) throw missing('whatGraphNames', context)
  const [a, b] = [await idOf(from, context, client), await idOf(to, context, client)]
  const found = await client.graph.path({ from: a, to: b })
  if (args.has('json')) out.line(printableJson(found, 2))
  else if (found.nodes.length === 0) err.line(say('noPath'))
  else {
    out.line(printableLine(found.nodes[0]?.name ?? ''))
    for (const [at, { relation, forward, passages }] of found.edges.entries()) {
      const words = say(`relation_${relation}`)
      const arrow = relation === 'co_occurs' ? `— ${words} —` : forward ? `— ${words} →` : `← ${words} —`
      out.line(`  ${arrow} ${printableLine(found.nodes[at + 1]?.name ?? '')}`)
      for (const passage of passages.slice(0, 1)) out.line(sentenceLine(passage, context))
    }
  }
  return found.nodes.length > 0 ? exitCode.fine : exitCode.failed
}

async function themes({ args, out, err, say }: Context, _operands: readonly string[], client: Client): Promise<number> {
  const communities = await client.graph.communities()
  if (args.has('json')) out.line(printableJson(communities, 2))
  else if (communities.length === 0) err.line(say('graphEmpty'))
  else {
    const coarsest = communities.filter(({ level }) => level === 0).slice(0, maxListed)
    const rows = coarsest.map(({ id, title, size }) => [id, printableLine(title), String(size)])
    for (const line of tableLines([['id', say('themeTitle'), say('themeSize')], ...rows], new Set([2]))) out.line(line)
  }
  return exitCode.fine
}

async function exportGraph(context: Context, _operands: readonly string[], client: Client): Promise<number> {
  const { args, out, err, say, signal } = context
  const value = args.text('format') ?? 'graphml'
  const format = GraphFileFormat.safeParse(value).data
  if (!format) throw new UsageError('badGraphFormat', { value, formats: GraphFileFormat.options.join(', ') }, 'graph')
  const leaveOut = !args.has('with-sensitive')
  const pieces = await client.graph.export({ format, leave_out_sensitive: leaveOut }, { signal })
  const target = args.text('out')
  if (target === undefined) {
    for await (const piece of pieces) out.write(out.isTTY ? printable(piece) : piece)
    return exitCode.fine
  }
  const file = await WholeFile.create(await fileOrInFolder(context.resolvePath(target), `cairn-graph.${format}`))
  try {
    for await (const piece of pieces) await file.write(Buffer.from(piece, 'utf8'))
    await file.finish()
  } finally {
    await file.discard()
  }
  err.line(say('exported', { file: printableLine(file.path) }))
  return exitCode.fine
}
