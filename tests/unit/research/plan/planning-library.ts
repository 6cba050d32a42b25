import type { DocumentRecord } from '@shared/documents'
import type { PlanRooms, PlanTable } from '@engine/research/plan/make-plan'
import { createTermTable } from '@engine/retrieval/terms/cross-language'

const library = [
  'Annual report 2023',
  'Annual report 2024',
  'Risk report',
  'Station handbook',
  'Visitor handbook 2023',
  'Visitor handbook 2024',
  'Data policy',
  '冬季安全手册 2023',
  '冬季安全手册 2024',
]

/** A document that can be searched, called by its title. */
function recordOf(title: string, at: number): DocumentRecord {
  return {
    id: `d${at + 1}`,
    name: `${title.toLowerCase().replaceAll(' ', '-')}.md`,
    source: `/files/${at}`,
    format: 'markdown',
    title,
    status: 'ready',
    content_hash: `hash${at}`,
    byte_size: 1,
    char_count: 1000,
    chunk_count: 2,
    collection: 'Default',
    tags: [],
    gaps: [],
    error: null,
    duplicate_of: null,
    created_at: 0,
    updated_at: 0,
    pending: null,
    live: { revision: 'r', content_hash: `hash${at}`, text_object: 't', structure_object: 's' },
    trashed_at: null,
    part_of: null,
    member_count: null,
    modified_at: 0,
    authors: [],
    written_at: null,
  }
}

/** Rooms of planning over documents of these titles: `d1`, `d2`, … */
export function planRooms(titles: readonly string[] = library, tables: readonly PlanTable[] = []): PlanRooms {
  const records = titles.map(recordOf)
  return {
    library: { records: () => records },
    terms: createTermTable([
      ['report', '报告'],
      ['handbook', '手册'],
      ['risk', '风险'],
    ]),
    index: { statistics: { chunkCount: 100, documentFrequency: () => 3 } },
    resolveFilter: (filter) => filter,
    ownTools: ['calculator'],
    tables: () => Promise.resolve(tables),
  }
}
