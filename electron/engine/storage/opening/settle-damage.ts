import { join } from 'node:path'
import { addressesOf } from '@shared/documents'
import { noteText } from '@shared/note'
import { forgetLost } from '../catalogue/lost-documents'
import { putAsideIn } from '../files/durable-file'
import { type CheckedParts, problemsOfList } from './check-store'
import { noteGivenUp } from './given-up'
import { lookOverKept, settleSingleFiles } from './kept-things'
import type { LineSeal } from '@engine/platform/sealing/line-seal'

export interface SettledParts extends Omit<CheckedParts, 'givenUp' | 'tables'> {
  readonly seal: LineSeal
  readonly now: () => number
  readonly log: (line: string) => void
}

/**
 * Ends what cannot be mended: what cannot be read of lists and journals goes out of them, and files that cannot be understood or that
 * nothing speaks of any more are put aside into the store's folder `damaged`, where it is also kept what that was. Nothing is deleted that could be of
 * use to a person.
 */
export async function settleDamage(parts: SettledParts): Promise<void> {
  const { folder, kept, now } = parts
  const aside = join(folder, 'damaged', String(now()))
  const before = [...(await problemsOfList(parts)), ...(await lookOverKept(parts)).problems]
  // First, so that a crash forgets no name.
  await noteGivenUp(aside, before, parts)
  await end(parts, aside)
  const { there } = await lookOverKept(parts)
  await kept.accept(there)
  const ofList = await problemsOfList({ ...parts, lost: () => Promise.resolve([]) })
  const left = new Set([...ofList, ...(await lookOverKept(parts)).problems].map(noteText))
  await noteGivenUp(
    aside,
    before.filter((problem) => !left.has(noteText(problem))),
    parts,
  )
  await forgetLost(folder)
}

async function end(parts: SettledParts, aside: string): Promise<void> {
  const { folder, catalogue, objects, sessions, research, notebooks, evaluation, log } = parts
  const putAside = putAsideIn(aside, log)
  if (catalogue.damagedAt !== null || catalogue.damagedLines > 0) {
    const used = new Set(catalogue.list().flatMap(addressesOf))
    await objects.setAside((address) => used.has(address), aside)
    await catalogue.acceptDamage()
  }
  await sessions.settleDamage(putAside)
  await research.settleDamage(putAside)
  for (const part of [notebooks, evaluation]) await part.settlePlaces(putAside)
  for (const path of [...(await notebooks.damaged()), ...(await evaluation.damaged())]) await putAside(path)
  for (const part of [notebooks, evaluation]) await part.settleChanged(putAside)
  await settleSingleFiles(folder, putAside)
}
