import type { FolderLook } from '@shared/folders/folder-look'
import type { FolderChange, FolderState, NewFolder } from '@shared/folders/folder-shapes'
import { fileNotice, type FileNotice } from '@shared/folders/file-notice'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt } from '../window/notices'
import { useLibrary } from './library-store'

/** The watched folders; null before the engine told them, and where it follows none. */
export const useFolders = create<{ readonly list: readonly FolderState[] | null }>(() => ({ list: null }))

export function receiveFolders(list: readonly FolderState[] | null): void {
  useFolders.setState({ list })
}

/** What is to be said of a document's file; null where it is as it was read, and where the document is not there. */
export function useFileNotice(documentId: string): FileNotice | null {
  const record = useLibrary(({ documents }) => documents.get(documentId))
  return useFolders(({ list }) => (record ? fileNotice(record, list ?? []) : null))
}

/** Watches a folder; null where the engine took it, otherwise why not. */
export async function addFolder(folder: NewFolder): Promise<ErrorReport | null> {
  try {
    await call((client) => client.folders.add(folder))
    return null
  } catch (thrown) {
    return toCairnError(thrown).report()
  }
}

/** A folder that was looked into; `look` is null where that took longer than anybody waits. */
export interface FolderSeen {
  readonly path: string
  readonly look: FolderLook | null
}

const longestLookMs = 5000

/** What stands in a folder that is to be watched, or why nothing is to be said of it. */
export async function lookIntoFolder(
  path: string,
  signal: AbortSignal,
): Promise<FolderSeen | { readonly error: ErrorReport }> {
  const late = AbortSignal.timeout(longestLookMs)
  try {
    const options = { signal: AbortSignal.any([signal, late]) }
    const { look } = await call(({ documents }) => documents.look_into({ paths: [path] }, options))
    if (look) return { path, look }
    return { error: new CairnError('FILE_VANISHED', 'There is no folder at this path.', 'Check the path.').report() }
  } catch (thrown) {
    return late.aborted ? { path, look: null } : { error: toCairnError(thrown).report() }
  }
}

/** The folder that the user chose in the system's dialog; undefined where none. */
export async function pickFolder(): Promise<string | undefined> {
  const paths: string[] = []
  await attempt(async () => paths.push(...(await call((client) => client.shell.pick({ kind: 'folder' })))))
  return paths[0]
}

/** The file that the user chose in the system's dialog; undefined where none. */
export async function pickFile(): Promise<string | undefined> {
  const paths: string[] = []
  await attempt(async () => paths.push(...(await call((client) => client.shell.pick({ kind: 'files' })))))
  return paths[0]
}

/** Where a file of that name lies in a folder that the user chose; undefined where none. */
export async function pickNewFile(name: string): Promise<string | undefined> {
  const folder = await pickFolder()
  if (folder === undefined) return undefined
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/'
  return `${folder.replace(/[\\/]$/u, '')}${separator}${name}`
}

export function changeFolder(id: string, change: FolderChange): Promise<boolean> {
  return attempt(() => call((client) => client.folders.change({ id, ...change })))
}

/** Has a folder looked through, every file compared by its content. */
export function readFolderAgain(id: string): Promise<boolean> {
  return attempt(() => call((client) => client.folders.rescan({ id, read_again: true })))
}

/** Documents that the user deleted although their files are there come again. */
export function takeFilesBack(id: string): Promise<boolean> {
  return attempt(() => call((client) => client.folders.take_back({ id })))
}

/** Ends following a folder; its documents stay. */
export function removeFolder(id: string): Promise<boolean> {
  return attempt(async () => receiveFolders(await call((client) => client.folders.remove({ id }))))
}
