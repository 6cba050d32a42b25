import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock } from '@shared/research/research-report'
import { placeAt } from '@shared/session/evidence-place'
import { groupsBy } from '../../ledger/task-evidence'
import { type ReportDesk, type SectionToWrite, startOf } from '../report-desk'
import { listedClaims } from './listed-claims'

/** Ways between names, each with the sentences behind it; claims that no way led to behind them. */
export function relationBlocks({ claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  return entriesBy(claims, desk, (claim) => (desk.itemOf(claim)?.graph_path ?? []).join(' → '))
}

/** What speaks for and against something, by the respect that each task looks at. */
export function aspectBlocks({ claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const tasks = new Map((desk.run.plan?.tasks ?? []).map((task) => [task.id, task.description]))
  return entriesBy(claims, desk, ({ task_id: id, aspect = '' }) => tasks.get(id) ?? aspect)
}

/** Terms with the sentences that explain them. */
export function glossaryBlocks({ claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const named = claims.map((claim) => ({ claim, term: termOf(claim) }))
  const sorted = named.toSorted((a, b) => a.term.localeCompare(b.term, desk.language)).map(({ claim }) => claim)
  return entriesBy(sorted, desk, termOf)
}

/** A study guide: each question with the sentences that answer it. */
export function questionBlocks({ claims, section }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const tasks = new Map((desk.run.plan?.tasks ?? []).map((task) => [task.id, task]))
  // One task asks of everything: then each heading is a question.
  const isOfHeadings = section.tasks.length < 2
  return entriesBy(claims, desk, (claim) => {
    const task = tasks.get(claim.task_id)
    if (!isOfHeadings && task) return task.description
    const heading = headingOf(claim, desk)
    return heading === '' ? (task?.description ?? '') : desk.say('question', { heading })
  })
}

function headingOf(claim: Claim, desk: ReportDesk): string {
  const item = desk.itemOf(claim)
  return (item && placeAt(item, item.start + startOf(claim)).heading_path.at(-1)) ?? ''
}

/** What a definition defines: what stands before its colon, dash or verb. */
const defined =
  /^[\s*_"“「|]*([^:：—–|.。!?]{2,40}?)[*_"”」]*\s*(?::|：|\s[—–-]\s|\||\b(?:is|are|means?|refers? to|stands? for)\b|是指|指的?是|即|是)/u

function termOf({ text }: Claim): string {
  return defined.exec(text)?.[1]?.trim() ?? ''
}

function entriesBy(claims: readonly Claim[], desk: ReportDesk, nameOf: (claim: Claim) => string): ReportBlock[] {
  const groups = groupsBy(claims, nameOf)
  const entries = groups
    .filter(([term]) => term !== '')
    .map(([term, own]) => ({ term, sentences: desk.inReadingOrder(own).map((claim) => desk.sentence(claim)) }))
  const rest = groups.filter(([term]) => term === '').flatMap(([, own]) => own)
  return [
    ...(entries.length > 0 ? [{ type: 'terms' as const, entries }] : []),
    ...(rest.length > 0 ? listedClaims(rest, desk) : []),
  ]
}
