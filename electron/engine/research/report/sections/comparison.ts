import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock } from '@shared/research/research-report'
import { groupsBy } from '../../ledger/task-evidence'
import type { ReportDesk, SectionToWrite } from '../report-desk'
import { listedClaims } from './listed-claims'

/** A claim that is nearly as sure as the best one and shorter says it better in a cell. */
const nearlyAsSure = 0.8

/**
 * A table of subjects by aspects, in each cell the shortest claim that says it, then what else is said of each subject. Without two
 * subjects the claims as they stand. Who looks into a cell that is empty sees that nothing was found for it.
 */
export function comparisonBlocks({ section, claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const tasks = (desk.run.plan?.tasks ?? []).filter(({ id }) => section.tasks.includes(id))
  const subjects = distinct(tasks.map(({ subject = '' }) => subject))
  if (subjects.length < 2) return listedClaims(claims, desk)
  const aspects = distinct(tasks.filter(({ subject }) => subject !== undefined).map(aspectOf))
  const cells = new Map<string, Claim>()
  const told = new Set<string>()
  for (const [key, own] of groupsBy(claims, (claim) => keyOf(claim))) {
    const best = shortestOf(own)
    if (best) cells.set(key, best)
    if (best) told.add(best.text)
  }
  const rows = aspects.map((aspect) => [
    { text: aspect, refs: [] },
    ...subjects.map((subject) => desk.cell(cells.get(`${subject}\n${aspect}`))),
  ])
  const rest = claims.filter(({ text }) => !told.has(text) && told.add(text))
  return [
    { type: 'table', columns: ['', ...subjects], rows },
    ...groupsBy(rest, ({ subject = '' }) => subject).flatMap(([subject, own]) => [
      ...(subject === '' ? [] : [headline(desk.say('more_on', { subject }), desk)]),
      ...listedClaims(own, desk),
    ]),
  ]
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

function shortestOf(claims: readonly Claim[]): Claim | undefined {
  const surest = Math.max(...claims.map(({ confidence }) => confidence))
  const good = claims.filter(({ confidence }) => confidence >= surest * nearlyAsSure)
  return good.toSorted((a, b) => a.text.length - b.text.length)[0]
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name, _, all) => name !== '' || all.length === 1)
}
