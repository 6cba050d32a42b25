import type { DocumentRecord } from '@shared/documents'
import type { WatchedFolder } from '@shared/folders/folder-shapes'
import { isBelow } from '@engine/platform/paths'
import { applyPlan, type LibraryHands, tellOnly } from './apply-plan'
import { matchMoves } from './match-moves'
import { findMissing } from './missing-files'
import { type Plan, planChanges, sizeOfPlan } from './plan-changes'
import { type DiskFile, scanFolder } from './scan-folder'

export interface StepParts {
  readonly hands: LibraryHands
  /** SHA-256 of a file, hex; undefined where it cannot be read. */
  readonly hash: (path: string) => Promise<string | undefined>
  /** The store, which belongs to no folder. */
  readonly store: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly closing: AbortSignal
}

export interface Step {
  /** Files found at the paths that were looked at. */
  readonly files: ReadonlyMap<string, DiskFile>
  /** Files whose content is to be read. */
  readonly toRead: readonly DiskFile[]
  /** Files that may still be being written. */
  readonly unsettled: readonly string[]
  /** How many changes the pause holds back. */
  readonly heldBack: number
}

/** A file found by looking through a folder may just be being written when it is younger than this, in milliseconds. */
const settledMs = 2000

/**
 * Looks at paths of a folder and makes the library as they are, but for the reading. `settled` are files known to be at rest. Null
 * where all of the folder's documents are away: then nothing was done.
 */
export async function bringIntoStep(
  folder: WatchedFolder,
  paths: readonly string[],
  isWanted: (source: string) => boolean,
  parts: StepParts,
): Promise<Step | null> {
  const { hands, store, closing } = parts
  const { catalogue } = hands
  const scan = await scanFolder({ path: folder.path, rules: folder.rules, without: store }, paths, closing)
  const records = recordsBelow(folder, parts).filter(({ source }) => isWanted(source))
  const missing = await findMissing(records, scan, folder.path)
  const isAway = (what: string) => what === 'away'
  if (scan.files.size === 0 && missing.size > 0 && [...missing.values()].every(isAway)) return null
  const at = (path: string) => catalogue.findBySource(path)
  const deleted = new Set(folder.deleted)
  const isDeleted = (path: string) => deleted.has(path)
  const all = planChanges({ disk: scan.files, records, missing, at, isDeleted })
  const { plan, unsettled } = withoutUnsettled(all, new Set(paths), parts.now())
  if (folder.paused) {
    await tellOnly(plan, catalogue)
    return { files: scan.files, toRead: [], unsettled, heldBack: sizeOfPlan(plan) }
  }
  const whole = await matchMoves(plan, {
    ...{ at, hash: parts.hash },
    get: (id) => catalogue.get(id),
    missed: catalogue.list().filter(isMissed),
  })
  return { files: scan.files, toRead: await applyPlan(whole, folder, hands), unsettled, heldBack: 0 }
}

/** The documents of files that lie in a folder, those in the trash too. */
export function recordsBelow(
  { path }: WatchedFolder,
  { hands, store }: Pick<StepParts, 'hands' | 'store'>,
): DocumentRecord[] {
  return hands.catalogue
    .list()
    .filter(({ source, part_of }) => part_of === null && isBelow(source, path) && !isBelow(source, store))
}

/** Whether a document's file was missed before: it may have moved. */
function isMissed({ part_of, on_disk, trashed_at, trashed_for }: DocumentRecord): boolean {
  if (part_of !== null) return false
  return trashed_at === null ? on_disk?.state === 'gone' : trashed_for === 'file_gone'
}

/** @param looked paths that were at rest before they were looked at. */
function withoutUnsettled(plan: Plan, looked: ReadonlySet<string>, now: number) {
  const unsettled: string[] = []
  const settles = ({ path, mark }: DiskFile) => {
    const age = now - mark.modified
    // A time to come tells of another clock.
    const isSettled = looked.has(path) || age < 0 || age > settledMs
    if (!isSettled) unsettled.push(path)
    return isSettled
  }
  return { plan: { ...plan, fresh: plan.fresh.filter(settles), changed: plan.changed.filter(settles) }, unsettled }
}
