import type { DocumentRecord } from '@shared/documents'
import { isSameMark } from '../files/file-mark'
import type { DiskFile } from './scan-folder'

/** What a look at a folder, or at a part of it, has found. */
export interface Situation {
  /** The files that belong to the library, by path. */
  readonly disk: ReadonlyMap<string, DiskFile>
  /** The documents whose paths were looked at; without those that came in other files. */
  readonly records: readonly DocumentRecord[]
  /** What became of the files that are not in `disk`, by document. */
  readonly missing: ReadonlyMap<string, 'gone' | 'away' | 'left_out'>
  /** Which document stands at a path. */
  readonly at: (path: string) => DocumentRecord | undefined
  /** Whether the user deleted the document of this file for good. */
  readonly isDeleted: (path: string) => boolean
}

/** What is to be done so that the library is as the disk. Documents by their ids. */
export interface Plan {
  /** Files that no document stands for. */
  fresh: DiskFile[]
  /** Files that are other than what was read. */
  changed: DiskFile[]
  /** Documents whose file is at another path now. */
  moved: { readonly id: string; readonly file: DiskFile }[]
  /** Documents whose file is as it was read, and of which that was not known. */
  touched: { readonly id: string; readonly file: DiskFile }[]
  /** Documents that went into the trash without the user, and whose file is there again. */
  back: string[]
  gone: string[]
  leftOut: string[]
  away: string[]
}

/** Compares documents with the disk, by paths and marks alone: whether files moved is told by `matchMoves`. */
export function planChanges(situation: Situation): Plan {
  const plan: Plan = { fresh: [], changed: [], moved: [], touched: [], back: [], gone: [], leftOut: [], away: [] }
  for (const file of situation.disk.values()) planFile(file, situation, plan)
  for (const record of situation.records) planMissing(record, situation, plan)
  return plan
}

function planFile(file: DiskFile, { at, isDeleted }: Situation, plan: Plan): void {
  const record = at(file.path)
  if (!record) {
    if (!isDeleted(file.path)) plan.fresh.push(file)
    return
  }
  if (record.trashed_at !== null) {
    // The user's own deletion stands, whatever becomes of the file.
    if (!record.trashed_for) return
    plan.back.push(record.id)
  }
  const known = knownMark(record, file)
  if (known === 'other') plan.changed.push(file)
  else if (known === 'unsaid') plan.touched.push({ id: record.id, file })
}

/** Whether a file is the one that was read: `said` in the record, `unsaid` where the record is to be told, or another one. */
function knownMark(record: DocumentRecord, { mark }: DiskFile): 'said' | 'unsaid' | 'other' {
  const { on_disk, byte_size, modified_at, live } = record
  // An older Cairn kept size and time alone.
  if (!on_disk) return live && byte_size === mark.size && modified_at === Math.floor(mark.modified) ? 'unsaid' : 'other'
  // One that had gone while it was being read is there again.
  if (!isSameMark(on_disk, mark) || record.error?.code === 'FILE_VANISHED') return 'other'
  return on_disk.state === 'as_read' && on_disk.device === mark.device ? 'said' : 'unsaid'
}

function planMissing(record: DocumentRecord, { disk, missing, at }: Situation, plan: Plan): void {
  const isAtHome = disk.has(record.source) && at(record.source)?.id === record.id
  if (isAtHome || record.trashed_at !== null) return
  const what = missing.get(record.id) ?? 'gone'
  // Who brought it back from the trash wants it without its file.
  if (record.on_disk?.state === what && (what === 'away' || record.on_disk.kept)) return
  if (what === 'away') plan.away.push(record.id)
  else if (what === 'left_out') plan.leftOut.push(record.id)
  else plan.gone.push(record.id)
}

/** How many documents and files a plan is about. */
export function sizeOfPlan({ fresh, changed, moved, back, gone, leftOut }: Plan): number {
  return fresh.length + changed.length + moved.length + back.length + gone.length + leftOut.length
}
