import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock } from '@shared/research/research-report'
import { groupsBy } from '../../ledger/task-evidence'
import type { ReportDesk, SectionToWrite } from '../report-desk'
import { listedClaims } from './listed-claims'

/**
 * What two documents do not have in common, side by side: what stands on one side only was taken out or put in. Differences are told
 * apart by the `call_id` of their evidence; other claims stand behind them.
 */
export function changeBlocks({ claims, section }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const tasks = (desk.run.plan?.tasks ?? []).filter(
    ({ id, tool }) => tool === 'differences' && section.tasks.includes(id),
  )
  const compared = new Set(tasks.map(({ id }) => id))
  const blocks = tasks.flatMap(({ id, scope }): ReportBlock[] => {
    const own = claims.filter((claim) => claim.task_id === id)
    const [before, after] = scope?.documents ?? []
    return before === undefined || after === undefined
      ? listedClaims(own, desk)
      : sideBySide(own, { before, after }, desk)
  })
  const others = claims.filter(({ task_id: id }) => !compared.has(id))
  return [...blocks, ...(others.length > 0 ? listedClaims(others, desk) : [])]
}

function sideBySide(
  claims: readonly Claim[],
  { before, after }: { readonly before: string; readonly after: string },
  desk: ReportDesk,
): ReportBlock[] {
  if (claims.length === 0) return []
  const numberOf = (key: string) => Number(/\d+$/u.exec(key)?.[0] ?? 0)
  const groups = groupsBy(claims, (claim) => desk.itemOf(claim)?.call_id ?? claim.id)
  const rows = groups
    .toSorted(([a], [b]) => numberOf(a) - numberOf(b))
    .map(([, own]) =>
      [before, after].map((id) => desk.cell(own.find((claim) => desk.itemOf(claim)?.document_id === id))),
    )
  return [{ type: 'table', columns: [before, after].map((id) => nameOf(id, desk)), rows }]
}

function nameOf(id: string, { run }: ReportDesk): string {
  const item = run.evidence.find(({ document_id: own }) => own === id)
  return item?.document_title ?? item?.document_name ?? ''
}
