import type { DocumentRecord, FileMark } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { RecentLooks } from '@engine/platform/order/recent-looks'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import type { PageReading } from '../ocr/page-reading'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import type { IndexBatch } from './index-batch'
import type { MemberWork } from './keep-members'
import type { nodeLimits } from '../nodes/in-time'
import type { NearDuplicates } from '../near-duplicates/near-duplicate-finder'
import type { ParsePool } from '../parsing/parse-pool'
import type { VectorLender } from '../vectors/vector-spaces'

export interface IngestRooms {
  readonly catalogue: DocumentCatalogue
  readonly objects: ObjectStore
  readonly vectors: VectorLender
  readonly parsePool: ParsePool
  readonly now: () => number
  /** Which documents people looked at last. */
  readonly looks: RecentLooks
  readonly newId: () => string
  /** Resolves when a document of so many bytes may be begun: while somebody waits for an answer the processor is theirs, for a while. */
  readonly makeWay?: ((bytes: number, signal: AbortSignal) => Promise<void>) | undefined
  /** What OCR has read of a content, by page; without it, no page is read by OCR. */
  readonly readingsOf?: ((contentHash: string) => Promise<ReadonlyMap<number, PageReading>>) | undefined
  /** False while the list of documents is known to be damaged: then nobody can say which stored files are still needed. */
  readonly maySweep: boolean
  /** The files in the store that documents are read from; without it, all lie as they are. */
  readonly sources?: Pick<SourceFiles, 'bring' | 'placeOf' | 'isOwn' | 'write'> | undefined
  /** Whether Cairn itself wrote this file, for an upload or a paste: then its date says nothing. */
  readonly isReceived?: ((source: string) => boolean) | undefined
  /** How long each node may take, milliseconds; `nodeLimits` where not given. */
  readonly limits?: typeof nodeLimits | undefined
}

export interface ProcessContext {
  readonly rooms: IngestRooms
  readonly batch: IndexBatch
  readonly nearDuplicates: NearDuplicates
  readonly signal: AbortSignal
  /** The user has just pointed at the file: text kept from an earlier run then counts only if the file is still the same. */
  readonly checkFile: boolean
  /** The kept file is parsed again, because OCR has read more of it. */
  readonly readAgain: boolean
  /** Opens a file that needs one; never written anywhere. */
  readonly password?: string | undefined
  /** Runs work while no other document's work of this kind runs. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Called whenever the record's state changed durably. */
  readonly changed: (record: DocumentRecord) => void
  /** For the files that the document's own file holds. */
  readonly members: MemberWork
  /** Called when nothing but the write to the index is left to wait for. */
  readonly handedOver: () => void
}

/**
/** How a record is put. */
interface Putting {
  /** How the file stood when it was read just now. */
  readonly seen?: FileMark | undefined
  /** False for a state that a restart goes over again anyway. */
  readonly isDurable?: boolean
}

/**
 * Collection, tags and trash are the user's, what it is part of is its outer file's, what became of its file is told by whoever
 * looked last: they may change meanwhile.
 */
export async function put(
  record: DocumentRecord,
  context: ProcessContext,
  { seen, isDurable = true }: Putting = {},
): Promise<DocumentRecord> {
  const { catalogue, now } = context.rooms
  const ofNow = (current: DocumentRecord) => {
    const { collection, tags, trashed_at, trashed_for, part_of, name, source, from_web, own_title } = current
    const on_disk = seen ? { ...seen, state: 'as_read' as const } : current.on_disk
    const kept = { collection, tags, trashed_at, trashed_for, part_of, name, source, from_web, own_title, on_disk }
    return { ...record, ...kept, title: own_title ?? record.title, updated_at: now() }
  }
  const written = await catalogue.update(record.id, ofNow, { isDurable })
  if (!written) throw new CairnError('NOT_FOUND', `"${record.name}" was deleted meanwhile.`, 'Add it again.')
  context.changed(written)
  return written
}
