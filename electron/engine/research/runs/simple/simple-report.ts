import type { Claim } from '@shared/research/claim-ledger'
import type { ReportSentence, ResearchReport } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'

/** The report that lists the quotations of each section, the surest first. */
export function simpleReport(run: ResearchRun, madeAt: string): ResearchReport {
  const { plan, ledger, header } = run
  const language = plan?.language ?? 'en'
  const numbers = new Map(run.evidence.map(({ evidence_id: id, number }) => [id, number]))
  const sentence = (claim: Claim): ReportSentence => ({
    text: claim.text,
    kind: 'quoted',
    claims: [claim.id],
    refs: claim.for.flatMap(({ evidence_id, selector }) => {
      const number = numbers.get(evidence_id)
      return number === undefined ? [] : { number, evidence_id, selector }
    }),
  })
  const surest = ledger.claims.toSorted((a, b) => b.confidence - a.confidence)
  const sections = (plan?.sections ?? []).flatMap(({ id, heading, kind, tasks }) => {
    const items = surest.filter((claim) => tasks.includes(claim.task_id)).map((claim) => [sentence(claim)])
    return items.length > 0 ? [{ id, heading, kind, blocks: [{ type: 'list' as const, ordered: false, items }] }] : []
  })
  const frame = (text: string): ReportSentence => ({ text, kind: 'frame', refs: [], claims: [] })
  return {
    title: header.title || header.goal || header.id,
    language,
    written_by: 'rules',
    made_at: madeAt,
    summary: surest.slice(0, 3).map(sentence),
    sections,
    not_found: ledger.gaps.map(({ missing }) => frame(missing)),
    not_read: [],
    issues: [],
  }
}
