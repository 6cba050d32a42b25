import { localTime } from '@shared/dates/local-time'
import { choiceOf, UsageError } from '../../args'
import { tableLines } from '../../print/align-columns'
import { chooseModel, modelUses } from './choose-model'
import { exitCode, type Command, type Context } from '../../command'
import { downloadModel, gigabytes } from './download-model'
import { cancelDownload, embedding, keepLoaded } from './model-work'
import { serverKey, serverLines } from './model-servers'
import { printableLine, printedAsJson } from '../../print/printable'
import { printReport, saySentence } from '../../print/problems'
import { starterModels } from './starter-models'
import type { Word } from '../../words/terminal-words'

const actions: Readonly<Record<string, (context: Context, operands: readonly string[]) => Promise<number>>> = {
  list,
  catalogue,
  add,
  download: (context, [id]) => {
    if (id === undefined) throw missing('whatEntry', context)
    return downloadModel(context, id)
  },
  use: (context, [what, ...words]) => {
    const use = modelUses.find((one) => one === what)
    if (use === undefined || words.length === 0) throw missing('whatUse', context)
    return chooseModel(context, use, words)
  },
  key: (context, [url]) => {
    if (url === undefined || !URL.canParse(url)) throw missing('whatServer', context)
    return serverKey(context, url)
  },
  status,
  delete: remove,
  load: (context, [id]) => keepLoaded(context, id, true),
  unload: (context, [id]) => keepLoaded(context, id, false),
  pause: (context) => embedding(context, true),
  resume: (context) => embedding(context, false),
  cancel: cancelDownload,
  network,
  starter: (context) => starterModels(context),
}

export const models: Command = {
  name: 'models',
  usage:
    'list|catalogue|add <files…>|download <id>|use <what> <id>|key <url>|status|delete <id>|load <id>|unload <id>|pause|resume|cancel <download>|network|starter [--json] [--allow hosts] ' +
    '[--remove] [--fetch [--yes]] [--from folder] [--undo]',
  about: 'aboutModels',
  options: ['json', 'allow', 'remove', 'fetch', 'yes', 'from', 'undo'],
  needs: 'whatModelAction',
  maxOperands: Infinity,
  run(context) {
    const [name = '', ...operands] = context.args.operands
    const action = choiceOf(actions, name, 'models')
    return action(context, operands)
  },
}

async function list({ client, args, out, err, say }: Context): Promise<number> {
  const api = await client()
  const servers = await api.models.find_servers()
  const [state, settings] = await Promise.all([api.models.state(), api.settings.get()])
  if (printedAsJson({ args, out }, { ...state, servers })) return exitCode.fine
  if (state.problem) printReport(state.problem, err, say)
  if (state.installed.length + servers.length === 0) {
    if (!state.problem) err.line(say('noModels'))
    return exitCode.fine
  }
  const head = ['id', say('modelKind'), say('modelSize'), say('modelMemory'), say('modelLicence'), say('modelUse')]
  const uses = (id: string) =>
    modelUses
      .filter((use) => settings.models[use] === id)
      .map((use) => say(`kind_${use}`))
      .join(', ')
  const rows = state.installed.map(({ id, kind, bytes, details, licence, problem }) => [
    printableLine(id),
    say(`kind_${kind}`),
    gigabytes(bytes),
    gigabytes(details.memory_bytes),
    printableLine(licence ?? '–'),
    problem ? `✗ ${printableLine(saySentence(problem.message, say))}` : uses(id),
  ])
  const lines = rows.length > 0 ? tableLines([head, ...rows], new Set([2, 3])) : []
  for (const line of [...lines, ...serverLines(servers, say, uses)]) out.line(line)
  return exitCode.fine
}

async function catalogue({ client, args, out, say }: Context): Promise<number> {
  const items = await (await client()).models.catalogue()
  if (printedAsJson({ args, out }, items)) return exitCode.fine
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
    say(`kind_${entry.kind}`),
    gigabytes(entry.bytes),
    say(`fit_${fit}`),
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
  if (printedAsJson({ args, out }, state)) return exitCode.fine
  const { embedding, machine } = state
  const next = embedding.next
  const rows = [
    [say('folder'), printableLine(state.folder)],
    [say('embedder'), printableLine(embedding.current)],
    ...(next ? [[say('embeddingAgain'), `${printableLine(next.id)} ${next.done}/${next.total} ${next.state}`]] : []),
    [say('modelMemory'), `${gigabytes(machine.free_bytes)} / ${gigabytes(machine.memory_bytes)}`],
    ...state.runtime.map(({ id, state: at, breaker, device }) => {
      return [printableLine(id), [at, say(`breaker_${breaker}`), device].filter(Boolean).join(' · ')]
    }),
  ]
  for (const line of tableLines(rows)) out.line(line)
  return exitCode.fine
}

async function network({ client, args, out, err, say }: Context): Promise<number> {
  const attempts = await (await client()).models.network_log()
  if (printedAsJson({ args, out }, attempts)) return exitCode.fine
  if (attempts.length === 0) err.line(say('noAttempts'))
  const rows = attempts.map(({ at, host, purpose, outcome }) => {
    return [localTime(at), printableLine(host), outcome, printableLine(purpose)]
  })
  for (const line of tableLines(rows)) out.line(line)
  return exitCode.fine
}

function missing(what: Word, { say }: Context): UsageError {
  return new UsageError('missingOperand', { command: 'models', what: say(what) }, 'models')
}
