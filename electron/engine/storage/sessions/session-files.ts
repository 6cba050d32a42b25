import { open, readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SessionFolder, SessionHeader } from '@shared/session/session-view'
import { CairnError, hasCode } from '@shared/errors'
import { type Evidence, Message, SessionContext } from '@shared/session/session-context'
import { applySessionEntry, emptySession, type SessionState } from './apply-session-entry'
import { writeDurably } from '../files/durable-file'
import { jsonIfValid } from '@engine/platform/stored-text'
import { SessionEntry } from '@engine/ports/storage/session-store'
import { syncFolder } from '@engine/platform/durable-files'

/** A journal line. `seq` counts the entries of a session from 1 and never starts again. */
const SessionLine = z.object({ seq: z.number().int().positive(), at: z.string(), entry: SessionEntry })
type SessionLine = z.infer<typeof SessionLine>

/** A stored header, which sessions in the trash have as well. */
const StoredHeader = SessionHeader.extend({ trashed_at: z.string().nullable().default(null) })
export type StoredHeader = z.infer<typeof StoredHeader>

/** `<id>.json`: a session up to the journal entry `applied`; later ones are in the journal. */
const CompactSession = z.object({
  header: StoredHeader,
  applied: z.number().int().nonnegative(),
  streamed: z.record(z.string(), z.string()),
  context: SessionContext,
})

/** A session as far as it has been read, and the number of its last entry. */
export interface ReadSession {
  readonly state: SessionState
  readonly seq: number
}

const idPattern = /^[A-Za-z0-9_-]{1,64}$/
/** Bytes to read first from a compacted file: enough for the header, and for the messages of most sessions. */
const firstBytes = 16_384
const newline = 0x0a
const titleLength = 80

/** Whether this may be the id of a session: one that leads nowhere out of the folder. */
export function isSessionId(id: string): boolean {
  return idPattern.test(id)
}

/** The paths of one session's files. Throws INVALID_INPUT for an id that could lead out of the folder. */
export function sessionPaths(folder: string, id: string): { journal: string; compact: string } {
  if (!isSessionId(id)) {
    throw new CairnError('INVALID_INPUT', `"${id}" is not a session id: up to 64 letters, digits, "-" and "_".`)
  }
  return { journal: join(folder, `${id}.jsonl`), compact: join(folder, `${id}.json`) }
}

/** The ids of every session in the folder, each with whether it has a journal. */
export async function sessionIds(folder: string): Promise<Map<string, boolean>> {
  const ids = new Map<string, boolean>()
  for (const name of await readdir(folder)) {
    const id = /^(.+)\.jsonl?$/.exec(name)?.[1]
    if (id !== undefined && idPattern.test(id)) ids.set(id, ids.get(id) === true || name.endsWith('.jsonl'))
  }
  return ids
}

/** Reads the compacted file, and tells its length; an empty session where there is none. Throws STORE_DAMAGED. */
export async function readCompact(path: string, id: string): Promise<ReadSession & { length: number }> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { state: emptySession(id), seq: 0, length: 0 }
    throw error
  }
  try {
    const { context, streamed, applied } = CompactSession.parse(JSON.parse(text))
    return { state: { context, streamed }, seq: applied, length: text.length }
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
    throw new CairnError(
      'STORE_DAMAGED',
      `The saved session ${id} is damaged (${path}).`,
      'Other sessions are not affected.',
      { cause: error },
    )
  }
}

/** Applies journal lines to a session. Lines that the compacted file already holds are passed over, damaged ones counted. */
export function replay(from: ReadSession, lines: readonly string[]): ReadSession & { damagedLines: number } {
  const parsed = lines.flatMap((line) => SessionLine.safeParse(jsonIfValid(line)).data ?? [])
  const fresh: SessionLine[] = []
  let { seq } = from
  for (const line of parsed) {
    if (line.seq <= seq) continue
    fresh.push(line)
    seq = line.seq
  }
  return { state: applySessionEntries(from.state, fresh), seq, damagedLines: lines.length - parsed.length }
}

/**
 * The state after several entries: what `applySessionEntry` makes of them one by one, without copying the evidence of a
 * long session for every new piece of it.
 */
export function applySessionEntries(
  from: SessionState,
  entries: readonly Pick<SessionLine, 'entry' | 'at'>[],
): SessionState {
  let state = from
  let added = new Map<string, Evidence>()
  for (const [n, { entry, at }] of entries.entries()) {
    if (entry.op === 'evidence' && entries[n + 1]?.entry.op === 'evidence') {
      const { evidence_id: id } = entry.evidence
      // Of two of one id the first stays.
      if (!Object.hasOwn(state.context.evidences, id) && !added.has(id)) added.set(id, entry.evidence)
      continue
    }
    if (added.size > 0) {
      const evidences = { ...state.context.evidences, ...Object.fromEntries(added) }
      state = { ...state, context: { ...state.context, evidences } }
      added = new Map()
    }
    state = applySessionEntry(state, entry, at)
  }
  return state
}

/**
 * Replaces the compacted file; returns its length in characters. The header comes first and then what was said, each on
 * a line of its own, so that a list and a search need not read the rest.
 */
export async function writeCompact(path: string, session: ReadSession, temporaryFolder: string): Promise<number> {
  const { context, streamed } = session.state
  const said = JSON.stringify(context.session.messages.map(saidIn))
  const rest = JSON.stringify({ applied: session.seq, streamed, context })
  const text = `{"header":${JSON.stringify(headerOf(context))},\n"said":${said},\n${rest.slice(1)}\n`
  await writeDurably(path, text, temporaryFolder)
  return text.length
}

/** The fields of a message that a search reads. */
function saidIn({ role, content, turn_id, replaces }: Message): Message {
  return { role, content, turn_id, ...(replaces === undefined ? {} : { replaces }) }
}

const SaidInSession = z.object({
  header: StoredHeader,
  context: z.object({ session: z.object({ messages: z.array(Message) }) }),
})

/**
 * Reads only what was said from a compacted file: of each message its role, words, turn and what that replaced.
 * Undefined where it cannot be had that way, or the session is in the trash.
 */
export async function readMessages(path: string): Promise<Message[] | undefined> {
  try {
    const [first = '', second = ''] = await readFirstLines(path, 2)
    const header = StoredHeader.safeParse(JSON.parse(first.replace(/^\{"header":/, '').replace(/,$/, ''))).data
    if (header?.trashed_at !== null) return undefined
    if (second.startsWith('"said":')) return z.array(Message).safeParse(JSON.parse(second.slice(7, -1))).data
    // Written before these lines were.
    return SaidInSession.safeParse(JSON.parse(await readFile(path, 'utf8'))).data?.context.session.messages
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Reads only the header of a compacted file; undefined where there is none or it cannot be understood. */
export async function readHeader(path: string): Promise<StoredHeader | undefined> {
  try {
    const [line = ''] = await readFirstLines(path, 1)
    return StoredHeader.safeParse(JSON.parse(line.replace(/^\{"header":/, '').replace(/,$/, ''))).data
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The first `count` lines of a file without reading the rest; fewer where it has fewer. */
async function readFirstLines(path: string, count: number): Promise<string[]> {
  const file = await open(path, 'r')
  try {
    let bytes = Buffer.alloc(0)
    const lines: string[] = []
    let start = 0
    for (;;) {
      const wanted = Math.max(firstBytes, bytes.length)
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, bytes.length)
      bytes = Buffer.concat([bytes, buffer.subarray(0, bytesRead)])
      for (let end = bytes.indexOf(newline, start); end !== -1; end = bytes.indexOf(newline, start)) {
        lines.push(bytes.toString('utf8', start, end))
        start = end + 1
        if (lines.length === count) return lines
      }
      if (bytesRead === 0) return lines
    }
  } finally {
    await file.close()
  }
}

/** The title of a session in a list: its own, or else the beginning of its first question as it was edited last. */
export function headerOf(context: SessionContext): StoredHeader {
  const { meta, session } = context
  // A record from elsewhere may hold anything under this name.
  const folder = SessionFolder.safeParse(meta?.folder)
  const question = openingOf(session.messages)?.content ?? ''
  const title =
    meta?.title ??
    question
      .slice(0, 4 * titleLength)
      .replaceAll(/\s+/gu, ' ')
      .trim()
  return {
    id: session.session_id,
    title: Array.from(title).slice(0, titleLength).join(''),
    message_count: session.messages.length,
    created_at: meta?.created_at ?? '',
    updated_at: meta?.updated_at ?? '',
    pinned: meta?.pinned === true,
    ...(folder.success ? { folder: folder.data } : {}),
    trashed_at: typeof meta?.trashed_at === 'string' ? meta.trashed_at : null,
  }
}

/** The question a session begins with, in its newest version. */
function openingOf(messages: readonly Message[]): Message | undefined {
  const asked = messages.filter(({ role }) => role === 'user')
  // Versions follow each other, each in the place of the one before or of an earlier one.
  const versions = new Set<unknown>([asked[0]?.turn_id])
  return asked.reduce((opening: Message | undefined, message) => {
    if (!message.replaces || !versions.has(message.replaces)) return opening ?? message
    versions.add(message.turn_id)
    return message
  }, undefined)
}

/** Deletes both files of a session. */
export async function removeSessionFiles(folder: string, id: string): Promise<void> {
  const { journal, compact } = sessionPaths(folder, id)
  await rm(journal, { force: true })
  await rm(compact, { force: true })
  await syncFolder(folder)
}

/** Whether there is a file with something in it. */
export async function hasBytes(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}
