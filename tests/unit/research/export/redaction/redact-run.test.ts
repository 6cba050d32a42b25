import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ReportFormat } from '@shared/api/research-api'
import type { ResearchRun } from '@shared/research/research-run'
import { resolveSelector } from '@shared/session/selector'
import { exportReport } from '@engine/research/export/export-report'
import { refsOf } from '@engine/research/export/page-sources'
import { redactRun } from '@engine/research/export/redaction/redact-run'
import type { SensitiveLibrary } from '@engine/research/export/redaction/sensitive-evidence'
import { evidenceItem, everyBlock, framed, quoted, reportOf, runWith } from '../../../../support/research/sample-run'

const leftOut = { leave_out_sensitive: true }

/** A library in which these documents are secret. */
function library(secret: readonly string[], more: Partial<SensitiveLibrary> = {}): SensitiveLibrary {
  return {
    sensitivityOf: (id) => (secret.includes(id) ? 'secret' : undefined),
    sensitiveNames: () => [],
    isKnown: () => true,
    ...more,
  }
}

async function textOf(run: ResearchRun, format: ReportFormat): Promise<string> {
  const { bytes } = await exportReport(run, format)
  if (format !== 'docx') return Buffer.from(bytes).toString('utf8')
  return Object.values(unzipSync(bytes))
    .map((file) => Buffer.from(file).toString('utf8'))
    .join('\n')
    .replace(/<[^>]*>/gu, '')
}

function whole(secret: readonly string[]) {
  const run = runWith(everyBlock.report, everyBlock.evidence)
  const claims = everyBlock.evidence.map((item) => ({
    ...{
      id: `c${item.number}`,
      task_id: 'task_001',
      text: item.text,
      wording: 'quoted' as const,
      against: [],
      date: null,
    },
    for: [{ evidence_id: item.evidence_id, document_id: item.document_id, selector: `chars:0-${item.text.length}` }],
    confidence: 1,
  }))
  const ledger = {
    claims,
    conflicts: [{ id: 'k1', claims: ['c2', 'c3'], kind: 'values' as const, stated: ['12', '十四'], by_time: false }],
    gaps: [],
  }
  const seen = {
    documents: Object.fromEntries(everyBlock.evidence.map(({ document_id: id }) => [id, `hash of ${id}`])),
  }
  return redactRun(
    { ...run, ledger, library: seen, found_by: { task_001: ['e1', 'e2', 'e3'] } },
    leftOut,
    library(secret),
  )
}

describe('a report without what sensitive documents say', () => {
  it.each(['markdown', 'html', 'docx', 'json'] as const)('leaves none of their words in %s', async (format) => {
    const secrets = [
      [['d1'], /24 beds|1961|lower hut has|document-1/u],
      [['d2'], /12 beds|document-2/u],
      [['d3'], /一九七二|十四|手册/u],
    ] as const
    for (const [documents, words] of secrets) {
      const { copy } = whole(documents)
      const text = await textOf(copy, format)
      expect(text).not.toMatch(words)
      expect(text).toContain('redacted')
    }
    const open = await textOf(whole([]).copy, format)
    for (const [, words] of secrets) expect(open).toMatch(words)
  })

  it('keeps what cites others only, and every mark of it leads where it led', () => {
    const { copy, report } = whole(['d2'])
    expect(report).toMatchObject({ passages: 1, paths: 0 })
    expect(copy.redacted).toBe(true)
    expect(copy.evidence.map(({ number }) => number)).toEqual([1, 3])
    expect(copy.ledger.claims.map(({ id }) => id)).toEqual(['c1', 'c3'])
    expect([copy.ledger.conflicts, Object.keys(copy.library?.documents ?? {})]).toEqual([[], ['d1', 'd3']])
    const byId = new Map(copy.evidence.map((item) => [item.evidence_id, item]))
    for (const { evidence_id: id, selector } of copy.report ? refsOf(copy.report) : []) {
      expect(resolveSelector(byId.get(id)?.text ?? '', selector).text).not.toBe('')
    }
    expect(copy.report?.summary.map(({ text }) => text)).toEqual(['The lower hut has 24 beds.', '[redacted]'])
  })

  it('knows copies of their sentences and their names elsewhere', () => {
    const secret = evidenceItem(1, 'The purchase of the upper hut is planned for May.', {
      document_name: 'Project Zephyr.md',
    })
    const open = evidenceItem(2, 'Minutes. The purchase of the upper hut is planned for May. The roof is new.')
    const run = runWith(
      reportOf({
        summary: [quoted(open, 'The roof is new.'), quoted(open, 'The purchase of the upper hut is planned for May.')],
        not_read: [framed('“Project Zephyr.md” could not be read.')],
      }),
      [secret, open],
    )
    const { copy } = redactRun(run, leftOut, library(['d1'], { sensitiveNames: () => ['Project Zephyr.md'] }))
    expect(JSON.stringify(copy)).not.toMatch(/purchase|Zephyr/u)
    const [roof] = copy.report?.summary ?? []
    expect(resolveSelector(copy.evidence[0]?.text ?? '', roof?.refs[0]?.selector ?? '').text).toBe('The roof is new.')
  })

  it('leaves out what a tool made of them', () => {
    const table = evidenceItem(1, 'Sum: 4711', { kind: 'tool', document_id: 'table_query', call_id: 'k' })
    const row = evidenceItem(2, 'price | 4711', { call_id: 'k' })
    const run = runWith(reportOf({ summary: [quoted(table)] }), [table, row])
    expect(JSON.stringify(redactRun(run, leftOut, library(['d2'])).copy)).not.toContain('4711')
  })

  it('trusts no document of an imported run that was sensitive where it came from', () => {
    const [item] = everyBlock.evidence
    const run = { ...runWith(everyBlock.report, everyBlock.evidence), sensitivity: 'secret' as const }
    const { copy } = redactRun(run, leftOut, library([], { isKnown: (id) => id !== item?.document_id }))
    expect(copy.evidence.map(({ number }) => number)).toEqual([2, 3])
  })

  it('is the run itself where nothing is to be left out', () => {
    const run = runWith(everyBlock.report, everyBlock.evidence)
    expect(redactRun(run, { leave_out_sensitive: false }, library(['d1'])).copy).toBe(run)
    expect(redactRun(run, leftOut, library([])).copy.redacted).toBeUndefined()
  })
})
