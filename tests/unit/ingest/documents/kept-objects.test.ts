import { expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { KeptObjects } from '@engine/ingest/documents/kept-objects'
import type { CatalogueChange, DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import { documentNamed } from '../../../fakes/fake-engine'

function setUp({ maySweep = true } = {}) {
  const records: DocumentRecord[] = []
  const stored = new Set(['a', 'b', 'c'])
  const listeners = new Set<(change: CatalogueChange) => void>()
  const state: { busy: boolean; before?: (address: string) => void } = { busy: false }
  const catalogue: Pick<DocumentCatalogue, 'list' | 'onChange'> = {
    list: () => [...records],
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const objects: Pick<ObjectStore, 'sweep'> = {
    async sweep(isUsed) {
      for (const address of [...stored]) {
        await Promise.resolve()
        state.before?.(address)
        if (!isUsed(address)) stored.delete(address)
      }
      return 0
    },
  }
  const kept = new KeptObjects({
    catalogue: catalogue as DocumentCatalogue,
    objects: objects as ObjectStore,
    maySweep,
    isBusy: () => state.busy,
  })
  const record = (address: string) => {
    const added = documentNamed(address, { content_hash: address, live: null, pending: null })
    records.push(added)
    for (const listener of listeners) listener({ changed: [added], removed: [] })
  }
  return { kept, stored, state, record, listeners }
}

// Catches a sweep that decides by what was recorded when it began.
test('a file that a document refers to since the sweep began stays', async () => {
  const { kept, stored, state, record, listeners } = setUp()
  state.before = (address) => {
    if (address === 'b') record('b')
  }
  await kept.forget(['a', 'b'])
  expect([...stored]).toEqual(['b', 'c'])
  expect(listeners.size).toBe(0)
})

// Catches "already there", then deleted: a document that is being stored has no record of its files yet.
test.each([true, false])(
  'while documents are worked on nothing goes; what was forgotten goes after (may sweep: %s)',
  async (maySweep) => {
    const { kept, stored, state, record } = setUp({ maySweep })
    state.busy = true
    await kept.forget(['a', 'b'])
    await kept.sweep()
    await kept.sweepForgotten()
    expect(stored.size).toBe(3)
    record('a')
    state.busy = false
    await kept.sweepForgotten()
    expect([...stored]).toEqual(['a', 'c'])
    await kept.sweep()
    expect([...stored]).toEqual(maySweep ? ['a'] : ['a', 'c'])
  },
)
