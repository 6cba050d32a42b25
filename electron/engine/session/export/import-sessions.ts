import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CairnError, toCairnError } from '@shared/errors'
import { mergeSessions } from '@shared/session/merge-session'
import type { SessionContext } from '@shared/session/session-context'
import type { SessionHeader } from '@shared/session/session-view'
import type { ImportedPart, ImportedSession, ImportReport } from '@shared/session/turn-context'
import type { SessionStore } from '@engine/ports/storage/session-store'
import type { StagedFiles } from '@engine/ports/storage/staged-files'
import type { ReadPart } from './bundle/bundle-parts'
import { type Bundle, readBundle } from './bundle/read-bundle'
import { readSessionJson } from './bundle/read-session-json'
import type { SessionQueue } from '../session-queue'

export interface ImportRooms {
  readonly store: SessionStore
  readonly queue: SessionQueue
  readonly staged: StagedFiles
  /** Tells windows of a session that is new or has changed. */
  readonly announce: (id: string) => Promise<SessionHeader>
  /** Takes a session out of the trash. */
  readonly restore: (id: string) => Promise<unknown>
  /** Adds research or a notebook; one that is here already stays as it is. */
  readonly addPart: (part: ReadPart) => Promise<ImportedPart>
  readonly closing: AbortSignal
  readonly log: (line: string) => void
}

/** How a session of a backup was taken over. */
export interface RestoredSession {
  readonly title: string
  readonly outcome: 'added' | 'here' | 'beside'
}

const largestJson = 256 * 1024 * 1024

/**
 * Adds the sessions, research and notebooks of a bundle, or one session's JSON file, to those in the store. Everything is checked first; then
 * a copy is staged, so that a crash half way is made up for at the next start; then each session is added, or what only
 * the file has of it is merged in. Throws INVALID_INPUT for a file that is damaged, with nothing imported.
 */
export async function importSessions(path: string, rooms: ImportRooms): Promise<ImportReport> {
  await contentsOf(path, rooms.closing)
  const copy = await rooms.staged.stage(path, (await isZip(path)) ? '.cairn.zip' : '.json')
  return takeOver(copy, rooms)
}

/** Finishes what an earlier run was importing when it ended. */
export async function resumeImports(rooms: ImportRooms): Promise<void> {
  for (const copy of await rooms.staged.list()) {
    try {
      await takeOver(copy, rooms)
    } catch (thrown) {
      const { code, message } = toCairnError(thrown)
      // Checked before it was staged, so the disk has damaged it since; keeping it would repeat this at every start.
      if (code === 'INVALID_INPUT') await rooms.staged.remove(copy)
      rooms.log(`An import could not be finished: ${message}`)
    }
  }
}

/**
 * Brings a session of a backup back. What went on here in another way than there is kept: then that of the backup stands beside it under an
 * id of its own, the same each time.
 */
export async function restoreSession(context: SessionContext, rooms: ImportRooms): Promise<RestoredSession> {
  const { session_id: id } = context.session
  if ((await rooms.store.trashed()).some((trashed) => trashed.id === id)) await rooms.restore(id)
  const ours = (await rooms.store.has(id)) ? await rooms.store.load(id) : null
  const isOther = ours !== null && mergeSessions(ours, context).report.conflicts.length > 0
  const given = isOther ? withId(context, `${id.slice(0, 40)}-${hashOf(context)}`) : context
  const { session_id: kept } = given.session
  const { title, outcome } = await rooms.queue.run(kept, () => add(given, rooms), rooms.closing)
  return { title, outcome: outcome !== 'added' ? 'here' : isOther ? 'beside' : 'added' }
}

function withId(context: SessionContext, id: string): SessionContext {
  return { ...context, session: { ...context.session, session_id: id } }
}

function hashOf(context: SessionContext): string {
  return createHash('sha256').update(JSON.stringify(context)).digest('hex').slice(0, 12)
}

async function takeOver(copy: string, rooms: ImportRooms): Promise<ImportReport> {
  const imported: ImportedSession[] = []
  const parts: ImportedPart[] = []
  const contents = await contentsOf(copy, rooms.closing)
  for await (const context of contents.sessions()) {
    const { session_id: id } = context.session
    // What is in the trash is still ours; an import of it wants it back.
    if ((await rooms.store.trashed()).some((trashed) => trashed.id === id)) await rooms.restore(id)
    imported.push(await rooms.queue.run(id, () => add(context, rooms), rooms.closing))
  }
  for await (const part of contents.parts()) parts.push(await rooms.addPart(part))
  await rooms.staged.remove(copy)
  return { sessions: imported, parts }
}

async function add(given: SessionContext, { store, announce }: ImportRooms): Promise<ImportedSession> {
  const theirs = withoutTrash(given)
  const { session_id: id } = theirs.session
  const ours = (await store.has(id)) ? await store.load(id) : null
  const merged = ours ? mergeSessions(ours, theirs) : null
  const report = merged?.report ?? null
  const isKnown = merged !== null && isDeepStrictEqual(merged.context, ours)
  if (!isKnown) await store.append(id, [{ op: 'merged', context: theirs }], { durable: true })
  const { title } = await announce(id)
  return {
    id,
    title,
    outcome: report === null ? 'added' : isKnown ? 'unchanged' : 'merged',
    turns: report?.turns ?? theirs.session.turns?.length ?? 0,
    messages: report?.messages ?? theirs.session.messages.length,
    evidences: report?.evidences ?? Object.keys(theirs.evidences).length,
    conflicts: [...(report?.conflicts ?? [])],
  }
}

/** What is in a file, all checked. */
async function contentsOf(path: string, signal: AbortSignal): Promise<Pick<Bundle, 'sessions' | 'parts'>> {
  if (await isZip(path)) return readBundle(path, { signal })
  const context = readSessionJson(await textOf(path))
  return {
    async *sessions() {
      yield await Promise.resolve(context)
    },
    async *parts() {
      // A session's own file holds nothing else.
    },
  }
}

async function textOf(path: string): Promise<string> {
  if ((await stat(path)).size > largestJson) {
    throw new CairnError('INVALID_INPUT', 'The file is too large for one session.', 'Export a bundle instead.')
  }
  return readFile(path, 'utf8')
}

async function isZip(path: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) {
    throw new CairnError(
      'INVALID_INPUT',
      `"${basename(path)}" is not a file.`,
      'Choose a bundle or the file of a session.',
    )
  }
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}

function withoutTrash(context: SessionContext): SessionContext {
  if (typeof context.meta?.['trashed_at'] !== 'string') return context
  return { ...context, meta: { ...context.meta, trashed_at: null } }
}
