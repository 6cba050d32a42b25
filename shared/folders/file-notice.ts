import type { DocumentRecord } from '../documents'
import type { FolderState } from './folder-shapes'

/** What people are to know of a document's file: it is other than what was read, no longer there, or cannot be seen. */
export type FileNotice = 'changed' | 'gone' | 'away'

/** What is to be said of a document's file; null where it is as it was read. `folders` are those that are watched. */
export function fileNotice(
  { source, part_of, on_disk, live, content_hash }: DocumentRecord,
  folders: readonly Pick<FolderState, 'path' | 'state'>[] = [],
): FileNotice | null {
  if (part_of === null && folders.some(({ path, state }) => state === 'away' && isInside(source, path))) return 'away'
  const state = on_disk?.state
  if (state === 'gone' || state === 'away') return state
  // What was searched last is no longer the newest content that was seen.
  const isBehind = live !== null && content_hash !== '' && live.content_hash !== content_hash
  return state === 'changed' || isBehind ? 'changed' : null
}

function isInside(source: string, folder: string): boolean {
  const rest = source.startsWith(folder) ? source.slice(folder.length) : ''
  return /^[\\/]/u.test(rest)
}
