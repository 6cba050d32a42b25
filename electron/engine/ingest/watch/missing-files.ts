import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import { atOnce } from '@engine/platform/order/at-once'
import { isBelow } from '@engine/platform/paths'
import { isThere } from '../files/file-mark'
import { openablePath } from '../files/odd-names'
import type { Scan } from './scan-folder'

type Missing = 'gone' | 'away' | 'left_out'

/**
 * Tells a file that is gone from one that only cannot be seen. A disk that is not mounted often leaves an empty folder: a document whose
 * file lay on another device than its folder lies on now is away, unless other files tell that the device only has another number.
 */
export async function findMissing(
  records: readonly DocumentRecord[],
  scan: Scan,
  root: string,
): Promise<Map<string, Missing>> {
  const renumbered = renumberedDevices(records, scan)
  const devices = new Map<string, Promise<number | undefined>>()
  const missing = new Map<string, Missing>()
  const lacking = records.filter(({ source }) => !scan.files.has(source))
  await atOnce(lacking, async (record) => missing.set(record.id, await whatBecame(record)))
  return missing

  async function whatBecame({ source, on_disk }: DocumentRecord): Promise<Missing> {
    if (scan.unseen.some((folder) => isBelow(source, folder))) return 'away'
    const there = await isThere(source)
    if (there === 'away') return 'away'
    if (there) return 'left_out'
    if (!on_disk || on_disk.device === 0) return 'gone'
    const device = await deviceOf(dirname(source))
    const isOther = device !== undefined && device !== on_disk.device && !renumbered.get(on_disk.device)?.has(device)
    return isOther ? 'away' : 'gone'
  }

  /** The device of the nearest folder above a path that is there. */
  function deviceOf(folder: string): Promise<number | undefined> {
    const known = devices.get(folder)
    if (known) return known
    const found = openablePath(folder)
      .then((path) => stat(path))
      .then(({ dev }) => dev)
      .catch(() => (folder === root || dirname(folder) === folder ? undefined : deviceOf(dirname(folder))))
    devices.set(folder, found)
    return found
  }
}

/** Numbers that devices have now, by the numbers they had. */
function renumberedDevices(records: readonly DocumentRecord[], { files }: Scan): Map<number, Set<number>> {
  const now = new Map<number, Set<number>>()
  for (const { source, on_disk } of records) {
    const file = files.get(source)
    if (file && on_disk) now.set(on_disk.device, (now.get(on_disk.device) ?? new Set()).add(file.mark.device))
  }
  return now
}
