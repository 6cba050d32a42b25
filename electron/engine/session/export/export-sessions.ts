import { CairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import type {
  ExportChunk,
  ExportFormat,
  ExportInput,
  ExportPreview,
  RedactionReport,
} from '@shared/session/turn-context'
import { exportedName } from './exported-name'
import { type BundleOptions, writeBundle } from './bundle/bundle'
import { namesOfPart } from './bundle/bundle-parts'
import { canonicalJson, sessionJson } from './bundle/canonical-json'
import { sessionHtml } from './pages/session-html'
import { readableSession } from './pages/readable-session'
import { sessionMarkdown } from './pages/session-markdown'
import { redactSession } from './redaction/redact'
import { isSensitive, type SensitivityOf, withCurrentSensitivity } from '../context/current-sensitivity'
import { ofOneTurn, reportOfOneTurn } from './one-turn'
import { modelContextsOf } from '../model-context/session-conversion'
import { byCodeUnits } from '@shared/hash'

export interface ExportRooms {
  readonly list: () => Promise<readonly { readonly id: string }[]>
  readonly load: (id: string) => Promise<SessionContext>
  /** A document's present sensitivity: it may have been tagged long after an answer used it. */
  readonly sensitivityOf: SensitivityOf
  /** Names that only sensitive documents have: refusals and suggestions name documents without citing them. */
  readonly sensitiveNames: () => readonly string[]
  /** Writes a chat as a document of pages, in a thread of its own. */
  readonly paper: (context: SessionContext, format: PaperFormat, signal: AbortSignal) => Promise<Uint8Array>
  /** Research and notebooks, for a bundle. */
  readonly parts?: BundleOptions['parts']
}

/** Formats of pages, which the writers of reports know. */
type PaperFormat = Extract<ExportFormat, 'docx' | 'pdf'>
type TextFormat = Exclude<ExportFormat, 'bundle' | PaperFormat>

const papers: Record<PaperFormat, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

const formats: Record<
  TextFormat,
  { extension: string; mediaType: string; write: (context: SessionContext) => string }
> = {
  json: { extension: 'json', mediaType: 'application/json', write: sessionJson },
  'model-context': { extension: 'model-context.json', mediaType: 'application/json', write: modelContextsText },
  markdown: { extension: 'md', mediaType: 'text/markdown', write: sessionMarkdown },
  text: { extension: 'txt', mediaType: 'text/plain', write: prettyText },
  html: { extension: 'html', mediaType: 'text/html', write: sessionHtml },
}

/** Bytes of an export in one message. */
const pieceBytes = 192 * 1024
const previewLength = 20_000

/**
 * One file of sessions, as it is made: `start`, `data` in base64, `end`. Nothing is written anywhere. Throws NOT_FOUND
 * for an unknown session and INVALID_INPUT where several are asked for in a format that holds one.
 */
export async function* exportSessions(
  request: ExportInput,
  rooms: ExportRooms,
  signal: AbortSignal,
): AsyncGenerator<ExportChunk> {
  const ids = await idsOf(request, rooms)
  const redaction = nothingRedacted()
  const total = ids.length
  let bytes = 0
  const load = async (id: string) => {
    const { context, report } = prepared(await rooms.load(id), request, rooms)
    add(report, redaction)
    return context
  }
  const { format } = request
  const [first = ''] = ids
  // Redacted before anything is named after it.
  const only = total === 1 ? await load(first) : null
  const name = nameOf(ids, format, titleOf(only, request))
  yield { type: 'start', name, media_type: mediaTypeOf(format), sessions: total }
  if (format === 'bundle') {
    let done = 0
    const sessions = async function* () {
      for (const id of ids) {
        yield only ?? (await load(id))
        done += 1
      }
    }
    for await (const piece of written(sessions(), partsFor(request, rooms), signal)) {
      bytes += piece.length
      yield { type: 'data', base64: Buffer.from(piece).toString('base64'), done, total }
    }
  } else {
    const file = await fileOf(only ?? (await load(first)), format, rooms, signal)
    bytes = file.length
    for (let at = 0; at < file.length; at += pieceBytes) {
      signal.throwIfAborted()
      yield { type: 'data', base64: file.toString('base64', at, at + pieceBytes), done: 1, total }
    }
  }
  yield { type: 'end', bytes, redaction }
}

async function fileOf(
  context: SessionContext,
  format: Exclude<ExportFormat, 'bundle'>,
  { paper }: Pick<ExportRooms, 'paper'>,
  signal: AbortSignal,
): Promise<Buffer> {
  if (isPaper(format)) return Buffer.from(await paper(context, format, signal))
  return Buffer.from(formats[format].write(context), 'utf8')
}

/** Formats that people read, and no program: they hold what one answer says as well as what a chat does. */
function isPages(format: ExportFormat): boolean {
  return isPaper(format) || format === 'html' || format === 'markdown'
}

function isPaper(format: ExportFormat): format is PaperFormat {
  return Object.hasOwn(papers, format)
}

/** The beginning of an export; of one of pages, what stands on them, as a web page. Throws as `exportSessions`. */
export async function previewExport(request: ExportInput, rooms: ExportRooms): Promise<ExportPreview> {
  const ids = await idsOf(request, rooms)
  const [first] = ids
  const one = first === undefined ? null : prepared(await rooms.load(first), request, rooms)
  const { format } = request
  const text =
    format === 'bundle' || !one
      ? await bundleContents(ids, partsFor(request, rooms))
      : formats[isPaper(format) ? 'html' : format].write(one.context)
  return {
    name: nameOf(ids, format, titleOf(one?.context, request)),
    sessions: ids.length,
    text: text.slice(0, previewLength),
    truncated: text.length > previewLength,
    redaction: one && ids.length === 1 ? one.report : await redactionOf(ids, request, rooms),
  }
}

async function redactionOf(ids: readonly string[], request: ExportInput, rooms: ExportRooms): Promise<RedactionReport> {
  const sum = nothingRedacted()
  if (request.leave_out_sensitive === false && !request.replace_paths) return sum
  for (const id of ids) add(prepared(await rooms.load(id), request, rooms).report, sum)
  return sum
}

function nothingRedacted(): RedactionReport {
  return { passages: 0, sentences: 0, paths: 0 }
}

function add(report: RedactionReport, sum: RedactionReport): void {
  sum.passages += report.passages
  sum.sentences += report.sentences
  sum.paths += report.paths
}

/** Of a bundle of everything there may be none where there is research or a notebook. */
async function idsOf(request: ExportInput, rooms: ExportRooms): Promise<string[]> {
  const { ids, format, turn_id: turnId } = request
  if (turnId !== undefined && (ids.length !== 1 || !isPages(format))) {
    throw new CairnError(
      'INVALID_INPUT',
      'One answer can only be exported as pages to read.',
      'Choose a web page, Word, PDF or Markdown, or export the whole chat.',
    )
  }
  const chosen = ids.length > 0 ? [...new Set(ids)] : (await rooms.list()).map(({ id }) => id)
  if (chosen.length === 0 && !(format === 'bundle' && (await hasOthers(request, rooms)))) {
    throw new CairnError('NOT_FOUND', 'There are no chats to export yet.', 'Ask something first.')
  }
  if (chosen.length > 1 && format !== 'bundle') {
    throw new CairnError(
      'INVALID_INPUT',
      'Only a bundle holds more than one chat.',
      'Choose the bundle, or export one chat.',
    )
  }
  return chosen.toSorted(byCodeUnits)
}

function prepared(recorded: SessionContext, request: ExportInput, rooms: ExportRooms) {
  const { turn_id: turnId } = request
  if (turnId === undefined) return redacted(inOrder(recorded), request, rooms)
  const current = withCurrentSensitivity(inOrder(recorded), rooms.sensitivityOf)
  const one = ofOneTurn(current, turnId, ({ sensitivity }) => isSensitive(sensitivity))
  const { context, report } = redacted(one, request, rooms)
  return { context, report: reportOfOneTurn(context, report) }
}

function redacted(
  context: SessionContext,
  { leave_out_sensitive: leaveOutSensitive = true, replace_paths: paths = false }: ExportInput,
  { sensitivityOf, sensitiveNames }: ExportRooms,
) {
  if (!leaveOutSensitive) {
    return paths ? redactSession(context, { sensitive: false, paths }) : { context, report: nothingRedacted() }
  }
  const hidden = { has: (id: string) => isSensitive(sensitivityOf(id)), names: sensitiveNames() }
  const current = withCurrentSensitivity(context, sensitivityOf)
  const holdsNone =
    hidden.names.length === 0 && Object.values(current.evidences).every(({ sensitivity }) => !isSensitive(sensitivity))
  if (holdsNone && !paths) return { context, report: nothingRedacted() }
  return redactSession(current, { sensitive: true, paths, hidden })
}

/** With the evidence in the order of its ids, because the order it was recorded in does not survive every copy. */
function inOrder(context: SessionContext): SessionContext {
  const evidences = Object.entries(context.evidences).toSorted(([a], [b]) => byCodeUnits(a, b))
  return { ...context, evidences: Object.fromEntries(evidences) }
}

/** The bytes of a bundle as they are written; a slow reader holds the writer up. */
async function* written(
  sessions: AsyncIterable<SessionContext>,
  parts: BundleOptions['parts'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pipe = new TransformStream<Uint8Array, Uint8Array>()
  const writer = pipe.writable.getWriter()
  const toModelContexts = (context: SessionContext) => modelContextsOf(context).map((one) => one.toDict())
  const writing = writeBundle(
    sessions,
    { formats: { modelContexts: toModelContexts }, parts, sink: (piece) => writer.write(piece) },
    signal,
  ).then(
    () => writer.close(),
    (thrown: unknown) => writer.abort(thrown),
  )
  // A failure reaches the reader through the stream.
  writing.catch(() => undefined)
  for await (const piece of pipe.readable) yield piece
  await writing
}

function modelContextsText(context: SessionContext): string {
  return canonicalJson(modelContextsOf(context).map((one) => one.toDict()))
}

function prettyText(context: SessionContext): string {
  return `${modelContextsOf(context)
    .map((one) => one.pretty())
    .join('\n\n')}\n`
}

/** Research and notebooks that belong to no chat leave only with everything. */
function partsFor({ ids }: ExportInput, { parts }: ExportRooms): BundleOptions['parts'] {
  return parts && { of: (id) => parts.of(id), others: ids.length === 0 ? parts.others : undefined }
}

async function hasOthers(request: ExportInput, rooms: ExportRooms): Promise<boolean> {
  const others = await partsFor(request, rooms)?.others?.(new Set())
  return others !== undefined && others.length > 0
}

async function bundleContents(ids: readonly string[], bundled: BundleOptions['parts']): Promise<string> {
  const own = bundled ? (await Promise.all(ids.map((id) => bundled.of(id)))).flat() : []
  const parts = [...own, ...((await bundled?.others?.(new Set(ids))) ?? [])]
  const one = (id: string) => [
    `sessions/${id}.json`,
    `model-contexts/${id}.json`,
    `pages/${id}.html`,
    `pages/${id}.md`,
    `passages/${id}.json`,
  ]
  return ['README.txt', 'manifest.json', 'index.html', ...ids.flatMap(one), ...parts.flatMap(namesOfPart)].join('\n')
}

/** What a file of one session is named after: the chat's title, or the question of its one answer. */
function titleOf(context: SessionContext | null | undefined, { turn_id: turnId }: ExportInput): string {
  if (!context) return ''
  return turnId === undefined ? (context.meta?.title ?? '') : readableSession(context).title
}

/** Named after the chat, or after what else there is, in letters every file system takes. */
function nameOf(ids: readonly string[], format: ExportFormat, title: string): string {
  const extension = format === 'bundle' ? 'cairn.zip' : isPaper(format) ? format : formats[format].extension
  const [first] = ids
  if (first === undefined) return `cairn-research-and-notes.${extension}`
  return exportedName(ids.length > 1 ? `cairn-${ids.length}-chats` : title, first, extension)
}

function mediaTypeOf(format: ExportFormat): string {
  if (isPaper(format)) return papers[format]
  return format === 'bundle' ? 'application/zip' : formats[format].mediaType
}
