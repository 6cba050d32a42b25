import type { DamagedDocument, ObjectStore } from '@engine/ports/storage/document-store'

/** What is left to be done for damaged documents once their originals are whole again. */
export interface RepairPlan {
  /** Files to be unpacked once more, because what came in them is damaged. */
  readonly unpack: string[]
  /** Documents whose texts are to be made again from their originals. */
  readonly reindex: string[]
}

/** Takes damaged originals from the files they were read from, where those still have the same content. */
export async function repairOriginals(
  damaged: readonly DamagedDocument[],
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<RepairPlan> {
  const unpack = new Set<string>()
  const reindex: string[] = []
  for (const { record, mendsFrom } of damaged) {
    if (mendsFrom === null) continue
    signal.throwIfAborted()
    if (mendsFrom === 'source') await objects.putFile(record.source, signal)
    if (mendsFrom === 'outer' && record.part_of) unpack.add(record.part_of.document)
    reindex.push(record.id)
  }
  return { unpack: [...unpack], reindex }
}
