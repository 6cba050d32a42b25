import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock, ReportCell } from '@shared/research/research-report'
import { alignedHeads, cellsOf } from '@engine/answer/short-answer/cells/row-cells'
import { analyse } from '@engine/text/analyse'
import { groupsBy } from '../../ledger/task-evidence'
import type { ReportDesk, SectionToWrite } from '../report-desk'
import { listedClaims, rowOf } from './listed-claims'

/** A claim that is nearly as relevant as the best one and shorter says it better in a cell. */
const nearlyAsGood = 0.8

/**
 * A table of subjects by aspects, in each cell the best short claim that says it, of a table's row only the column of the subject; then
 * what else is said of each subject. Without two subjects the claims as they stand. Who looks into a cell that is empty sees that
 * nothing was found for it.
 */
export function comparisonBlocks({ section, claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const tasks = (desk.run.plan?.tasks ?? []).filter(({ id }) => section.tasks.includes(id))
  const subjects = distinct(tasks.map(({ subject = '' }) => subject))
  if (subjects.length < 2) return listedClaims(claims, desk)
  const aspects = distinct(tasks.filter(({ subject }) => subject !== undefined).map(aspectOf))
  const best = new Map(
    groupsBy(claims, (claim) => keyOf(claim)).map(([key, own]) => [key, bestFor(own, subjects, desk)]),
  )
  const rows = aspects.map((aspect) => [
    { text: aspect, refs: [] },
    ...subjects.map((subject) => {
      const claim = best.get(`${subject}\n${aspect}`)
      return (claim && columnOf(claim, subject, desk)) ?? desk.cell(claim)
    }),
  ])
  const told = new Set(rows.flat().map(({ text }) => text))
  const rest = claims.filter(({ text }) => !told.has(text) && told.add(text))
  return [
    { type: 'table', columns: ['', ...subjects], rows },
    ...groupsBy(rest, ({ subject = '' }) => subject).flatMap(([subject, own]) => [
      ...(subject === '' ? [] : [headline(desk.say('more_on', { subject }), desk)]),
      ...listedClaims(own, desk),
    ]),
  ]
}

/** What a row of a table says of a subject, where one of its columns is named as the subject is; undefined for others. */
function columnOf(claim: Claim, subject: string, desk: ReportDesk): ReportCell | undefined {
  const row = rowOf(claim, desk)
  if (!row?.header) return undefined
  const cells = cellsOf(row)
  const asked = analyse(subject)
  const column = alignedHeads(cellsOf(row.header), cells.length).findIndex((head) => {
    const named = analyse(head?.text ?? '')
    return (
      named.length > 0 && (named.every((term) => asked.includes(term)) || asked.every((term) => named.includes(term)))
    )
  })
  const cell = column > 0 ? cells[column] : undefined
  const [ref] = desk.refs(claim)
  return cell && cell.text !== '' && ref
    ? { text: cell.text, refs: [{ ...ref, selector: `chars:${cell.start}-${cell.end}` }] }
    : undefined
}

function headline(text: string, desk: ReportDesk): ReportBlock {
  return { type: 'paragraph', sentences: [desk.frame(text)] }
}

function aspectOf({ aspect = '' }: Pick<Claim, 'aspect'>): string {
  return aspect
}

function keyOf(claim: Claim): string {
  return `${claim.subject ?? ''}\n${aspectOf(claim)}`
}

/** The best claims are those about the subject alone, and with words of the respect; of those nearly as good the shortest. */
function bestFor(claims: readonly Claim[], subjects: readonly string[], desk: ReportDesk): Claim | undefined {
  const worth = ({ relevance, confidence }: Claim) => relevance ?? confidence
  const groups = groupsBy(claims, (claim) => String(fitOf(claim, subjects, desk)))
  const [, among = []] = groups.toSorted(([a], [b]) => Number(b) - Number(a))[0] ?? []
  const most = Math.max(...among.map(worth))
  return among
    .filter((claim) => worth(claim) >= most * nearlyAsGood)
    .toSorted((a, b) => a.text.length - b.text.length)[0]
}

/** 2 for a claim about its own subject and no other, and 1 for one that has a word of the respect. */
function fitOf(claim: Claim, subjects: readonly string[], desk: ReportDesk): number {
  const { text, subject = '', aspect = '' } = claim
  const said = new Set(analyse(text))
  const names = (name: string) => analyse(name).every((term) => said.has(term))
  const isAlone = names(subject) && !subjects.some((other) => other !== subject && names(other))
  const isOfSubject = isAlone || columnOf(claim, subject, desk) !== undefined
  return (isOfSubject ? 2 : 0) + (analyse(aspect).some((term) => said.has(term)) ? 1 : 0)
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name, _, all) => name !== '' || all.length === 1)
}
