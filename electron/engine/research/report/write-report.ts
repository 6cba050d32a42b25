import type { Claim, Gap } from '@shared/research/claim-ledger'
import type { ReportIssue, ReportSentence, ResearchReport } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import { isLabelledRow } from '@engine/text/tables/table-row'
import { ReportDesk, type SectionToWrite } from './report-desk'
import { checkReport } from './check-report'
import { type ReportModel, writeSection } from './write-section'
import { claimsOfSections, verbatimOf, type WrittenSections, writeSections } from './write-sections'

/** Sentences of the summary. */
const mostInSummary = 6
/** Written sentences of one section in it. */
const mostOfSection = 3
/** Characters of a quotation in it. Where two documents have little in common, a place they differ in is a whole document. */
const longestInSummary = 600
/** What was not found is told so many times; more is a list nobody reads. */
const mostMissing = 20
/** What a model may take for all sections together, in milliseconds; the others are as rules make them. */
const writingMs = 900_000

/** What of a document could not be read, or was not, in words of the report's language. */
export interface UnreadPart {
  readonly name: string
  readonly why: string
}

export interface ReportRequest {
  /** ISO time. */
  readonly madeAt: string
  readonly unread?: readonly UnreadPart[] | undefined
  /** What may stand for a word of the goal, as in another language. */
  readonly othersFor?: ((word: string) => readonly string[]) | undefined
}

/** The report of a run by rules: its claims, letter for letter, arranged by the sections of its plan, and checked. Pure. */
export function writeReport(run: ResearchRun, request: ReportRequest): ResearchReport {
  const desk = new ReportDesk(run)
  const nothing = { sentences: new Map(), struck: [], unwritten: [], by: 'rules' }
  return putTogether(desk, claimsOfSections(desk), nothing, request)
}

/** What was written of sections, and by whom. */
interface Written {
  readonly sentences: WrittenSections
  readonly struck: readonly string[]
  readonly unwritten: readonly ReportIssue[]
  readonly by: string
}

/**
 * The same, with what a model writes of each section before its quotations. Sentences that their sources do not carry are left out, and
 * told as an issue; a section that it fails at stays as rules make it, and that is told as well. Throws CANCELLED.
 */
export async function writeReportWithModel(
  run: ResearchRun,
  request: ReportRequest,
  model: Omit<ReportModel, 'until'>,
  signal: AbortSignal,
): Promise<ResearchReport> {
  const access = { ...model, until: model.clock() + writingMs }
  const desk = new ReportDesk(run)
  const chosen = claimsOfSections(desk)
  const sentences = new Map<string, readonly ReportSentence[]>()
  const struck: string[] = []
  const unwritten: ReportIssue[] = []
  let by = 'rules'
  for (const section of chosen) {
    const written = await writeSection(section, desk, access, signal)
    if (!written) continue
    if (written.failed)
      unwritten.push({ key: 'section_not_written', about: `${section.section.heading}: ${written.failed.message}` })
    struck.push(...written.struck)
    if (written.sentences.length === 0) continue
    sentences.set(section.section.id, written.sentences)
    by = written.model
  }
  return putTogether(desk, chosen, { sentences, struck, unwritten, by }, request)
}

function putTogether(
  desk: ReportDesk,
  chosen: readonly SectionToWrite[],
  { sentences, struck, unwritten, by }: Written,
  { madeAt, unread = [], othersFor }: ReportRequest,
): ResearchReport {
  const { run } = desk
  const report: ResearchReport = {
    title: run.header.title || run.header.goal || run.header.id,
    language: desk.language,
    written_by: by,
    made_at: madeAt,
    summary: summaryOf(desk, sentences),
    sections: writeSections(desk, chosen, sentences),
    not_found: notFound(desk),
    not_read: unread.map(({ name, why }) => desk.frame(desk.say('unread', { name, why }))),
    issues: [],
  }
  const left = struck.map((about): ReportIssue => ({ key: 'unsupported_struck', about }))
  return { ...report, issues: [...left, ...unwritten, ...checkReport(report, run, othersFor)] }
}

/** The first sentences written of each section, in turn; else the best claim of each in turn that is short and no row of a table, as the ledger has them. None is said twice. */
function summaryOf(desk: ReportDesk, written: WrittenSections): ReportSentence[] {
  const firsts = Array.from({ length: mostOfSection }, (_, at) => [...written.values()].flatMap((own) => own[at] ?? []))
  if (written.size > 0) return firsts.flat().slice(0, mostInSummary)
  const { plan, ledger } = desk.run
  const claims = verbatimOf(ledger.claims).filter(
    ({ text }) => text.length <= longestInSummary && !text.includes('|') && !isLabelledRow(text, []),
  )
  const queues = (plan?.sections ?? []).map(({ tasks }) => claims.filter(({ task_id: id }) => tasks.includes(id)))
  const chosen = new Map<string, Claim>()
  while (chosen.size < mostInSummary && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = queue.find(({ text }) => !chosen.has(text))
      queue.splice(0, next ? queue.indexOf(next) + 1 : queue.length)
      if (next && chosen.size < mostInSummary) chosen.set(next.text, next)
    }
  }
  return [...chosen.values()].map((claim) => desk.sentence(claim))
}

function notFound(desk: ReportDesk): ReportSentence[] {
  const { plan, ledger, progress } = desk.run
  const tasks = new Map((plan?.tasks ?? []).map((task) => [task.id, task.description]))
  const isWhole = ({ task_id: id, missing }: Gap) => missing === tasks.get(id)
  const empty = new Set(ledger.gaps.filter(isWhole).map(({ task_id: id }) => id))
  // Where nothing was found at all, what of it was not found says no more.
  const told = ledger.gaps.filter((gap) => !empty.has(gap.task_id) || isWhole(gap))
  const gaps = told.map(({ task_id: id, missing }) => {
    const task = tasks.get(id) ?? ''
    return task === '' || task === missing
      ? desk.say('missing', { missing })
      : desk.say('missing_of', { task, missing })
  })
  const undone = progress.flatMap(({ task_id: id, state, error }) => {
    const task = tasks.get(id) ?? id
    if (state === 'failed') return [desk.say('failed', { task, why: error?.message ?? '' })]
    return state === 'skipped' ? [desk.say('skipped', { task })] : []
  })
  return [...new Set([...undone, ...gaps])].slice(0, mostMissing).map((text) => desk.frame(text))
}
