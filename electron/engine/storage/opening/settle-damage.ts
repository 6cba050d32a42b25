import { join } from 'node:path'
import { addressesOf } from '@shared/documents'
import { forgetLost } from '../catalogue/lost-documents'
import { putAsideIn } from '../files/durable-file'
import type { CheckedParts } from './check-store'
import { lookOverKept, settleSingleFiles } from './kept-things'

export interface SettledParts extends Omit<CheckedParts, 'lost' | 'tables'> {
  readonly now: () => number
  readonly log: (line: string) => void
}

/**
 * Ends what cannot be mended: what cannot be read of lists and journals goes out of them, and files that cannot be understood or that
 * nothing speaks of any more are put aside into the store's folder `damaged`. Nothing is deleted that could be of use to a person.
 */
export async function settleDamage(parts: SettledParts): Promise<void> {
  const { folder, catalogue, objects, sessions, research, notebooks, evaluation, kept, now, log } = parts
  const aside = join(folder, 'damaged', String(now()))
  const putAside = putAsideIn(aside, log)
  if (catalogue.damagedAt !== null || catalogue.damagedLines > 0) {
    const used = new Set(catalogue.list().flatMap(addressesOf))
    await objects.setAside((address) => used.has(address), aside)
    await catalogue.acceptDamage()
    await forgetLost(folder)
  }
  await sessions.settleDamage(putAside)
  await research.settleDamage(putAside)
  for (const part of [notebooks, evaluation]) await part.settlePlaces(putAside)
  for (const path of [...(await notebooks.damaged()), ...(await evaluation.damaged())]) await putAside(path)
  for (const part of [notebooks, evaluation]) await part.settleChanged(putAside)
  await settleSingleFiles(folder, putAside)
  await kept.accept((await lookOverKept(parts)).there)
}
