import type { DamagedDocument, ObjectStore } from '@engine/ports/storage/document-store'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'

/** What is left to be done for damaged documents once their originals are whole again. */
export interface RepairPlan {
  /** Files to be unpacked once more, because what came in them is damaged. */
  readonly unpack: string[]
  /** Documents whose texts are to be made again from their originals. */
  readonly reindex: string[]
}

interface RepairParts {
  readonly objects: ObjectStore
  readonly sources: Pick<SourceFiles, 'bring' | 'write'>
}

/** Takes damaged originals from the files they were read from, where those still have the same content; and those of Cairn's own from their originals. */
export async function repairOriginals(
  damaged: readonly DamagedDocument[],
  { objects, sources }: RepairParts,
  signal: AbortSignal,
): Promise<RepairPlan> {
  // What was pasted or uploaded lies elsewhere than its record says, where it is sealed.
  const putSource = async (source: string) => {
    const { path, release } = await sources.bring(source)
    try {
      await objects.putFile(path, signal)
    } finally {
      await release()
    }
  }
  const unpack = new Set<string>()
  const reindex: string[] = []
  for (const { record, mendsFrom, objectsAreWhole, ownFileIsWhole } of damaged) {
    if (mendsFrom === null) continue
    signal.throwIfAborted()
    if (mendsFrom === 'source') await putSource(record.source)
    const original = record.live?.content_hash
    if (!ownFileIsWhole && mendsFrom === 'original' && original !== undefined)
      await sources.write(record.source, await objects.read(original))
    if (objectsAreWhole) continue
    if (mendsFrom === 'outer' && record.part_of) unpack.add(record.part_of.document)
    reindex.push(record.id)
  }
  return { unpack: [...unpack], reindex }
}
