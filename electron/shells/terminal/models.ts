import type { CatalogueItem, ModelKind, ModelSettings, ModelsState } from '@shared/models'
import { UsageError } from './args'
import { tableLines } from './columns'
import { exitCode, type Client, type Command, type Context } from './command'
import { printableJson, printableLine } from './printable'
import { printReport, reportOf } from './problems'
import { Progress } from './progress'
import type { Word } from './words'

const actions: Readonly<Record<string, (context: Context, operands: readonly string[]) => Promise<number>>> = {
  list,
  catalogue,
  add,
  download,
  use,
  status,
  delete: remove,
  network,
}

export const models: Command = {
  name: 'models',
  usage:
    'list|catalogue|add <files…>|download <id>|use <what> <id>|status|delete <id>|network [--json] [--allow hosts]',
  about: 'aboutModels',
  options: ['json', 'allow'],
  needs: 'whatModelAction',
  most: Infinity,
  run(context) {
    const [name = '', ...operands] = context.args.operands
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new UsageError('tooManyOperands', { command: 'models', value: name }, 'models')
    return action(context, operands)
  },
}

const kindWord: Record<ModelKind, Word> = {
  language: 'kindLanguage',
  embedder: 'kindEmbedder',
  reranker: 'kindReranker',
}
const fitWord: Record<CatalogueItem['fit'], Word> = { good: 'fitGood', tight: 'fitTight', too_big: 'fitTooBig' }
const breakerWord: Record<ModelsState['runtime'][number]['breaker'], Word> = {
  closed: 'breakerClosed',
  open: 'breakerOpen',
  half_open: 'breakerHalfOpen',
}

async function list({ client, args, out, err, say }: Context): Promise<number> {
  const api = await client()
  const [state, settings] = await Promise.all([api.models.state(), api.settings.get()])
  if (args.has('json')) {
    out.line(printableJson(state, 2))
    return exitCode.fine
  }
  const served = state.servers.flatMap((server) => server.models.map((model) => ({ ...model, server: server.name })))
  if (state.installed.length + served.length === 0) {
    err.line(say('noModels'))
    return exitCode.fine
  }
  const head = ['id', say('modelKind'), say('modelSize'), say('modelMemory'), say('modelLicence'), say('modelUse')]
  const uses = (id: string) =>
    (['language', 'fallback', 'embedder', 'reranker'] as const)
      .filter((use) => settings.models[use] === id)
      .map((use) => say(wordOfUse(use)))
      .join(', ')
  const rows = state.installed.map(({ id, kind, bytes, details, licence, problem }) => [
    printableLine(id),
    say(kindWord[kind]),
    gigabytes(bytes),
    gigabytes(details.memory_bytes),
    printableLine(licence ?? '–'),
    problem ? `✗ ${printableLine(problem.message)}` : uses(id),
  ])
  const rowsServed = served.map(({ id, server }) => {
    return [printableLine(id), say('kindLanguage'), '–', '–', printableLine(server), uses(id)]
  })
  for (const line of tableLines([head, ...rows, ...rowsServed], new Set([2, 3]))) out.line(line)
  return exitCode.fine
}

async function catalogue({ client, args, out, say }: Context): Promise<number> {
  const items = await (await client()).models.catalogue()
  if (args.has('json')) {
    out.line(printableJson(items, 2))
    return exitCode.fine
  }
  const head = [
    'id',
    say('modelKind'),
    say('modelSize'),
    say('modelFit'),
    say('modelLicence'),
    say('modelLanguages'),
    say('modelState'),
  ]
  const rows = items.map(({ entry, fit, installed }) => [
    entry.id,
    say(kindWord[entry.kind]),
    gigabytes(entry.bytes),
    say(fitWord[fit]),
    printableLine(entry.licence),
    entry.languages.join(' '),
    installed ? say('ready') : '',
  ])
  for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
  return exitCode.fine
}

async function add(context: Context, operands: readonly string[]): Promise<number> {
  const { out, say, signal } = context
  if (operands.length === 0) throw missing('whatModelFile', context)
  const paths = operands.map((path) => context.resolvePath(path))
  const { id, name } = await (await context.client()).models.add({ paths }, { signal })
  out.line(say('modelAdded', { name: printableLine(name), id: printableLine(id) }))
  return exitCode.fine
}

async function remove(context: Context, [id]: readonly string[]): Promise<number> {
  if (id === undefined) throw missing('whatModel', context)
  const { deleted } = await (await context.client()).models.delete({ id })
  context.out.line(context.say('modelDeleted', { id: printableLine(deleted) }))
  return exitCode.fine
}

async function status({ client, args, out, say }: Context): Promise<number> {
  const state = await (await client()).models.state()
  if (args.has('json')) {
    out.line(printableJson(state, 2))
    return exitCode.fine
  }
  const { embedding, machine } = state
  const next = embedding.next
  const rows = [
    [say('folder'), printableLine(state.folder)],
    [say('embedder'), printableLine(embedding.current)],
    ...(next ? [[say('embeddingAgain'), `${printableLine(next.id)} ${next.done}/${next.total} ${next.state}`]] : []),
    [say('modelMemory'), `${gigabytes(machine.free_bytes)} / ${gigabytes(machine.memory_bytes)}`],
    ...state.runtime.map(({ id, state: at, breaker, device }) => {
      return [printableLine(id), [at, say(breakerWord[breaker]), device].filter(Boolean).join(' · ')]
    }),
  ]
  for (const line of tableLines(rows)) out.line(line)
  return exitCode.fine
}

async function network({ client, args, out, err, say }: Context): Promise<number> {
  const attempts = await (await client()).models.network_log()
  if (args.has('json')) {
    out.line(printableJson(attempts, 2))
    return exitCode.fine
  }
  if (attempts.length === 0) err.line(say('noAttempts'))
  const rows = attempts.map(({ at, host, purpose, outcome }) => {
    return [new Date(at).toISOString(), printableLine(host), outcome, printableLine(purpose)]
  })
  for (const line of tableLines(rows)) out.line(line)
  return exitCode.fine
}

/** Downloads one model and shows how far it is; Ctrl-C keeps what has come. */
async function download(context: Context, [entryId]: readonly string[]): Promise<number> {
  const { args, err, say, out, signal, world } = context
  if (entryId === undefined) throw missing('whatEntry', context)
  const client = await context.client()
  const allow = (args.text('allow') ?? '').split(',').filter(Boolean)
  let id: string
  try {
    id = (await client.models.download({ entry_id: entryId, allow })).download_id
  } catch (thrown) {
    const entry = (await client.models.catalogue()).find((item) => item.entry.id === entryId)?.entry
    if (reportOf(thrown).code !== 'NETWORK_DENIED' || !entry) throw thrown
    const hosts = [...new Set(entry.files.map(({ url }) => new URL(url).hostname))].join(',')
    err.line(say('downloadHosts', { hosts }))
    return exitCode.failed
  }
  const progress = new Progress(err, () => world.now(), say('downloading'))
  try {
    for await (const state of modelStates(client, signal)) {
      const found = state.downloads.find((one) => one.id === id)
      if (!found) continue
      const megabytes = (bytes: number) => Math.round(bytes / 1e6)
      progress.update(megabytes(found.done), megabytes(found.total), `${megabytes(found.bytes_per_second)} MB/s`)
      if (found.state === 'running' || found.state === 'verifying') continue
      progress.end()
      if (found.state === 'done') {
        out.line(say(found.verified ? 'downloadedVerified' : 'downloadedUnverified'))
        return exitCode.fine
      }
      if (found.error) printReport(found.error, err, say)
      err.line(say('downloadPaused'))
      return exitCode.failed
    }
  } finally {
    progress.end()
  }
  await client.models.pause_download({ id })
  err.line(say('downloadPaused'))
  return exitCode.interrupted
}

const uses = ['language', 'fallback', 'embedder', 'reranker'] as const
type Use = (typeof uses)[number]

function wordOfUse(use: Use): Word {
  return use === 'fallback' ? 'useFallback' : kindWord[use]
}

/** Chooses a model for a job; another embedder's vectors are made before it ends. */
async function use(context: Context, [what, id]: readonly string[]): Promise<number> {
  const { say, out, err } = context
  const chosen = uses.find((one) => one === what)
  if (chosen === undefined || id === undefined) throw missing('whatUse', context)
  const client = await context.client()
  const none = id === 'none' || id === 'builtin'
  if (!none) {
    const state = await client.models.state()
    const kind: ModelKind = chosen === 'fallback' ? 'language' : chosen
    const isServed = state.servers.some((server) => server.models.some((model) => model.id === id))
    const isFitting =
      (kind === 'language' && isServed) || state.installed.some((one) => one.id === id && one.kind === kind)
    if (!isFitting) {
      err.line(say('notThatKind', { id: printableLine(id), kind: say(kindWord[kind]) }))
      return exitCode.failed
    }
  }
  const patch: Partial<Pick<ModelSettings, Use>> = { [chosen]: none ? null : id }
  await client.settings.set({ models: patch })
  out.line(say('modelChosen', { kind: say(wordOfUse(chosen)), id: none ? say('modelBuiltin') : printableLine(id) }))
  return chosen === 'embedder' ? followEmbedding(context, client) : exitCode.fine
}

async function followEmbedding({ err, say, signal, world }: Context, client: Client): Promise<number> {
  const progress = new Progress(err, () => world.now(), say('embeddingAgain'))
  try {
    for await (const { embedding } of modelStates(client, signal)) {
      const { next } = embedding
      if (!next) return exitCode.fine
      progress.update(next.done, next.total, printableLine(next.id))
      if (next.state === 'running') continue
      progress.end()
      if (next.error) printReport(next.error, err, say)
      return exitCode.failed
    }
  } finally {
    progress.end()
  }
  err.line(say('embeddingLater'))
  return exitCode.interrupted
}

/** The state now, then at every change, until Ctrl-C. */
async function* modelStates(client: Client, signal: AbortSignal): AsyncGenerator<ModelsState> {
  try {
    for await (const change of await client.changes.watch(undefined, { signal })) {
      if (change.type === 'models') yield change.models
      else if (change.type === 'snapshot' && change.models) yield change.models
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  }
}

function missing(what: Word, { say }: Context): UsageError {
  return new UsageError('missingOperand', { command: 'models', what: say(what) }, 'models')
}

function gigabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`
}
