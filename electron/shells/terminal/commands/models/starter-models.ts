import { createInterface } from 'node:readline'
import { isAllowedHost } from '@shared/models/model-hosts'
import { minutesToFetch, type StarterPart, type StarterSet } from '@shared/models/starter-set'
import { exitCode, type Client, type Context } from '../../command'
import { followEmbedding } from './choose-model'
import { gigabytes, megabytes, modelStates } from './download-model'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { printReport, saySentence } from '../../print/problems'
import { Progress } from '../../print/progress'

/** Shows the models recommended for this machine; fetches them, takes them from a folder, or takes it all back. */
export async function starterModels(context: Context): Promise<number> {
  const { args, out, err, say, signal } = context
  const client = await context.client()
  if (args.has('undo')) return undo(context, client)
  const folder = args.text('from')
  if (folder !== undefined) {
    err.line(say('starterTaking'))
    const set = await client.models.starter.take({ path: context.resolvePath(folder) }, { signal })
    return sayEnd(context, client, set)
  }
  const { starter, machine } = await client.models.state()
  if (!starter) return exitCode.failed
  if (printedAsJson({ args, out }, starter)) return exitCode.fine
  const memory = gigabytes(machine.memory_bytes)
  out.line(say('starterTitle', { memory, cores: machine.cores }))
  for (const line of setLines(starter, context)) out.line(line)
  if (args.has('fetch')) return fetchSet(context, client, starter)
  if (starter.stage !== 'offered') out.line(say('starterUndoHow'))
  if (starter.missing_bytes > 0) out.line(say('starterHow'))
  return exitCode.fine
}

function setLines({ parts, missing_bytes, memory_bytes, hosts }: StarterSet, { say }: Context): string[] {
  const head = [say('modelKind'), 'id', say('modelSize'), say('modelMemory'), say('modelLicence'), say('modelState')]
  const rows = parts.map(({ kind, offer, ...rest }) => [
    say(`kind_${kind}`),
    offer?.entry_id ?? '–',
    offer ? gigabytes(offer.bytes) : '–',
    offer ? gigabytes(offer.memory_bytes) : '–',
    printableLine(offer?.licence ?? '–'),
    partState({ kind, offer, ...rest }, say),
  ])
  const values = { size: gigabytes(missing_bytes), minutes: minutesToFetch(missing_bytes) }
  return [
    ...tableLines([head, ...rows], new Set([2, 3])),
    say('starterMemory', { memory: gigabytes(memory_bytes) }),
    ...(missing_bytes > 0 ? [say('starterSize', values), say('starterHosts', { hosts: hosts.join(', ') })] : []),
  ]
}

function partState({ offer, lack, own, in_use, error }: StarterPart, say: Context['say']): string {
  if (own !== null) return say('starterOwn', { id: printableLine(own) })
  if (lack) return say(`starterLack_${lack}`)
  if (in_use) return say('starterInUse')
  if (error) return `✗ ${printableLine(saySentence(error.message, say))}`
  return say(offer?.installed === null ? 'starterMissing' : 'ready')
}

async function fetchSet(context: Context, client: Client, set: StarterSet): Promise<number> {
  const { args, err, say, signal, world } = context
  const { models } = await client.settings.get()
  const given = (args.text('allow') ?? '').split(',').flatMap((host) => host.trim() || [])
  const isNew = (host: string) => !isAllowedHost(host, [...models.allowed_hosts, ...given])
  const asks = set.hosts.some(isNew) && !args.has('yes')
  if (asks && !(await agrees(context, say('starterAsk', { size: gigabytes(set.missing_bytes) })))) {
    err.line(say('starterNo'))
    return signal.aborted ? exitCode.interrupted : exitCode.failed
  }
  let last = await client.models.starter.fetch({ allow: [...new Set([...given, ...set.hosts])] })
  const progress = new Progress(err, () => world.now(), say('downloading'))
  const total = set.missing_bytes
  try {
    for await (const { starter, downloads } of modelStates(client, signal)) {
      last = starter ?? last
      if (!last.busy) break
      const speed = downloads.reduce((sum, one) => sum + one.bytes_per_second, 0)
      progress.update(megabytes(total - last.missing_bytes), megabytes(total), `${megabytes(speed)} MB/s`)
    }
  } finally {
    progress.end()
  }
  if (!signal.aborted) return sayEnd(context, client, last)
  for (const { id, state } of (await client.models.state()).downloads)
    if (state === 'running') await client.models.pause_download({ id })
  err.line(say('downloadPaused'))
  return exitCode.interrupted
}

/** Shows what failed and what is missing; where the embedder is new, its vectors are made before it ends. */
async function sayEnd(context: Context, client: Client, { parts, stage }: StarterSet): Promise<number> {
  const { out, err, say } = context
  for (const { error } of parts) if (error) printReport(error, err, say)
  const missing = parts.flatMap(({ offer }) => (offer?.installed === null ? [offer.entry_id] : []))
  const embedder = usedEmbedder(parts)
  const made = embedder ? await followEmbedding(context, client, (id) => id === embedder) : exitCode.fine
  if (missing.length > 0) err.line(say('starterIncomplete', { names: missing.join(', ') }))
  if (stage !== 'added' || missing.length > 0) return exitCode.failed
  out.line(say('starterDone'))
  return made
}

async function undo(context: Context, client: Client): Promise<number> {
  const { out, say } = context
  const { starter } = await client.models.state()
  await client.models.starter.undo({})
  out.line(say(starter?.stage === 'offered' ? 'starterNothing' : 'starterUndone'))
  for (const id of starter?.brought ?? []) out.line(say('starterFiles', { id: printableLine(id) }))
  const embedder = usedEmbedder(starter?.parts ?? [])
  return embedder ? followEmbedding(context, client, (id) => id !== embedder) : exitCode.fine
}

/** The embedder the set put to use; undefined where it did not. */
function usedEmbedder(parts: readonly StarterPart[]): string | undefined {
  return parts.find(({ kind, in_use }) => kind === 'embedder' && in_use)?.offer?.installed ?? undefined
}

/** Asks on stderr and reads a line; the end of the input and Ctrl-C are a no. */
async function agrees({ world, err, signal }: Context, question: string): Promise<boolean> {
  err.write(question)
  const reader = createInterface({ input: world.stdin, terminal: false })
  const leave = () => reader.close()
  signal.addEventListener('abort', leave, { once: true })
  try {
    for await (const line of reader) return /^(?:y|yes|是|好)$/iu.test(line.trim())
    return false
  } finally {
    signal.removeEventListener('abort', leave)
    reader.close()
    if (!err.isTTY) err.line()
  }
}
