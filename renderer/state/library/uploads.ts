import { type CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { chosenFiles, type IncomingFile, upload } from '@renderer/bridge/files'
import { reachable } from '../connection'
import { chooseFiles } from './adding/folder-question'
import { readableOf } from './adding/readable-files'
import { addPaths, addToLibrary } from './library-store'

/** A file on its way into the library by way of the engine's machine; only browser tabs have these. */
export interface Upload {
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly sent: number
  readonly size: number
  readonly error: ErrorReport | null
}

/** A time in which files were on their way without a break; milliseconds since the epoch, null while it lasts. */
export interface UploadSpan {
  readonly started_at: number
  readonly ended_at: number | null
}

interface UploadsState {
  readonly uploads: readonly Upload[]
  /** The last such time; null before the first. */
  readonly span: UploadSpan | null
}

export const useUploads = create<UploadsState>(() => ({ uploads: [], span: null }))

useUploads.subscribe(({ uploads, span }) => {
  const isGoing = uploads.some(({ error }) => error === null)
  const wasGoing = span?.ended_at === null
  if (isGoing && !wasGoing) useUploads.setState({ span: { started_at: Date.now(), ended_at: null } })
  if (!isGoing && wasGoing) useUploads.setState({ span: { started_at: span.started_at, ended_at: Date.now() } })
})

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

/** Adds what was chosen in a file input. False where nothing of it was. */
export async function addChosen(files: FileList, collection?: string): Promise<boolean> {
  return addFiles(chosenFiles(files), collection)
}

/**
 * Adds files and folders; a browser tab sends them to the engine first. Files by themselves that cannot be read are left aside. False where
 * there is nothing to add.
 */
export async function addFiles(files: readonly IncomingFile[], collection?: string): Promise<boolean> {
  // What the window shell gives without a size may be a folder, which is asked about by itself.
  const isLoose = ({ folder, path, size }: IncomingFile) => folder === undefined && (path === null || size > 0)
  const loose = readableOf(files.filter(isLoose), (others) => void addAll(others, collection))
  return addAll([...loose, ...files.filter((file) => !isLoose(file))], collection)
}

async function addAll(files: readonly IncomingFile[], collection: string | undefined): Promise<boolean> {
  const inPlace = files.flatMap(({ path }) => path ?? [])
  const added = inPlace.length > 0 && (await addPaths(inPlace, collection))
  const sent = chooseFiles(files.filter(({ path }) => path === null))
  const fresh = (sent instanceof Promise ? await sent : sent).map(({ file }) => ({
    ...{ id: ++lastUpload, file, collection },
  }))
  if (fresh.length === 0) return added
  const entries = fresh.map(({ id, file: { name, size } }): Upload => ({ id, name, size, sent: 0, error: null }))
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...entries] }))
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
  /** The file's path on the engine's machine. */
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
    const listed = new Set(useUploads.getState().uploads.map(({ id }) => id))
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
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }))
}

function forgetUpload(id: number): void {
  failedUploads.delete(id)
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.id !== id) }))
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
  for (const { id, error } of useUploads.getState().uploads) if (error === null) dropUpload(id)
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
