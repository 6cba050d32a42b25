import { open, readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SessionFolder } from '@shared/session/session-view'
import { CairnError, hasCode } from '@shared/errors'
import { type Evidence, Message, SessionContext } from '@shared/session/session-context'
import { applySessionEntry, emptySession, type SessionState } from './apply-session-entry'
import { HeaderLine, objectOf, SaidLine, saidIn, type StoredHeader, valueOf } from './compact-lines'
import { salvageSession } from './salvage-session'
import { writeDurably } from '../files/durable-file'
import type { JournalContent } from '../files/journal'
import { fitsItsSum, hasSum, summedLine, withoutFlippedBit } from '@engine/platform/lines/summed-line'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import { jsonIfValid } from '@engine/platform/stored-text'
import { SessionEntry } from '@engine/ports/storage/session-store'
import { syncFolder } from '@engine/platform/durable-files'

/** A journal line. `seq` counts the entries of a session from 1 and never starts again. */
const SessionLine = z.object({ seq: z.number().int().positive(), at: z.string(), entry: SessionEntry })
type SessionLine = z.infer<typeof SessionLine>

/** `<id>.json`: a session up to the journal entry `applied`; later ones are in the journal. Beside it stands what lists and searches need. */
const CompactSession = z.object({
  applied: z.number().int().nonnegative(),
  streamed: z.record(z.string(), z.string()),
  context: SessionContext,
})

/** A session as far as it has been read, and the number of its last entry. */
export interface ReadSession {
  readonly state: SessionState
  readonly seq: number
}

/** A session as its files say it, and what is wrong with them. */
export interface FoundSession extends ReadSession {
  /** Lines of the journal that cannot be understood. */
  readonly damagedLines: number
  /** It can be understood, but is not what was written: something in it reads differently. */
  readonly isChanged: boolean
  /** What was wrong in its files was put right as they were read; the files still are as they were. */
  readonly isMended: boolean
}

/** A session as its compacted file says it. */
export type FoundCompact = Omit<FoundSession, 'damagedLines'> & { readonly length: number }

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

/**
 * Reads the compacted file, of a damaged one what is left; an empty session where there is none. Throws STORE_DAMAGED where nothing can be
 * read, also for the file of another session.
 */
export async function readCompact(path: string, id: string, seal: LineSeal): Promise<FoundCompact> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return { state: emptySession(id), seq: 0, length: 0, isChanged: false, isMended: false }
  }
  const { text, ...found } = wholeOf(bytes, seal)
  const { data } = CompactSession.safeParse(jsonIfValid(text))
  if (data?.context.session.session_id === id) {
    const state = { context: data.context, streamed: data.streamed }
    return { state, seq: data.applied, length: bytes.length, ...found }
  }
  const saved = data ? undefined : salvageSession(id, seal.open(bytes).bytes.toString('utf8').split('\n'))
  const changed = { isChanged: true, isMended: false }
  if (saved)
    return { state: { context: saved.context, streamed: {} }, seq: saved.applied, length: bytes.length, ...changed }
  throw new CairnError(
    'STORE_DAMAGED',
    `The saved session ${id} is damaged (${path}).`,
    'Other sessions are not affected.',
  )
}

/** The id of the session that a compacted file is of; undefined where that cannot be told. */
export async function sessionIn(path: string, seal: LineSeal): Promise<string | undefined> {
  const { data } = CompactSession.safeParse(jsonIfValid(wholeOf(await readFile(path), seal).text))
  return data?.context.session.session_id
}

/** The part of a compacted file that says all: its last line, or the whole of a file from before there were sums. */
function wholeOf(file: Buffer, seal: LineSeal): { text: string; isChanged: boolean; isMended: boolean } {
  const { bytes, mended } = seal.open(file)
  const end = bytes.at(-1) === newline ? bytes.length - 1 : bytes.length
  const start = bytes.lastIndexOf(newline, end - 1) + 1
  const last = Buffer.concat([Buffer.from('{'), bytes.subarray(start, end)])
  const asItWas = withoutFlippedBit(last)?.toString('utf8')
  const text = asItWas ?? last.toString('utf8')
  if (start === 0 || !hasSum(text)) return { text: bytes.toString('utf8'), isChanged: false, isMended: mended > 0 }
  const others = bytes
    .toString('utf8', 0, start - 1)
    .split('\n')
    .map(objectOf)
  const isMended = mended > 0 || asItWas !== undefined || !others.every(fitsItsSum)
  return { text, isChanged: !fitsItsSum(text), isMended }
}

/**
 * Applies journal lines to a session. Lines that the compacted file already holds are passed over, damaged ones counted. One that was
 * changed is taken as it reads, unless its number does not follow: then it cannot be told which entry it is.
 */
export function replay(from: FoundCompact, journal: Pick<JournalContent, 'lines' | 'mended'>): FoundSession {
  const fresh: SessionLine[] = []
  let { seq, isChanged } = from
  let damagedLines = 0
  let next: number | undefined
  for (const text of journal.lines) {
    const line = SessionLine.safeParse(jsonIfValid(text)).data
    const isWhole = fitsItsSum(text)
    if (!line || (!isWhole && line.seq !== (next ?? Math.min(line.seq, seq + 1)))) {
      damagedLines += 1
      if (next !== undefined) next += 1
      continue
    }
    isChanged ||= !isWhole
    next = line.seq + 1
    if (line.seq <= seq) continue
    fresh.push(line)
    seq = line.seq
  }
  const isMended = from.isMended || journal.mended > 0
  return { state: applySessionEntries(from.state, fresh), seq, damagedLines, isChanged, isMended }
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
export async function writeCompact(
  path: string,
  session: ReadSession,
  { temporaryFolder, seal }: { readonly temporaryFolder: string; readonly seal: LineSeal },
): Promise<number> {
  const { context, streamed } = session.state
  const header = summedLine({ header: headerOf(context) })
  const said = summedLine({ said: context.session.messages.map(saidIn) })
  const rest = summedLine({ applied: session.seq, streamed, context })
  const text = `${header.slice(0, -1)},\n${said.slice(1, -1)},\n${rest.slice(1)}\n`
  const written = seal.close(text)
  await writeDurably(path, written, temporaryFolder)
  return written.length
}

const SaidInSession = z.object({ context: z.object({ session: z.object({ messages: z.array(Message) }) }) })

/**
 * Reads only what was said from a compacted file: of each message its role, words, turn and what that replaced.
 * Undefined where it cannot be had that way, or the session is in the trash.
 */
export async function readMessages(path: string, seal: LineSeal): Promise<Message[] | undefined> {
  try {
    const [first = '', second = ''] = await readFirstLines(path, 2, seal)
    if (valueOf(HeaderLine, first)?.header.trashed_at !== null) return undefined
    if (second.startsWith('"said":')) return valueOf(SaidLine, second)?.said
    // Written before these lines were.
    return SaidInSession.safeParse(jsonIfValid(seal.open(await readFile(path)).bytes.toString('utf8'))).data?.context
      .session.messages
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Reads only the header of a compacted file; undefined where there is none or it cannot be understood. */
export async function readHeader(path: string, seal: LineSeal): Promise<StoredHeader | undefined> {
  try {
    const [line = ''] = await readFirstLines(path, 1, seal)
    return valueOf(HeaderLine, line)?.header
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The first `count` lines of a file without reading the rest; fewer where it has fewer. */
async function readFirstLines(path: string, count: number, seal: LineSeal): Promise<string[]> {
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
        lines.push(seal.open(bytes.subarray(start, end)).bytes.toString('utf8'))
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
