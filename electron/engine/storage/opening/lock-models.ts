import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type StoreLock, takeLock } from './store-lock'

/** Takes the lock of a models folder, as that of a store. Throws CairnError STORE_LOCKED, or what keeps it from being made. */
export async function lockModels(folder: string): Promise<StoreLock> {
  const temporary = join(folder, '.lock-files')
  await mkdir(temporary, { recursive: true })
  return takeLock(folder, temporary, Date.now)
}
