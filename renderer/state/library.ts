import type { Job } from '@shared/changes'
import type { DocumentRecord } from '@shared/documents'
import { type CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { chosenFiles, type IncomingFile, incomingFiles, originalUrl, upload } from '../bridge/files'
import { call, reachable } from './connection'
import { notify, notifyError } from './notices'

/** A file on its way into the library by way of the engine's machine; only browser tabs have these. */
export interface Upload {
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly sent: number
  readonly size: number
  readonly error: ErrorReport | null
}

interface LibraryState {
  readonly documents: ReadonlyMap<string, DocumentRecord>
  readonly jobs: ReadonlyMap<string, Job>
  readonly uploads: readonly Upload[]
  /** False until the engine has told the documents once. */
  readonly known: boolean
}

export const useLibrary = create<LibraryState>(() => ({
  documents: new Map(),
  jobs: new Map(),
  uploads: [],
  known: false,
}))

export function receiveDocuments(changed: readonly DocumentRecord[], removed: readonly string[], whole: boolean): void {
  useLibrary.setState((state) => {
    const documents = new Map(whole ? [] : state.documents)
    for (const id of removed) documents.delete(id)
    for (const record of changed) documents.set(record.id, record)
    return { documents, known: true }
  })
}

export function receiveJobs(changed: readonly Job[], whole: boolean): void {
  useLibrary.setState((state) => ({
    jobs: new Map([...(whole ? [] : state.jobs), ...changed.map((job) => [job.id, job] as const)]),
  }))
}

const uploadsAtOnce = 3
/** How long uploaded files are gathered, so that a folder becomes a few jobs rather than one a file. */
const gatherMs = 250
let lastUpload = 0
const uploading = new Map<number, AbortController>()

interface WaitingFile {
  readonly id: number
  readonly file: File
  readonly collection: string | undefined
}

/** Files whose upload has not begun, and those whose upload failed: what a retry sends again. */
const waiting: WaitingFile[] = []
const failedUploads = new Map<number, WaitingFile>()

/** Adds whatever a drop or paste carries. Must be called before its event handler returns. */
export async function addDropped(data: DataTransfer, collection?: string): Promise<void> {
  await tell(async () => addFiles(await incomingFiles(data), collection))
}

/** Adds what was chosen in a file input. False where nothing of it was. */
export async function addChosen(files: FileList, collection?: string): Promise<boolean> {
  return addFiles(chosenFiles(files), collection)
}

/**
 * Adds files and folders wherever they came from; in a browser tab they are sent to the engine first. False where
 * nothing was added and nothing is on its way.
 */
export async function addFiles(files: readonly IncomingFile[], collection?: string): Promise<boolean> {
  const inPlace = files.flatMap(({ path }) => path ?? [])
  const added = inPlace.length > 0 && (await addPaths(inPlace, collection))
  const fresh = files.filter(({ path }) => path === null).map(({ file }) => ({ id: ++lastUpload, file, collection }))
  if (fresh.length === 0) return added
  const entries = fresh.map(({ id, file: { name, size } }): Upload => ({ id, name, size, sent: 0, error: null }))
  useLibrary.setState(({ uploads }) => ({ uploads: [...uploads, ...entries] }))
  waiting.push(...fresh)
  startUploads()
  return true
}

/** Starts waiting uploads until as many run as may run at once, however many drops they came from. */
function startUploads(): void {
  while (uploading.size < uploadsAtOnce) {
    const next = waiting.shift()
    if (!next) return
    void send(next).then(startUploads)
  }
}

async function send(one: WaitingFile): Promise<void> {
  const { id, file } = one
  const controller = new AbortController()
  uploading.set(id, controller)
  try {
    const path = await upload(file, (sent) => changeUpload(id, { sent }), controller.signal)
    // It stays listed until the engine has taken it into the library.
    changeUpload(id, { sent: file.size })
    gather({ ...one, path })
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (error.code === 'CANCELLED') {
      forgetUpload(id)
      return
    }
    failUpload(one, error)
  } finally {
    uploading.delete(id)
  }
}

interface SentFile extends WaitingFile {
  /** Where it lies on the engine's machine. */
  readonly path: string
}

const gathered = new Map<string | undefined, SentFile[]>()

function gather(sent: SentFile): void {
  const { collection } = sent
  const all = gathered.get(collection) ?? []
  all.push(sent)
  if (all.length > 1) return
  gathered.set(collection, all)
  setTimeout(() => {
    gathered.delete(collection)
    void handOver(all, collection)
  }, gatherMs)
}

/** Adds sent files to the library, again and again while the engine is away; what was taken off the list stays out. */
async function handOver(sent: readonly SentFile[], collection: string | undefined): Promise<void> {
  for (;;) {
    await reachable()
    const listed = new Set(useLibrary.getState().uploads.map(({ id }) => id))
    const files = sent.filter(({ id }) => listed.has(id))
    if (files.length === 0) return
    const paths = files.map(({ path }) => path)
    try {
      await addToLibrary(paths, collection)
      for (const { id } of files) forgetUpload(id)
      return
    } catch (thrown) {
      const error = toCairnError(thrown)
      if (error.code === 'UNREACHABLE') continue
      for (const file of files) failUpload(file, error)
      return
    }
  }
}

function failUpload({ id, file, collection }: WaitingFile, error: CairnError): void {
  failedUploads.set(id, { id, file, collection })
  changeUpload(id, { error: error.report() })
}

function changeUpload(id: number, change: Partial<Upload>): void {
  useLibrary.setState(({ uploads }) => ({
    uploads: uploads.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }))
}

function forgetUpload(id: number): void {
  failedUploads.delete(id)
  useLibrary.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.id !== id) }))
}

/** Takes an upload off the list; one that is under way is stopped. */
export function dropUpload(id: number): void {
  const at = waiting.findIndex((one) => one.id === id)
  if (at >= 0) waiting.splice(at, 1)
  uploading.get(id)?.abort()
  forgetUpload(id)
}

/** Stops every upload that is waiting or under way; failed ones stay listed. */
export function stopUploads(): void {
  for (const { id, error } of useLibrary.getState().uploads) if (error === null) dropUpload(id)
}

/** Sends a file again whose upload failed. */
export function retryUpload(id: number): void {
  const failed = failedUploads.get(id)
  if (!failed) return
  failedUploads.delete(id)
  changeUpload(id, { error: null, sent: 0 })
  waiting.push(failed)
  startUploads()
}

/** Adds files and folders that lie on the engine's machine. False where that failed. */
export function addPaths(paths: readonly string[], collection?: string): Promise<boolean> {
  return tell(() => addToLibrary(paths, collection))
}

function addToLibrary(paths: readonly string[], collection: string | undefined): Promise<unknown> {
  return call((client) =>
    client.documents.add({ paths: [...paths], ...(collection === undefined ? {} : { collection }) }),
  )
}

/** Asks with the system's dialog, where the shell has one. False where nothing was chosen or adding failed. */
export async function pickAndAdd(kind: 'files' | 'folder', collection?: string): Promise<boolean> {
  const paths: string[] = []
  await tell(async () => paths.push(...(await call((client) => client.shell.pick({ kind })))))
  return paths.length > 0 && addPaths(paths, collection)
}

export async function addText(text: string, name?: string, collection?: string): Promise<void> {
  await tell(() =>
    call((client) =>
      client.documents.add_text({
        text,
        ...(name === undefined ? {} : { name }),
        ...(collection === undefined ? {} : { collection }),
      }),
    ),
  )
}

/** False where that failed. */
export function addSample(): Promise<boolean> {
  return tell(() => call((client) => client.documents.add_sample()))
}

/** Tries failed documents again; without ids, all of them. */
export async function retryDocuments(ids?: readonly string[]): Promise<void> {
  await tell(() => call((client) => client.documents.add_again(ids ? { ids: [...ids] } : {})))
}

export async function stopJob(jobId: string): Promise<void> {
  await tell(() => call((client) => client.documents.stop_job({ job_id: jobId })))
}

export interface DocumentChange {
  readonly collection?: string
  readonly add_tags?: string[]
  readonly remove_tags?: string[]
}

export async function updateDocuments(ids: readonly string[], change: DocumentChange): Promise<void> {
  await tell(async () => {
    const changed = await call((client) => client.documents.update({ ids: [...ids], ...change }))
    receiveDocuments(changed, [], false)
  })
}

/** Takes documents out of the library; a notice offers to undo it for as long as the engine can. */
export async function trashDocuments(ids: readonly string[]): Promise<void> {
  await tell(async () => {
    const name = useLibrary.getState().documents.get(ids[0] ?? '')?.name ?? ''
    const { trashed, until } = await call((client) => client.documents.trash({ ids: [...ids] }))
    receiveDocuments([], trashed, false)
    notify({
      key: trashed.length === 1 ? 'library:deletedOne' : 'library:deletedMany',
      values: { name, count: trashed.length },
      lifeMs: Math.max(3000, until - Date.now() - 1000),
      action: { key: 'app:undo', run: () => void restoreDocuments(trashed) },
    })
  })
}

async function restoreDocuments(ids: readonly string[]): Promise<void> {
  await tell(() => call((client) => client.documents.restore({ ids: [...ids] })))
}

export async function revealDocument(id: string): Promise<void> {
  await tell(() => call((client) => client.shell.reveal({ id })))
}

/** The extracted text with its structure; `[start, end)` where given. Throws CairnError. */
export function readContent(id: string, range?: { start: number; end: number }) {
  return call((client) => client.documents.content({ id, ...range }))
}

export { originalUrl }

/** Says what failed; false where it did. */
async function tell(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (thrown) {
    notifyError(thrown)
    return false
  }
}
