import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock } from '@shared/research/research-report'
import { groupsBy } from '../../ledger/task-evidence'
import type { ReportDesk, SectionToWrite } from '../report-desk'
import { listedClaims } from './listed-claims'

/** Dated claims in order of time, those of one date together; what has no date behind them. */
export function timelineBlocks({ claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const dated = claims.filter(({ date }) => date !== null)
  const entries = groupsBy(dated, ({ date }) => date ?? '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, own]) => ({ date, sentences: desk.inReadingOrder(own).map((claim) => desk.sentence(claim)) }))
  return [
    ...(entries.length > 0 ? [{ type: 'timeline' as const, entries }] : []),
    ...undated(claims, entries.length > 0, desk),
  ]
}

function undated(claims: readonly Claim[], isBehind: boolean, desk: ReportDesk): ReportBlock[] {
  const own = claims.filter(({ date }) => date === null)
  if (own.length === 0) return []
  const title: ReportBlock = { type: 'paragraph', sentences: [desk.frame(desk.say('no_date'))] }
  return [...(isBehind ? [title] : []), ...listedClaims(own, desk)]
}
