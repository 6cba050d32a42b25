import { expect, it, vi } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import type { NoteHit } from '@shared/research/notebook-shapes'

const opened = vi.hoisted(() => vi.fn())
vi.mock('@renderer/state/connection', () => ({ call: vi.fn() }))
vi.mock('@renderer/state/chat/evidence-selection', () => ({ openEvidence: opened }))
const { highlightsOf } = await import('@renderer/state/notes/found-highlights')

const source = { evidence_id: 'e' } as EvidenceItem
const hit = (id: string, document: string | undefined, sources: EvidenceItem[], comment?: string): NoteHit => {
  const times = { created_at: '2026-11-26T10:00:00Z', updated_at: '2026-11-26T10:00:00Z' }
  const notebook = {
    id: 'n_1',
    title: 'Hut',
    as_evidence: false,
    count: 1,
    ...times,
    ...(document && { document_id: document }),
  }
  const item = { id, kind: 'passage', text: 'The hut is red.', sources, from: {}, edited: false, at: times.created_at }
  return { notebook, item: { ...item, ...(comment !== undefined && { comment }) } } as NoteHit
}

// Would catch notes of other kinds among the highlights, and a highlight that opens nothing.
it('are the notes of a document, and open at their place', () => {
  const found = highlightsOf([hit('a', 'd1', [source], 'Ask'), hit('b', undefined, [source]), hit('c', 'd1', [])])
  expect(found).toMatchObject([{ id: 'a', document_id: 'd1', text: 'The hut is red.', comment: 'Ask' }])
  found[0]?.open(true)
  expect(opened).toHaveBeenCalledWith(source, null, true)
})
