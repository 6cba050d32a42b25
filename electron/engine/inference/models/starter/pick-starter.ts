import type { CatalogueEntry, Machine } from '@shared/models/models'
import { type StarterKind, starterKinds, type StarterLack } from '@shared/models/starter-set'
import { hasSpace } from '../downloads/disk-space'
import { fitOf } from '../machine'

export interface StarterNeeds {
  readonly entries: readonly CatalogueEntry[]
  readonly machine: Pick<Machine, 'cores' | 'memory_bytes' | 'disk_free_bytes' | 'gpus'>
  readonly isInstalled: (entryId: string) => boolean
  /** Jobs that have a model: nothing is picked for them, but the memory it needs, in bytes, is spoken for. */
  readonly taken: ReadonlyMap<StarterKind, number>
}

export interface Picked {
  readonly entry: CatalogueEntry | null
  readonly lack: StarterLack | null
}

/**
 * Bytes of weights that a core of a processor gets through in the time a person waits: for a search, and for an answer's
 * first words. Reckoned, not measured; a graphics card takes the limit off the language model.
 */
const searchBytesPerCore = 40e6
const answerBytesPerCore = 350e6

/**
 * The starter set for a machine. The order is embedder, reranker, language model, because every question gains from
 * the first two for a few hundred megabytes, while answers are quoted without the third, which takes what is left. Of
 * each the largest is picked that the processor is not too slow for and that runs well beside the others. Models that
 * know English and Chinese and whose terms limit nothing; those of many languages go first.
 */
export function pickStarter({ entries, machine, isInstalled, taken }: StarterNeeds): Map<StarterKind, Picked> {
  const picked = new Map<StarterKind, Picked>()
  let memory = [...taken.values()].reduce((sum, bytes) => sum + bytes, 0)
  let disk = 0
  for (const kind of starterKinds) {
    if (taken.has(kind)) continue
    const listed = entries.filter((entry) => entry.kind === kind && isForEveryone(entry))
    const fitting = listed.filter((entry) => fitOf(memory + entry.memory_bytes, machine) === 'good')
    const toFetch = (entry: CatalogueEntry) => (isInstalled(entry.id) ? 0 : entry.bytes)
    const storable = fitting.filter((entry) => {
      const bytes = toFetch(entry)
      return bytes === 0 || hasSpace(disk + bytes, machine.disk_free_bytes)
    })
    const [entry] = storable.toSorted(inOrderFor(kind, machine))
    if (entry) {
      memory += entry.memory_bytes
      disk += toFetch(entry)
      picked.set(kind, { entry, lack: null })
    } else {
      picked.set(kind, {
        entry: null,
        lack: listed.length === 0 ? 'unlisted' : fitting.length === 0 ? 'memory' : 'disk',
      })
    }
  }
  return picked
}

/** Whether a model may be recommended to anyone: its terms limit nothing, and it knows Cairn’s own languages. */
export function isForEveryone({ languages, licence_note }: CatalogueEntry): boolean {
  return licence_note === '' && languages.includes('en') && languages.includes('zh')
}

/** Sizes this near count as the same, and the catalogue's order decides. */
const nearBytes = 10e6

/** Within the processor's limit those of many languages first, then the largest; beyond it the smallest. */
function inOrderFor(kind: StarterKind, { cores, gpus }: StarterNeeds['machine']) {
  const perCore = kind === 'language' ? (gpus.length > 0 ? Infinity : answerBytesPerCore) : searchBytesPerCore
  const isSlow = ({ bytes }: CatalogueEntry) => bytes > perCore * cores
  const isNarrow = ({ languages }: CatalogueEntry) => !languages.includes('mul')
  return (a: CatalogueEntry, b: CatalogueEntry): number => {
    if (isSlow(a) !== isSlow(b)) return Number(isSlow(a)) - Number(isSlow(b))
    const bySize = Math.round(b.bytes / nearBytes) - Math.round(a.bytes / nearBytes)
    if (isSlow(a)) return -bySize
    return Number(isNarrow(a)) - Number(isNarrow(b)) || bySize
  }
}
