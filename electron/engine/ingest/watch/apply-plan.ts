import { basename, dirname, relative, sep } from 'node:path'
import type { DocumentRecord, FileState, TrashReason } from '@shared/documents'
import type { WatchedFolder } from '@shared/folders/folder-shapes'
import { isBelow } from '@engine/platform/paths'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { renameMembers } from '../documents/family'
import { collectionOfFolder } from '../documents/registration'
import type { Plan } from './plan-changes'
import type { DiskFile } from './scan-folder'

/** What following a folder does with the library. */
export interface LibraryHands {
  readonly catalogue: DocumentCatalogue
  /** Reads files that are new, and known ones again whose content is another; resolves when that is done. */
  read(files: readonly DiskFile[], folder: WatchedFolder): Promise<void>
  trash(ids: readonly string[], reason: TrashReason): Promise<void>
  restore(ids: readonly string[]): Promise<void>
  /** Deletes for good. */
  remove(ids: readonly string[]): Promise<void>
}

/** Does all of a plan but the reading, and returns the files that are to be read. */
export async function applyPlan(plan: Plan, folder: WatchedFolder, hands: LibraryHands): Promise<DiskFile[]> {
  const { catalogue } = hands
  const moved = plan.moved.map(({ id }) => id)
  const trashed = [...plan.back, ...moved].filter((id) => catalogue.get(id)?.trashed_at !== null)
  if (trashed.length > 0) await hands.restore(trashed)
  await Promise.all([
    ...plan.moved.map(({ id, file }) => move(id, file, folder, catalogue)),
    ...plan.touched.map(({ id, file }) => catalogue.update(id, (current) => seenAs(current, file, 'as_read'))),
    ...plan.changed.map(({ path }) => setState(catalogue.findBySource(path)?.id, 'changed', catalogue)),
    ...plan.away.map((id) => setState(id, 'away', catalogue)),
    ...plan.gone.map((id) => setState(id, 'gone', catalogue)),
    ...plan.leftOut.map((id) => setState(id, 'left_out', catalogue)),
  ])
  await discard(plan.gone, 'file_gone', hands)
  await discard(plan.leftOut, 'left_out', hands)
  const unread = [...plan.moved, ...plan.touched].filter(({ id }) => !isRead(catalogue.get(id)))
  return [...plan.changed, ...plan.fresh, ...unread.map(({ file }) => file)]
}

/** Whether the content that a record speaks of can be searched; where reading it was cut off, or failed before, it cannot. */
function isRead(record: DocumentRecord | undefined): boolean {
  return record?.live?.content_hash === record?.content_hash && record?.status !== 'failed'
}

/** Tells what is known of the files, and leaves everything else as it is: for a folder that is paused. */
export async function tellOnly(plan: Plan, catalogue: DocumentCatalogue): Promise<void> {
  await Promise.all([
    ...plan.touched.map(({ id, file }) => catalogue.update(id, (current) => seenAs(current, file, 'as_read'))),
    ...plan.changed.map(({ path }) => setState(catalogue.findBySource(path)?.id, 'changed', catalogue)),
    ...plan.away.map((id) => setState(id, 'away', catalogue)),
    ...plan.gone.map((id) => setState(id, 'gone', catalogue)),
  ])
}

/** What was never read has nothing to come back for. */
async function discard(ids: readonly string[], reason: TrashReason, hands: LibraryHands): Promise<void> {
  const isKept = (id: string) => (hands.catalogue.get(id)?.live ?? null) !== null
  const read = ids.filter(isKept)
  const unread = ids.filter((id) => !isKept(id))
  if (read.length > 0) await hands.trash(read, reason)
  if (unread.length > 0) await hands.remove(unread)
}

async function move(id: string, file: DiskFile, folder: WatchedFolder, catalogue: DocumentCatalogue): Promise<void> {
  const written = await catalogue.update(id, (current) => ({
    ...seenAs(current, file, 'as_read'),
    source: file.path,
    name: basename(file.path),
    collection: collectionAfterMove(current, file, folder),
  }))
  if (written) await renameMembers(catalogue, written)
}

/** Where folders are collections, a document that is still in that of its folder goes along; one that the user moved stays. */
function collectionAfterMove(record: DocumentRecord, file: DiskFile, folder: WatchedFolder): string {
  if (folder.folders !== 'collections' || !isBelow(record.source, folder.path)) return record.collection
  const ways = relative(folder.path, dirname(record.source))
  const before = [basename(folder.path), ...(ways === '' ? [] : ways.split(sep))].join('/')
  const root = folder.collection ?? undefined
  return record.collection === collectionOfFolder(before, root)
    ? collectionOfFolder(file.folder, root)
    : record.collection
}

/** A record that says how its file stands; itself where it says so already. */
export function seenAs(record: DocumentRecord, { mark }: Pick<DiskFile, 'mark'>, state: FileState): DocumentRecord {
  const { on_disk } = record
  const isSaid = on_disk?.state === state && JSON.stringify(on_disk) === JSON.stringify({ ...mark, state })
  return isSaid ? record : { ...record, on_disk: { ...mark, state } }
}

/** Says what became of a document's file; the mark stays that of what was read. */
export async function setState(id: string | undefined, state: FileState, catalogue: DocumentCatalogue): Promise<void> {
  if (id === undefined) return
  await catalogue.update(id, (current) => {
    if (current.on_disk?.state === state) return current
    const unknown = { size: current.byte_size, modified: current.modified_at ?? 0, changed: 0, device: 0 }
    return { ...current, on_disk: { ...(current.on_disk ?? unknown), state } }
  })
}
