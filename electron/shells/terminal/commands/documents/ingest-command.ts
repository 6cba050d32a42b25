import { sep } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import { wantsPassword } from '@shared/errors'
import { exitCode, type Command, type Context } from '../../command'
import { printableLine } from '../../print/printable'
import { followJob, printOutcomes, type JobOutcome } from '../../print/print-job'
import { UsageError } from '../../args'
import { addDetached } from './add-text'

export const ingest: Command = {
  name: 'ingest',
  usage: '<paths…>|- [--text name]|--sample [--collection name] [--folders] [--readable] [--password] [--no-ocr]',
  about: 'aboutIngest',
  options: ['text', 'sample', 'collection', 'folders', 'readable', 'password', 'no-ocr'],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { args, say, err, signal } = context
    const detached = await addDetached(context)
    if (detached !== undefined) return detached
    if (args.operands.length === 0)
      throw new UsageError('missingOperand', { command: 'ingest', what: say('whatPaths') }, 'ingest')
    const client = await context.client()
    const input = {
      paths: args.operands.map((path) => context.resolvePath(path)),
      collection: args.text('collection'),
      ...(args.has('folders') && { folders: 'collections' as const }),
      ...(args.has('readable') && { leave_unread: true }),
    }
    await sayLook(context, input.paths)
    const first = await followJob(context, 'ingesting', await client.documents.ingest(input, { signal }))
    const job = await unlocked(context, first)
    const read = job.code === exitCode.interrupted ? job : await readScans(context, job, input.paths)
    if (read.documents.length > 0) printOutcomes(context, read.documents)
    else if (job.code === exitCode.fine) err.line(say(job.total > 0 ? 'upToDate' : 'nothingFound'))
    const foundNothing = job.total === 0 && read.documents.length === 0
    return read.code === exitCode.fine && foundNothing ? exitCode.failed : read.code
  },
}

/** Says whose the folders are and which of their files cannot be read, before any is. */
async function sayLook({ client, err, say }: Context, paths: readonly string[]): Promise<void> {
  const { look } = await (await client()).documents.look_into({ paths: [...paths] })
  if (!look) return
  const words = { obsidian: 'vaultObsidian', logseq: 'vaultLogseq', zotero: 'vaultZotero' } as const
  for (const vault of look.vaults) err.line(say(words[vault]))
  if (look.unread.length === 0) return
  const count = look.unread.reduce((sum, one) => sum + one.count, 0)
  const kinds = look.unread.map((one) => `${one.count} .${one.extension}`).join(', ')
  err.line(say('unreadKinds', { count, total: look.files, kinds: printableLine(kinds) }))
}

/**
 * Waits for OCR of what was added, now or before, unless it is not wanted; then says how many pages wait. The outcome with the
 * documents as they are afterwards.
 */
async function readScans(context: Context, job: JobOutcome, paths: readonly string[]): Promise<JobOutcome> {
  const { args, say, err, signal } = context
  const client = await context.client()
  const added = new Set(job.documents.map(({ id }) => id))
  const all = await client.documents.list({})
  const isWaiting = (record: DocumentRecord): boolean => waitingIn([record]) > 0
  const before = all.filter((record) => !added.has(record.id) && isBelow(record.source, paths) && isWaiting(record))
  const documents = [...job.documents, ...before]
  if (!documents.some(isWaiting)) return job
  const scans = args.has('no-ocr')
    ? job
    : await followJob(context, 'readingScans', await client.documents.read_scans(undefined, { signal }))
  const now = new Map((await client.documents.list({})).map((record) => [record.id, record]))
  const latest = documents.map((record) => now.get(record.id) ?? record)
  const waiting = waitingIn(latest)
  if (waiting > 0) err.line(say('scansWait', { count: waiting }))
  const hasFailed = latest.some(({ status }) => status === 'failed')
  const code = [job.code, scans.code, hasFailed ? exitCode.failed : exitCode.fine].find((one) => one !== exitCode.fine)
  return { ...job, documents: latest, code: scans.code === exitCode.interrupted ? scans.code : (code ?? exitCode.fine) }
}

function isBelow(source: string, paths: readonly string[]): boolean {
  return paths.some((path) => source === path || source.startsWith(path.endsWith(sep) ? path : path + sep))
}

/** How many pages wait to be read by OCR. */
function waitingIn(documents: readonly DocumentRecord[]): number {
  const gaps = documents.flatMap((record) => record.gaps.filter(({ kind }) => kind === 'pages_waiting'))
  return gaps.reduce((sum, { pages }) => sum + (pages?.length ?? 0), 0)
}

/**
 * The outcome after files that need a password were tried with one: asked for at a terminal, file by file; with `--password` the
 * first line of the standard input, for all of them. It goes to the engine once and nowhere else.
 */
async function unlocked(context: Context, first: JobOutcome): Promise<JobOutcome> {
  const { world, args, say, err, signal, unseen } = context
  const locked = first.documents.filter(needsPassword)
  const asks = world.stdin.isTTY === true && err.isTTY
  if (locked.length === 0 || first.code === exitCode.interrupted || !(asks || args.has('password'))) return first
  const records = new Map(first.documents.map((record) => [record.id, record]))
  const groups = asks ? locked.map((record) => [record]) : [locked]
  for (const group of groups) {
    const name = printableLine(group.map((record) => record.name).join(', '))
    const password = await unseen.line(say('typePassword', { name }), signal)
    if (signal.aborted) break
    if (password === '') continue
    const client = await context.client()
    const again = { ids: group.map(({ id }) => id), password }
    const job = await followJob(context, 'ingesting', await client.documents.retry(again, { signal }))
    for (const record of job.documents) records.set(record.id, record)
  }
  unseen.show()
  const documents = [...records.values()]
  return { ...first, documents, code: codeOf(first.code, documents, signal) }
}

function codeOf(before: number, documents: readonly DocumentRecord[], signal: AbortSignal): number {
  if (signal.aborted) return exitCode.interrupted
  const isDone = before === exitCode.failed && documents.every(({ status }) => status !== 'failed')
  return isDone ? exitCode.fine : before
}

function needsPassword({ status, error }: DocumentRecord): boolean {
  return status === 'failed' && wantsPassword(error)
}
