import { open, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SessionHeader } from '@shared/session-view'
import { CairnError } from '@shared/errors'
import { Message, SessionContext } from '@shared/session-context'
import { applySessionEntry, emptySession, type SessionState } from './apply-session-entry'
import { hasCode, syncFolder, writeDurably } from './durable-file'
import { SessionLine } from './session-entry'

/** A header as it is kept: of sessions in the trash as well. */
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
const headerBytes = 8192
const titleLength = 80

/** The paths of one session's files. Throws INVALID_INPUT for an id that could lead out of the folder. */
export function sessionPaths(folder: string, id: string): { journal: string; compact: string } {
  if (!idPattern.test(id)) {
    throw new CairnError('INVALID_INPUT', `"${id}" is not a session id: up to 64 letters, digits, "-" and "_".`)
  }
  return { journal: join(folder, `${id}.jsonl`), compact: join(folder, `${id}.json`) }
}

/** The ids of every session in the folder. */
export async function sessionIds(folder: string): Promise<string[]> {
  const ids = new Set<string>()
  for (const name of await readdir(folder)) {
    const id = /^(.+)\.jsonl?$/.exec(name)?.[1]
    if (id !== undefined && idPattern.test(id)) ids.add(id)
  }
  return [...ids]
}

/** Reads the compacted file; an empty session where there is none. Throws STORE_DAMAGED. */
export async function readCompact(path: string, id: string): Promise<ReadSession> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { state: emptySession(id), seq: 0 }
    throw error
  }
  try {
    const { context, streamed, applied } = CompactSession.parse(JSON.parse(text))
    return { state: { context, streamed }, seq: applied }
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
    throw new CairnError(
      'STORE_DAMAGED',
      `The saved session ${id} is damaged (${path}).`,
      'Other sessions are not affected.',
      {
        cause: error,
      },
    )
  }
}

/** Applies journal lines to a session. Lines that the compacted file already holds are passed over, damaged ones counted. */
export function replay(from: ReadSession, lines: readonly string[]): ReadSession & { damagedLines: number } {
  let { state, seq } = from
  let damagedLines = 0
  for (const line of lines) {
    const parsed = parseLine(line)
    if (!parsed) damagedLines += 1
    else if (parsed.seq > seq) {
      state = applySessionEntry(state, parsed.entry, parsed.at)
      seq = parsed.seq
    }
  }
  return { state, seq, damagedLines }
}

function parseLine(line: string): SessionLine | undefined {
  try {
    return SessionLine.safeParse(JSON.parse(line)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Replaces the compacted file. Its header comes first, on a line of its own, so that a list need not read the rest. */
export async function writeCompact(path: string, session: ReadSession, temporaryFolder: string): Promise<void> {
  const { context, streamed } = session.state
  const rest = JSON.stringify({ applied: session.seq, streamed, context })
  await writeDurably(path, `{"header":${JSON.stringify(headerOf(context))},\n${rest.slice(1)}\n`, temporaryFolder)
}

const SaidInSession = z.object({
  header: StoredHeader,
  context: z.object({ session: z.object({ messages: z.array(Message) }) }),
})

/** Reads only the messages of a compacted file; undefined where they cannot be had that way, or it is in the trash. */
export async function readMessages(path: string): Promise<Message[] | undefined> {
  try {
    const said = SaidInSession.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
    return said?.header.trashed_at === null ? said.context.session.messages : undefined
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Reads only the header of a compacted file; undefined where there is none or it cannot be understood. */
export async function readHeader(path: string): Promise<StoredHeader | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
      const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1)
      return StoredHeader.safeParse(JSON.parse(line.replace(/^\{"header":/, '').replace(/,$/, ''))).data
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** What a list shows of a session: its title, or else the beginning of its first question. */
export function headerOf(context: SessionContext): StoredHeader {
  const { meta, session } = context
  const question = session.messages.find((message) => message.role === 'user')?.content ?? ''
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
    trashed_at: typeof meta?.trashed_at === 'string' ? meta.trashed_at : null,
  }
}

/** Deletes both files of a session. */
export async function removeSessionFiles(folder: string, id: string): Promise<void> {
  const { journal, compact } = sessionPaths(folder, id)
  await rm(journal, { force: true })
  await rm(compact, { force: true })
  await syncFolder(folder)
}
