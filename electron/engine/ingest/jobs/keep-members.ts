import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import { atOnce } from '@engine/platform/order/at-once'
import { allMembersOf } from '../documents/family'
import { type RegisteredMember, type Registration, unlessAborted } from '../documents/registration'
import type { FamilyBudget } from '../members/family-budget'
import type { UnpackedMember } from '../members/members'
import { isUnfinished } from './job-claims'

/** What a document needs of its job to have its members read as well. */
export interface MemberWork {
  readonly registration: Registration
  readonly budget: FamilyBudget
  /** Has this document worked on in the same job. */
  readonly found: (id: string) => void
  /** Deletes documents for good. */
  readonly remove: (ids: readonly string[]) => Promise<unknown>
}

interface KeepContext {
  readonly rooms: { readonly catalogue: DocumentCatalogue; readonly objects: ObjectStore }
  readonly members: MemberWork
  readonly signal: AbortSignal
}

/** Files stored at the same time: each waits for the disk. */
const inGroup = 8

/**
 * Makes what was unpacked from a document's file documents of their own, and deletes those whose files are no longer in it. All of
 * it is durable when this resolves; what a crash cuts off is done again with the document itself.
 */
export async function keepMembers(
  outer: DocumentRecord,
  unpacked: readonly UnpackedMember[],
  { rooms, members, signal }: KeepContext,
): Promise<void> {
  const { catalogue, objects } = rooms
  const before = new Map(catalogue.membersOf(outer.id).map((record) => [record.part_of?.path, record]))
  if (before.size === 0 && unpacked.length === 0) return
  const counted = allMembersOf(catalogue, [outer.id])
  const keep = async (one: UnpackedMember) => {
    signal.throwIfAborted()
    const known = before.get(one.path)
    const isKept = known?.part_of?.content_hash === one.hash && (await objects.has(one.hash))
    if (!isKept) await objects.putFile(one.file, signal)
    const registered = await members.registration.registerMember(outer, one, known, signal)
    if (registered.isToBeRead) members.found(registered.id)
    return registered
  }
  for (let at = 0; at < unpacked.length; at += inGroup) {
    // Once one was called off the others are still waited for: whoever deletes the file would not see what they write after that.
    await followIntoTrash(outer.id, await atOnce(unpacked.slice(at, at + inGroup), keep), catalogue)
  }
  const paths = new Set(unpacked.map(({ path }) => path))
  const gone = [...before].flatMap(([path, { id }]) => (path !== undefined && paths.has(path) ? [] : [id]))
  if (gone.length > 0) await unlessAborted(members.remove(gone), signal)
  members.budget.replaced(outer, counted, unpacked)
}

/** Who trashes or restores a file sees only the members that are there; those being written meanwhile are to follow. */
async function followIntoTrash(
  outer: string,
  written: readonly RegisteredMember[],
  catalogue: DocumentCatalogue,
): Promise<void> {
  const trashed_at = catalogue.get(outer)?.trashed_at ?? null
  const behind = written.filter((member) => member.trashed_at !== trashed_at)
  await Promise.all(
    behind.map((member) =>
      catalogue.update(member.id, (current) =>
        current.trashed_at === member.trashed_at ? { ...current, trashed_at } : current,
      ),
    ),
  )
}

/**
 * The file of a document was added again and is as it was: its members leave the trash, those that failed are tried again, and the
 * job waits for those that another one has begun.
 * Whether some are missing, as they were deleted one by one, or never read by an earlier version.
 */
export async function lookAfterMembers(
  outer: DocumentRecord,
  { rooms, members, signal }: KeepContext,
): Promise<boolean> {
  const { catalogue } = rooms
  if (catalogue.get(outer.id)?.trashed_at !== null) return false
  for (const record of allMembersOf(catalogue, [outer.id])) {
    const isResting = record.status !== 'failed' && record.trashed_at === null
    if (!isResting) await members.registration.again(record.id, signal)
    if (!isResting || isUnfinished(record) || lacksMembers(record, catalogue)) members.found(record.id)
  }
  return lacksMembers(outer, catalogue)
}

/** Formats that were read without their members before there were any. */
const readWithoutMembers = new Set(['eml', 'msg'])

function lacksMembers(record: DocumentRecord, catalogue: Pick<DocumentCatalogue, 'membersOf'>): boolean {
  const { member_count, format, live, id } = record
  if (live === null) return false
  if (member_count === null) return format !== null && readWithoutMembers.has(format)
  return catalogue.membersOf(id).length < member_count
}
