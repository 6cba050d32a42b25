import { describe, expect, test } from 'vitest'
import type { ResearchReport } from '@shared/research/research-report'
import type { Notebook } from '@shared/research/notebook-shapes'
import type { ResearchRun } from '@shared/research/research-run'
import type { SensitiveLibrary } from '@engine/research/export/redaction/sensitive-evidence'
import { partsForBundle } from '@engine/research/export/parts-for-bundle'
import { evidenceItem, quoted, runWith } from '../../../support/research/sample-run'

const item = evidenceItem(1, 'The log lies in /home/marta/logs/hut.txt since 1921.')
const report: ResearchReport = {
  ...{ title: 'Huts', language: 'en', made_at: '2026-03-01T09:00:00Z', written_by: 'rules' },
  ...{ summary: [quoted(item)], sections: [], not_found: [], not_read: [], issues: [] },
}

function run(id: string, more: Partial<ResearchRun> = {}, from = 's1'): ResearchRun {
  const made = runWith(report, [item])
  return { ...made, header: { ...made.header, id }, from_turn: { session_id: from, turn_id: 't1' }, ...more }
}

async function idsOf(all: readonly ResearchRun[], session = 's1'): Promise<string[]> {
  return (await partsForBundle(kept(all), {}, library()).of(session)).map(({ id }) => id)
}

/** A library in which these documents are secret. */
function library(...secret: readonly string[]): SensitiveLibrary {
  return {
    sensitivityOf: (id) => (secret.includes(id) ? 'secret' : undefined),
    sensitiveNames: () => [],
    isKnown: () => true,
  }
}

const book: Notebook = {
  ...{ id: 'n_1', title: 'Huts', as_evidence: false, created_at: '2026-01-01', updated_at: '2026-01-01' },
  items: [],
}

const kept = (all: readonly ResearchRun[]) => ({
  runs: {
    list: () => Promise.resolve(all.map(({ header }) => header)),
    get: (id: string) => Promise.resolve(all.find(({ header }) => header.id === id) ?? run(id)),
  },
  notebooks: { list: () => Promise.resolve([{ ...book, count: 0 }]), get: () => Promise.resolve(book) },
})

describe('research in a bundle', () => {
  test('is what was begun from the session and has a report', async () => {
    const all = [run('r_1'), run('r_2', {}, 's2'), run('r_3', { report: null }), run('r_4', { from_turn: null })]
    expect([await idsOf(all), await idsOf(all, 's2'), await idsOf(all, 's3')]).toEqual([['r_1'], ['r_2'], []])
  })

  test('leaves with everything where its session is not there, and so do notebooks', async () => {
    const all = [run('r_1'), run('r_2', {}, 'gone'), run('r_3', { from_turn: null })]
    const others = await partsForBundle(kept(all), {}, library()).others?.(new Set(['s1']))
    expect(others?.map(({ kind, id }) => [kind, id])).toEqual([
      ['research', 'r_2'],
      ['research', 'r_3'],
      ['notebook', 'n_1'],
    ])
  })

  test('says nothing of sensitive documents where they are left out', async () => {
    const leftOut = { leave_out_sensitive: true }
    const [bundled] = await partsForBundle(kept([run('r_1')]), leftOut, library(item.document_id)).of('s1')
    for (const text of [bundled?.page, JSON.stringify(bundled?.data)]) {
      expect(text).toContain('[redacted]')
      expect(text).not.toMatch(/since 1921|document-1/u)
    }
  })

  test('names no folder of this machine where paths are replaced', async () => {
    const [bundled] = await partsForBundle(kept([run('r_1')]), { replace_paths: true }, library()).of('s1')
    for (const text of [bundled?.page, JSON.stringify(bundled?.data)]) {
      expect(text).toContain('since 1921')
      expect(text).not.toContain('marta')
    }
  })
})
