import type { PlannedSection, SectionKind } from '@shared/research/plan-spec'
import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock, ReportSection, ReportSentence } from '@shared/research/research-report'
import { placeAt } from '@shared/session/evidence-place'
import { groupsBy } from '../ledger/task-evidence'
import { type ReportDesk, type SectionToWrite, startOf } from './report-desk'
import { changeBlocks } from './sections/side-by-side'
import { comparisonBlocks } from './sections/comparison'
import { figureBlocks } from './sections/figures'
import { listedClaims } from './sections/listed-claims'
import { aspectBlocks, glossaryBlocks, questionBlocks, relationBlocks } from './sections/named-entries'
import { timelineBlocks } from './sections/timeline'

/** Sentences of a report that were chosen among others, at most. */
const mostSentences = 80
/** Share of its greatest relevance at which a sentence is as relevant to another section. */
const asRelevant = 0.8
/** Claims of one section at most; of what is told in order of time, or read from end to end, there may be more. */
const usualClaims = 24
const mostClaims: Partial<Record<SectionKind, number>> = {
  comparison: 48,
  timeline: 60,
  glossary: 60,
  questions: 40,
  changes: 160,
  figures: 60,
}

type Arrange = (section: SectionToWrite, desk: ReportDesk) => ReportBlock[]

const arranged: Readonly<Record<SectionKind, Arrange>> = {
  findings: ({ claims }, desk) => listedClaims(claims, desk),
  comparison: comparisonBlocks,
  timeline: timelineBlocks,
  relations: relationBlocks,
  steps: ({ claims }, desk) => listedClaims(claims, desk, true),
  pros_and_cons: aspectBlocks,
  figures: figureBlocks,
  glossary: glossaryBlocks,
  questions: questionBlocks,
  changes: changeBlocks,
  summary: summaryBlocks,
}

/**
 * The sections of a plan with the claims that each is to tell: the most relevant of the run, each sentence in the section where it
 * answers best and in no other. Only a comparison may have one in several cells, where a row of a table speaks of both sides.
 */
export function claimsOfSections({ run: { plan, ledger } }: ReportDesk): SectionToWrite[] {
  const sections = plan?.sections ?? []
  const ranked = ledger.claims.toSorted((a, b) => relevanceOf(b) - relevanceOf(a))
  const chosen = new Set(
    ranked
      .map(({ text }) => text)
      .filter(isFirst)
      .slice(0, mostSentences),
  )
  const homes = homesOf(ranked, sections)
  return sections.map((section) => {
    const own = ranked.filter(({ text, task_id: id }) => section.tasks.includes(id) && homes.get(text) === section)
    const weighed = own.filter(({ text, relevance }) => relevance !== undefined && chosen.has(text))
    const others = bestOfTasks(
      own.filter(({ relevance }) => relevance === undefined),
      mostClaims[section.kind] ?? usualClaims,
    )
    const claims = [...others, ...weighed]
    return { section, claims: section.kind === 'comparison' ? claims : distinctTexts(claims) }
  })
}

/** The section that each text belongs to: of those where it is about as relevant as it is anywhere the first, for tasks weigh a little differently. */
function homesOf(
  ranked: readonly Claim[],
  sections: readonly PlannedSection[],
): ReadonlyMap<string, PlannedSection | undefined> {
  return new Map(
    groupsBy(ranked, ({ text }) => text).map(([text, own]) => {
      const most = Math.max(...own.map(relevanceOf))
      const tasks = new Set(own.filter((claim) => relevanceOf(claim) >= most * asRelevant).map(({ task_id: id }) => id))
      return [text, sections.find((section) => section.tasks.some((id) => tasks.has(id)))]
    }),
  )
}

function relevanceOf({ relevance = 1 }: Claim): number {
  return relevance
}

function isFirst<T>(value: T, at: number, all: readonly T[]): boolean {
  return all.indexOf(value) === at
}

/** Sentences that a model wrote of a section's claims, by the section's id. */
export type WrittenSections = ReadonlyMap<string, readonly ReportSentence[]>

/** Sections with their claims arranged each in its own way, behind what was written of them, and one of what documents say against each other. */
export function writeSections(
  desk: ReportDesk,
  chosen: readonly SectionToWrite[],
  written: WrittenSections,
): ReportSection[] {
  const sections = chosen.map(({ section, claims }): ReportSection => {
    const { id, heading, kind } = section
    if (claims.length === 0) {
      const nothing: ReportBlock = { type: 'paragraph', sentences: [desk.frame(desk.say('nothing'))] }
      return { id, heading, kind, blocks: [nothing] }
    }
    const prose = written.get(id) ?? []
    const used = new Set(prose.flatMap((sentence) => sentence.claims))
    const rest = isProse(kind) ? claims.filter((claim) => !used.has(claim.id)) : claims
    const blocks = rest.length > 0 ? arranged[kind]({ section, claims: rest }, desk) : []
    const paragraph: ReportBlock[] = prose.length > 0 ? [{ type: 'paragraph', sentences: [...prose] }] : []
    return { id, heading, kind, blocks: [...paragraph, ...blocks], confidence: confidenceOf(claims) }
  })
  return [
    ...sections.filter(({ confidence }) => confidence !== undefined || desk.run.ledger.claims.length === 0),
    ...contradictions(desk),
  ]
}

/** Whether sentences alone can say what a section says; tables, timelines and the like stay beside them. */
function isProse(kind: SectionKind): boolean {
  return kind === 'findings' || kind === 'summary'
}

/** Of each task in turn its next claim, as far as there is room. */
function bestOfTasks(claims: readonly Claim[], most: number): Claim[] {
  const queues = groupsBy(claims, ({ task_id: id }) => id).map(([, own]) => own)
  const longest = Math.max(0, ...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => queues.flatMap((own) => own[at] ?? []))
    .flat()
    .slice(0, most)
}

function distinctTexts(claims: readonly Claim[]): Claim[] {
  return groupsBy(claims, ({ text }) => text).flatMap(([, [first]]) => first ?? [])
}

function surestFirst(claims: readonly Claim[]): Claim[] {
  return claims.toSorted((a, b) => b.confidence - a.confidence)
}

/** How sure the surest claims of a section are: many doubtful ones beside a sure one make it no less sure. */
function confidenceOf(claims: readonly Claim[]): number {
  const surest = surestFirst(claims).slice(0, 3)
  return surest.reduce((sum, { confidence }) => sum + confidence, 0) / surest.length
}

/** What documents say, under their own headings. */
function summaryBlocks({ claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const headingOf = (claim: Claim) => {
    const item = desk.itemOf(claim)
    return item ? `${item.document_id}\n${placeAt(item, item.start + startOf(claim)).heading_path.join('\n')}` : ''
  }
  return groupsBy(desk.inReadingOrder(claims), headingOf).flatMap(([, own]): ReportBlock[] =>
    own.some(({ text }) => text.includes('|'))
      ? listedClaims(own, desk)
      : [{ type: 'paragraph', sentences: own.map((claim) => desk.sentence(claim)) }],
  )
}

function contradictions(desk: ReportDesk): ReportSection[] {
  const { claims, conflicts } = desk.run.ledger
  const byId = new Map(claims.map((claim) => [claim.id, claim]))
  const blocks = conflicts.flatMap(({ id, claims: ids, by_time: byTime }): ReportBlock[] => {
    const sides = ids.flatMap((one) => byId.get(one) ?? [])
    if (sides.length < 2) return []
    const inTime = byTime ? sides.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1)) : sides
    return [
      { type: 'conflict', conflict_id: id, by_time: byTime, sides: inTime.map((claim) => [desk.sentence(claim)]) },
    ]
  })
  if (blocks.length === 0) return []
  return [{ id: 'contradictions', heading: desk.words.headings.contradictions, kind: 'findings', blocks }]
}
