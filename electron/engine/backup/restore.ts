import { sep } from 'node:path'
import type { z } from 'zod'
import type { RestoreReport, RestoreStep } from '@shared/api/store/backup-api'
import { exists } from '@engine/platform/durable-files'
import type { DocumentRecord } from '@shared/documents'
import { CairnError, toCairnError } from '@shared/errors'
import { Notebook } from '@shared/research/notebook-shapes'
import { ResearchRun } from '@shared/research/research-run'
import { SessionContext } from '@shared/session/session-context'
import type { ArchiveFile } from './archive/archive-file'
import { type KeptFile, type Moment, objectName } from './archive/moment'
import { fileToRead } from './archive/open-archive-file'
import { type Archive, readArchive, readPlace } from './archive/read-archive'
import { documentsIn, readPacked } from './archive/read-moment'
import type { RestoringStore } from './backed-up-store'
import { takeWithTables } from './carry-tables'
import { addressesOfAll, planDocuments, settledAsIn } from './plan-documents'
import { countedAs, isDerived, isSmallFile, placeSmallFile } from './small-files'

export interface RestoreRequest {
  /** Absolute path of the backup. */
  readonly path: string
  /** Takes what is whole of a backup that does not come to its end. */
  readonly wholePart: boolean
  /** When the moment was made; the last one by default. */
  readonly madeAt?: number | undefined
  readonly passphrase?: string | undefined
  readonly signal: AbortSignal
  readonly progress: (step: RestoreStep) => void
}

/** Everything of a moment, parsed, before anything of it is taken over. */
interface ReadMoment {
  readonly documents: readonly DocumentRecord[]
  readonly sessions: readonly SessionContext[]
  readonly research: readonly ResearchRun[]
  readonly notebooks: readonly Notebook[]
  readonly small: readonly KeptFile[]
}

/** Brings a moment of a backup back into a store that is in use: see `BackupDesk.restore`. */
export async function restore(request: RestoreRequest, store: RestoringStore): Promise<RestoreReport> {
  const file = await fileToRead(request.path, request.passphrase)
  try {
    return await restoreFrom(file, request, store)
  } finally {
    file.forget()
  }
}

async function restoreFrom(file: ArchiveFile, request: RestoreRequest, store: RestoringStore): Promise<RestoreReport> {
  const { wholePart, signal, progress } = request
  const archive = await readArchive(file, { signal, mayBeTorn: wholePart })
  const moment = momentOf(archive, request.madeAt)
  const read = await readMoment(archive, moment)
  const letGo = await store.startWriting()
  const release = store.hold()
  try {
    // Before the documents: what was read from them is not read again then.
    const files = await restoreFiles(archive, read.small, store)
    const documents = await restoreDocuments({ archive, moment }, read.documents, store, { signal, progress })
    const sessions = await restoreSessions(read.sessions, store, signal)
    const [research, notebooks] = await restoreNotes(read, store, signal)
    return {
      made_at: moment.made_at,
      documents,
      sessions,
      research,
      notebooks,
      ...files,
    }
  } finally {
    release()
    letGo()
  }
}

function momentOf({ moments }: Archive, madeAt: number | undefined): Moment {
  const found = madeAt === undefined ? moments.at(-1) : moments.find(({ moment }) => moment.made_at === madeAt)
  if (found) return found.moment
  throw new CairnError('NOT_FOUND', 'The backup does not hold this moment.', 'Choose one of those that it holds.')
}

async function readMoment(archive: Archive, moment: Moment): Promise<ReadMoment> {
  const read = { sessions: [] as SessionContext[], research: [] as ResearchRun[], notebooks: [] as Notebook[] }
  const small: KeptFile[] = []
  for (const file of moment.files) {
    const [kind] = file.name.split('/')
    const json = async (): Promise<unknown> => JSON.parse((await readPacked(archive, file.packed)).toString('utf8'))
    if (kind === 'sessions') read.sessions.push(understood(SessionContext, await json(), file.name))
    else if (kind === 'research') read.research.push(understood(ResearchRun, await json(), file.name))
    else if (kind === 'notebooks') read.notebooks.push(understood(Notebook, await json(), file.name))
    else if (isSmallFile(file.name)) small.push(file)
  }
  return { ...read, documents: await documentsIn(archive, moment), small }
}

function understood<Schema extends z.ZodType>(schema: Schema, value: unknown, name: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new CairnError(
    'FORMAT_UNSUPPORTED',
    `The backup holds ${name}, which this Cairn cannot understand.`,
    'Update Cairn and try again. Nothing was changed here.',
    { cause: parsed.error },
  )
}

interface Going {
  readonly signal: AbortSignal
  readonly progress: (step: RestoreStep) => void
}

async function restoreDocuments(
  { archive, moment }: { readonly archive: Archive; readonly moment: Moment },
  records: readonly DocumentRecord[],
  store: RestoringStore,
  { signal, progress }: Going,
): Promise<RestoreReport['documents']> {
  const { catalogue, folder, objects } = store
  const isThere = (address: string) => archive.places.has(objectName(address))
  const plan = planDocuments(records, { catalogue, folder, from: moment.store, isThere })
  // What is damaged here is healed as well: storing the same content again compares it in full.
  const wanted = addressesOfAll([...plan.add, ...records.filter(({ id }) => catalogue.get(id))]).filter(isThere)
  for (const [at, address] of wanted.entries()) {
    signal.throwIfAborted()
    progress({ type: 'progress', done: at, total: wanted.length })
    await objects.put(await readPlace(archive, objectName(address)))
  }
  for (const record of plan.add) await restoreReceived(record, store)
  const done = (count: number) => progress({ type: 'progress', done: count, total: plan.add.length })
  const asTheyWere = settledAsIn(records, plan.add)
  const taken = await takeWithTables({ archive, tables: moment.tables }, asTheyWere, store, signal)
  await store.take(
    plan.add.filter(({ id }) => !taken.has(id)),
    done,
    signal,
  )
  return { added: plan.add.length, here: plan.here, beside: plan.beside, incomplete: plan.incomplete }
}

/** A file that Cairn itself keeps lies in its place again. */
async function restoreReceived(record: DocumentRecord, { folder, objects, sources }: RestoringStore): Promise<void> {
  const { source, part_of, content_hash } = record
  if (part_of || !source.startsWith(`${folder}${sep}`) || (await exists(await sources.placeOf(source)))) return
  const bytes = await objects.read(content_hash).catch((thrown: unknown) => {
    // The text is there without its original.
    if (toCairnError(thrown).code === 'STORE_DAMAGED') return undefined
    throw thrown
  })
  if (!bytes) return
  await sources.write(source, bytes)
}

async function restoreSessions(
  sessions: readonly SessionContext[],
  store: RestoringStore,
  signal: AbortSignal,
): Promise<RestoreReport['sessions']> {
  const report = { added: 0, here: 0, beside: [] as string[] }
  for (const context of sessions) {
    signal.throwIfAborted()
    const { title, outcome } = await store.takeSession(context)
    if (outcome === 'beside') report.beside.push(title)
    else report[outcome] += 1
  }
  return report
}

async function restoreNotes(
  { research, notebooks }: ReadMoment,
  store: RestoringStore,
  signal: AbortSignal,
): Promise<[research: number, notebooks: RestoreReport['notebooks']]> {
  let runs = 0
  for (const run of research) {
    signal.throwIfAborted()
    if ((await store.takeResearch(run)).outcome === 'added') runs += 1
  }
  const report = { added: 0, beside: [] as string[] }
  for (const notebook of notebooks) {
    signal.throwIfAborted()
    const ours = await store.notebooks.get(notebook.id).catch(unknownAsUndefined)
    const isOther = ours !== undefined && JSON.stringify(ours) !== JSON.stringify(notebook)
    const { outcome } = await store.takeNotebook(isOther ? besideOurs(notebook) : notebook)
    if (outcome !== 'added') continue
    if (isOther) report.beside.push(notebook.title)
    else report.added += 1
  }
  return [runs, report]
}

/** The same id for the same state of a notebook, so that restoring once more adds nothing. */
function besideOurs(notebook: Notebook): Notebook {
  const day = notebook.updated_at.replaceAll(/[^0-9]/gu, '').slice(0, 17)
  return {
    ...notebook,
    id: `${notebook.id.slice(0, 44)}-${day}`,
    title: `${notebook.title} (${notebook.updated_at.slice(0, 10)})`,
  }
}

async function restoreFiles(
  archive: Archive,
  small: readonly KeptFile[],
  { folder, files, seal, fileSeal }: RestoringStore,
): Promise<Pick<RestoreReport, 'at_next_start' | 'kept' | 'question_sets' | 'evaluation_runs'>> {
  const report = { at_next_start: [] as string[], kept: [] as string[], question_sets: 0, evaluation_runs: 0 }
  for (const { name, packed } of small) {
    const into = { folder, files, seal, fileSeal }
    const placed = await placeSmallFile(name, await readPacked(archive, packed), into)
    if (placed === 'at_next_start' || (placed === 'kept' && !isDerived(name))) report[placed].push(name)
    const counted = placed === 'added' ? countedAs(name) : undefined
    if (counted) report[counted] += 1
  }
  return report
}

function unknownAsUndefined(thrown: unknown): undefined {
  if (toCairnError(thrown).code === 'NOT_FOUND') return undefined
  throw thrown
}
