import { vi } from 'vitest'
import type { TermRow } from '@engine/retrieval/terms/term-index'
import type { NearWordRow } from '@engine/retrieval/terms/near-words'

// Reading the shipped term tables takes as long as the rest of opening an engine on a small store, and tests open hundreds. So the engines of
// one test worker share the rows. What is said of tables that cannot be read is seen by tests/unit/retrieval/terms.
vi.mock('@engine/retrieval/terms/load-term-table', async (load) => {
  const real = await load<typeof import('@engine/retrieval/terms/load-term-table')>()
  return {
    ...real,
    readShippedTerms: (folder: string) => once(shared.terms, folder, real.readShippedTerms),
    readNearWords: (folder: string) => once(shared.near, folder, real.readNearWords),
  }
})

type Read<Row> = Map<string, Promise<readonly Row[]>>

const kept = globalThis as { cairnTestTerms?: { terms: Read<TermRow>; near: Read<NearWordRow> } }
const shared = (kept.cairnTestTerms ??= { terms: new Map(), near: new Map() })

/** The rows of a folder, read at the first call; an engine that changed them would fail, and not change those of the next. */
function once<Row>(
  known: Read<Row>,
  folder: string,
  read: (folder: string) => Promise<Row[]>,
): Promise<readonly Row[]> {
  const rows = known.get(folder) ?? read(folder).then((all) => Object.freeze(all))
  known.set(folder, rows)
  return rows
}
