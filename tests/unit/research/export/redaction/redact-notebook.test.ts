import { expect, it } from 'vitest'
import type { Notebook, NoteItem } from '@shared/research/notebook-shapes'
import { resolveSelector } from '@shared/session/selector'
import { redactNotebook } from '@engine/research/export/redaction/redact-notebook'
import { evidenceItem, refTo } from '../../../../support/research/sample-run'

const secret = evidenceItem(1, 'The hut is sold to the harbour in May.', { document_name: 'Project Zephyr.md' })
const open = evidenceItem(2, 'See /home/marta/huts.txt. The roof is new.')

function note(id: string, text: string, more: Partial<NoteItem> = {}): NoteItem {
  return { id, kind: 'text', text, sources: [], refs: [], from: {}, edited: false, at: '2026-01-01T00:00:00Z', ...more }
}

const notebook: Notebook = {
  ...{
    id: 'n_1',
    title: 'Huts',
    as_evidence: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  },
  items: [
    note('a', 'Sold in May, they say [1].', { kind: 'answer', sources: [secret, open], edited: true }),
    note('b', 'The roof is new. [2]', { kind: 'answer', sources: [open], refs: [refTo(open, 'The roof is new.')] }),
    note('c', 'As it says: the hut is sold to the harbour in May. Own thoughts.'),
    note('d', 'A line of it.', { kind: 'passage', from: { document_id: secret.document_id } }),
  ],
}
const library = {
  sensitivityOf: (id: string) => (id === secret.document_id ? ('confidential' as const) : undefined),
  sensitiveNames: () => ['Project Zephyr.md'],
  isKnown: () => true,
}

it('leaves out notes that rest on sensitive documents, and copies of their words in others', () => {
  const { copy, report } = redactNotebook(notebook, { leave_out_sensitive: true }, library)
  expect(copy.items.map(({ text }) => text)).toEqual([
    '[redacted]',
    'The roof is new. [2]',
    'As it says: [redacted]. Own thoughts.',
    '[redacted]',
  ])
  expect(JSON.stringify(copy)).not.toMatch(/harbour|Zephyr|Sold/u)
  expect(report.passages).toBe(2)
})

it('replaces paths, and marks still lead to their words', () => {
  const { copy, report } = redactNotebook(notebook, { replace_paths: true }, library)
  const { sources, refs } = copy.items[1] ?? note('', '')
  expect([JSON.stringify(copy).includes('marta'), report.paths > 0]).toEqual([false, true])
  expect(resolveSelector(sources[0]?.text ?? '', refs[0]?.selector ?? '').text).toBe('The roof is new.')
})
