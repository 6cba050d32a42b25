import { type ErrorReport, toCairnError } from '@shared/errors'
import type { ImportedPart, ImportedSession } from '@shared/session/turn-context'
import { create } from 'zustand'
import { chosenFiles, type IncomingFile, upload } from '@renderer/bridge/files'
import { call } from '../connection'
import { useExchange } from './exchange'
import { attempt, notify } from '../window/notices'

/** A file whose chats are being added to those here. */
export interface ImportFile {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'stopped'
  /** Bytes that reached the engine's machine; only files of a browser tab are sent. */
  readonly sent: number
  readonly size: number
  /** The outcome of each chat, once the file is imported. */
  readonly sessions: readonly ImportedSession[]
  /** Research and notebooks. */
  readonly parts: readonly ImportedPart[]
  readonly error: ErrorReport | null
}

export const useImports = create<{ readonly files: readonly ImportFile[] }>(() => ({ files: [] }))

/** Where a file lies: on the engine's machine, or only in this browser. */
type Source = { readonly path: string } | { readonly file: File }

/** Of every listed file, so that one that failed can be tried again. */
const sources = new Map<number, Source>()
let lastId = 0
let working = false
let sending: AbortController | undefined

/** Whether a file's import has not ended. */
export function isUnderWay({ state }: ImportFile): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reading'
}

/** Asks for files to import; what is said of earlier ones goes. */
export function openImport(): void {
  keepOnly(isUnderWay)
  showReport()
}

function showReport(): void {
  useExchange.setState({ dialog: { kind: 'import' } })
}

/** Imports files one after the other and shows what becomes of them. */
export function importFiles(files: readonly IncomingFile[]): void {
  begin(files.map(({ name, size, path, file }) => ({ name, size, source: path === null ? { file } : { path } })))
}

export function importChosen(files: FileList): void {
  importFiles(chosenFiles(files))
}

/** Asks with the system's dialog, where the shell has one. */
export async function pickAndImport(): Promise<void> {
  await attempt(async () => {
    const paths = await call((client) => client.shell.pick({ kind: 'files' }))
    begin(paths.map((path) => ({ name: path.split(/[\\/]/u).at(-1) ?? path, size: 0, source: { path } })))
  })
}

function begin(files: readonly { name: string; size: number; source: Source }[]): void {
  if (files.length === 0) return
  if (useExchange.getState().dialog?.kind !== 'import') openImport()
  const entries = files.map(({ name, size, source }): ImportFile => {
    const id = ++lastId
    sources.set(id, source)
    return { id, name, size, state: 'waiting', sent: 0, sessions: [], parts: [], error: null }
  })
  useImports.setState((state) => ({ files: [...state.files, ...entries] }))
  void work()
}

/** Tries a file again whose import failed or was stopped. */
export function retryImport(id: number): void {
  change(id, { state: 'waiting', sent: 0, error: null })
  void work()
}

/** Stops what waits and what is being sent. What the engine already reads is imported: half a file never is. */
export function stopImports(): void {
  for (const { id, state } of useImports.getState().files) if (state === 'waiting') change(id, { state: 'stopped' })
  sending?.abort()
}

async function work(): Promise<void> {
  if (working) return
  working = true
  for (;;) {
    const next = useImports.getState().files.find(({ state }) => state === 'waiting')
    if (!next) break
    await importOne(next)
  }
  working = false
  if (useExchange.getState().dialog?.kind === 'import') return
  notify({ key: 'exchange:import.finished', action: { key: 'exchange:import.showReport', run: showReport } })
}

async function importOne({ id }: ImportFile): Promise<void> {
  const source = sources.get(id)
  if (!source) {
    change(id, { state: 'stopped' })
    return
  }
  try {
    const path = 'path' in source ? source.path : await sent(id, source.file)
    change(id, { state: 'reading' })
    const { sessions, parts } = await call((client) => client.sessions.import({ path }))
    change(id, { state: 'done', sessions, parts })
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (error.code === 'CANCELLED') change(id, { state: 'stopped' })
    else change(id, { state: 'failed', error: error.report() })
  }
}

async function sent(id: number, file: File): Promise<string> {
  const controller = new AbortController()
  sending = controller
  change(id, { state: 'sending' })
  try {
    return await upload(file, (bytes) => change(id, { sent: bytes }), controller.signal)
  } finally {
    sending = undefined
  }
}

function change(id: number, changed: Partial<ImportFile>): void {
  useImports.setState(({ files }) => ({ files: files.map((one) => (one.id === id ? { ...one, ...changed } : one)) }))
}

function keepOnly(isKept: (file: ImportFile) => boolean): void {
  const { files } = useImports.getState()
  for (const file of files) if (!isKept(file)) sources.delete(file.id)
  useImports.setState({ files: files.filter(isKept) })
}

/** Also as a browser names the second download of the same bundle: `chat.cairn (1).zip`. */
const bundleName = /\.cairn(?: ?\(\d+\))?\.zip$/iu
const recordBeginning = /^\s*\{\s*"schema_version"\s*:\s*"[^"]{1,20}"\s*,\s*"(?:meta|session)"\s*:\s*\{/u
/** Bytes; more than the beginning of a record takes, however it is indented. */
const beginningBytes = 1024

/** Exported chats among dropped files; everything else is `others`. The order stays. */
export async function sortDropped(
  files: readonly IncomingFile[],
): Promise<{ chats: IncomingFile[]; others: IncomingFile[] }> {
  const isChat = await Promise.all(files.map(holdsChats))
  return { chats: files.filter((_, at) => isChat[at]), others: files.filter((_, at) => !isChat[at]) }
}

async function holdsChats({ name, file }: IncomingFile): Promise<boolean> {
  if (bundleName.test(name)) return true
  if (!/\.json$/iu.test(name)) return false
  try {
    return recordBeginning.test(await file.slice(0, beginningBytes).text())
  } catch {
    // Nothing that can be read now; a folder may be called so. Adding it as a document says why it does not work.
    return false
  }
}
