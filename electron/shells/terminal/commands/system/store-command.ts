import { CairnError } from '@shared/errors'
import { choiceOf, UsageError } from '../../args'
import { tableLines } from '../../print/align-columns'
import { exitCode, type Command, type Context } from '../../command'
import { followJob, printOutcomes } from '../../print/print-job'
import { type Say, sayNote } from '../../words/terminal-words'
import type { LibraryStanding } from '@shared/changes'
import type { Note } from '@shared/note'
import { localTime } from '@shared/dates/local-time'
import { printableLine } from '../../print/printable'

const actions: Readonly<Record<string, (context: Context) => Promise<number>>> = {
  info,
  check,
  repair,
  rebuild,
  move,
  stay,
}

export const store: Command = {
  name: 'store',
  usage: 'info|check|repair|rebuild|move [folder]|stay',
  about: 'aboutStore',
  options: [],
  needs: 'whatStoreAction',
  maxOperands: 2,
  run(context) {
    const name = context.args.operands[0] ?? ''
    const action = choiceOf(actions, name, 'store')
    return action(context)
  },
}

async function info({ client: reach, out, err, say }: Context): Promise<number> {
  const client = await reach()
  const [found, { asked }] = [await client.store.info(), await client.store.moving()]
  const rows = [
    [say('version'), found.version],
    [say('folder'), printableLine(found.folder)],
    ...libraryRows(found.library && (await client.store.library()), say),
    [say('embedder'), found.embedder],
    [say('documents'), String(found.documents)],
    [say('chunks'), String(found.chunks)],
    [say('sessions'), String(found.sessions)],
  ]
  for (const line of tableLines(rows)) out.line(line)
  if (!asked) return exitCode.fine
  if (!asked.failed) out.line(printableLine(say('storeMovesLater', { folder: asked.to })))
  else err.line(`✗ ${printableLine(`${say('storeNotMoved', { folder: asked.to })} ${asked.failed.message}`)}`)
  return exitCode.fine
}

/** Whose library it is, whether anything can be added to it now, when it last answered, and what is read without it. */
function libraryRows(library: LibraryStanding | null | undefined, say: Say): string[][] {
  if (!library) return []
  const { address, reached_at, here } = library
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  const { documents, whole } = here
  const kept = { documents, whole, files: megabytes(here.file_bytes), tables: megabytes(here.table_bytes) }
  return [
    [say('library'), printableLine(address)],
    [say('libraryState'), printableLine(libraryState(library, say))],
    [say('libraryReached'), reached_at === null ? say('libraryNeverReached') : localTime(reached_at)],
    [say('libraryHere'), say('libraryKept', kept)],
  ]
}

function libraryState({ role, trouble, writer }: LibraryStanding, say: Say): string {
  if (trouble?.code === 'PERMISSION_DENIED') return say('libraryRefuses')
  if (trouble?.code === 'NETWORK_DENIED') return say('libraryOffline')
  if (trouble) return say('libraryUnreachable')
  if (role === 'writing') return say('libraryWriting')
  if (!writer) return say('libraryReading')
  return say('libraryOthersWrite', { who: writer.who, since: localTime(writer.since) })
}

async function check({ client, out, err, say }: Context): Promise<number> {
  const report = await (await client()).store.check()
  const rows = Object.entries(report.counts).map(([name, count]) => [printableLine(name), String(count)])
  for (const line of tableLines(rows, new Set([1]))) out.line(line)
  for (const problem of report.problems) out.line(`✗ ${printableLine(sayNote(problem, say))}`)
  for (const { at, folder, problems } of report.given_up) {
    out.line(printableLine(say('storeGivenUp', { when: localTime(at), folder })))
    for (const problem of problems) out.line(`– ${printableLine(sayNote(problem, say))}`)
  }
  if (report.ok) out.line(say('storeFine'))
  else err.line(say(canMend(report.problems) ? 'storeProblems' : 'storeUnmended'))
  return report.ok ? exitCode.fine : exitCode.failed
}

const unmended: ReadonlySet<Note['key']> = new Set([
  'document_not_mended',
  'session_invalid',
  'session_missing',
  'research_missing',
  'notebook_missing',
  'evaluation_missing',
  'settings_missing',
  'terms_missing',
  'folders_missing',
  'decisions_missing',
  'tool_servers_missing',
  'tool_consents_missing',
  'server_keys_missing',
  'doors_missing',
  'rates_missing',
])

/** Whether `repair` does something about any of these. What it cannot mend says itself what to do. */
function canMend(problems: readonly Note[]): boolean {
  const stay = problems.filter(({ key }) => unmended.has(key))
  const documents = new Set(stay.map(({ values }) => values['id']))
  return problems.some((problem) => !stay.includes(problem) && !documents.has(problem.values['id']))
}

async function repair(context: Context): Promise<number> {
  const client = await context.client()
  const job = await followJob(context, 'repairing', await client.store.repair(undefined, { signal: context.signal }))
  if (job.documents.length > 0) printOutcomes(context, job.documents)
  return job.code === exitCode.fine ? check(context) : job.code
}

async function rebuild(context: Context): Promise<number> {
  const client = await context.client()
  const job = await followJob(context, 'rebuilding', await client.store.rebuild(undefined, { signal: context.signal }))
  if (job.documents.length > 0) printOutcomes(context, job.documents)
  return job.code
}

/** At once, where no Cairn has it open; else at the next start of that one. */
async function move(context: Context): Promise<number> {
  const { storeFolder, args, signal, world, out, err, say } = context
  const named = args.operands[1]
  if (named === undefined) throw new UsageError('whatMoveFolder', {}, 'store')
  const to = context.resolvePath(named)
  const log = (line: string) => err.dim(printableLine(line))
  const mover = await world.storeMover()
  try {
    const { files, bytes } = await mover.move(storeFolder, to, { signal, now: () => world.now(), log })
    out.line(printableLine(say('storeMoved', { folder: to, files, size: (bytes / 1e6).toFixed(1) })))
    out.line(printableLine(say('storeMovedOld', { folder: storeFolder })))
  } catch (thrown) {
    if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_LOCKED') throw thrown
    const client = await context.client()
    const { asked } = await client.store.move({ to })
    out.line(printableLine(say('storeMovesLater', { folder: asked?.to ?? to })))
  }
  return exitCode.fine
}

/** Takes back a move that was asked for. */
async function stay({ client, out, say, storeFolder }: Context): Promise<number> {
  await (await client()).store.stay()
  out.line(printableLine(say('storeStays', { folder: storeFolder })))
  return exitCode.fine
}
