import type { DocumentRecord } from '@shared/documents'
import { toCairnError } from '@shared/errors'
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
  const writeOwnFile = async ({ source, live, pending }: DocumentRecord) => {
    const original = (live ?? pending)?.content_hash
    try {
      if (original !== undefined) await sources.write(source, await objects.read(original))
    } catch (thrown) {
      // One that cannot be written keeps no other from being mended; the next check names it again.
      if (toCairnError(thrown).code === 'DISK_FULL') throw thrown
    }
  }
  const unpack = new Set<string>()
  const reindex: string[] = []
  for (const { record, mendsFrom, objectsAreWhole, ownFileIsWhole } of damaged) {
    if (mendsFrom === null) continue
    signal.throwIfAborted()
    if (mendsFrom === 'source') await putSource(record.source)
    if (!ownFileIsWhole && mendsFrom === 'original') await writeOwnFile(record)
    if (objectsAreWhole) continue
    if (mendsFrom === 'outer' && record.part_of) unpack.add(record.part_of.document)
    reindex.push(record.id)
  }
  return { unpack: [...unpack], reindex }
}
