import { expect, test } from 'vitest'
import { emptyRun } from '@shared/research/fold-steps'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import { unreadParts } from '@engine/research/runs/executing/unread-parts'
import { documentNamed } from '../../../fakes/fake-engine'
import { foundIn, planOf, task } from '../../../support/research/runs-kit'

const live = { revision: 'r', content_hash: 'h', text_object: 't', structure_object: 's' }

function told(records: ReturnType<typeof documentNamed>[], scope?: { documents: string[] }) {
  const plan = planOf([task(1)], scope ? { scope } : {})
  const run = { ...emptyRun('r_1'), plan, evidence: [{ ...foundIn('cited', 'x'), number: 1 }] }
  const notes = unreadParts(run, { records, resolveFilter: (filter) => resolveFilter(filter, records) })
  return notes.map(({ key, values }) => [key, values['name'] ?? values['count'], values['pages']])
}

test('what a run cites and could not read whole is told, and what of its scope was not read at all', () => {
  const gaps = [
    { kind: 'pages_without_text' as const, detail: '', pages: [3, 5] },
    { kind: 'truncated' as const, detail: '' },
    { kind: 'skipped_part' as const, detail: '' },
  ]
  const records = [
    documentNamed('cited.pdf', { id: 'cited', live, gaps }),
    documentNamed('other.pdf', { id: 'other', live, gaps }),
    documentNamed('broken.pdf', { id: 'broken', live: null, status: 'failed' }),
    documentNamed('new.pdf', { id: 'new', live: null, status: 'queued' }),
    documentNamed('gone.pdf', { id: 'gone', live: null, status: 'failed', trashed_at: 1 }),
  ]
  expect(told(records)).toEqual([
    ['research_pages_unread', 'cited.pdf', '3, 5'],
    ['research_end_unread', 'cited.pdf', undefined],
    ['research_unreadable', 'broken.pdf', undefined],
    ['research_still_unread', 'new.pdf', undefined],
  ])
  expect(told(records, { documents: ['cited', 'new'] }).map(([, name]) => name)).toEqual([
    'cited.pdf',
    'cited.pdf',
    'new.pdf',
  ])
})

test('of many documents a few are named, and the rest counted', () => {
  const records = Array.from({ length: 20 }, (_, at) =>
    documentNamed(`${at}.pdf`, { id: `d${at}`, live: null, status: 'failed' }),
  )
  expect(told(records).at(-1)).toEqual(['research_more_unread', 8, undefined])
  expect(told(records)).toHaveLength(13)
})
