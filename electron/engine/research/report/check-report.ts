import type { EvidenceItem } from '@shared/events'
import type {
  ReportBlock,
  ReportCell,
  ReportIssue,
  ReportRef,
  ReportSentence,
  ResearchReport,
} from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import { resolveSelector } from '@shared/session/selector'
import { wordsOfGoal } from '@engine/question/goal/research-goal'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import { detectLanguage } from '@engine/text/language'
import { refsOf } from '../export/page-sources'
import type { LedgerRooms } from '../ledger/task-evidence'
import { figureIn } from './sections/figures'

type Key = ReportIssue['key']

/**
 * What is wrong with a report, by its run: marks that lead nowhere, quotations that are not their source's words, sentences without
 * a source, words of the goal that nothing speaks of, contradictions that are not told, charts with other values than their tables.
 * `othersFor` gives what may stand for a word, as in another language. Pure.
 */
export function checkReport(
  report: ResearchReport,
  run: ResearchRun,
  othersFor: (word: string) => readonly string[] = () => [],
): ReportIssue[] {
  const evidence = new Map(run.evidence.map((item) => [item.evidence_id, item]))
  const sentences = sentencesOf(report)
  const issues = [
    ...sentences.flatMap((sentence) => sentenceIssues(sentence, evidence)),
    ...report.sections.flatMap(({ blocks }) => [
      ...blocks.flatMap((block) => blockIssues(block, evidence)),
      ...chartIssues(blocks),
    ]),
    ...termIssues(report, run, othersFor),
    ...conflictIssues(report, run),
  ]
  return issues.filter((one, at) => issues.findIndex(({ key, about }) => key === one.key && about === one.about) === at)
}

/** Every sentence of a report, in reading order. */
export function sentencesOf({
  summary,
  sections,
  not_found: notFound,
  not_read: notRead,
}: ResearchReport): ReportSentence[] {
  return [...summary, ...sections.flatMap(({ blocks }) => blocks.flatMap(sentencesIn)), ...notFound, ...notRead]
}

function sentencesIn(block: ReportBlock): ReportSentence[] {
  switch (block.type) {
    case 'paragraph':
      return block.sentences
    case 'list':
      return block.items.flat()
    case 'timeline':
    case 'terms':
      return block.entries.flatMap(({ sentences }) => sentences)
    case 'conflict':
      return block.sides.flat()
    case 'table':
    case 'chart':
      return []
  }
}

type Evidence = ReadonlyMap<string, EvidenceItem>

function sentenceIssues({ text, kind, refs }: ReportSentence, evidence: Evidence): ReportIssue[] {
  if (kind === 'frame') return refs.map(() => issue('mark_without_source', text))
  if (refs.length === 0) return [issue('sentence_without_source', text)]
  const [first] = refs
  const isQuoted = kind !== 'quoted' || (first !== undefined && selected(first, evidence) === text)
  return [...markIssues(text, refs, evidence), ...(isQuoted ? [] : [issue('not_as_quoted', text)])]
}

function markIssues(text: string, refs: readonly ReportRef[], evidence: Evidence): ReportIssue[] {
  return refs.some((ref) => selected(ref, evidence) === null) ? [issue('mark_without_source', text)] : []
}

function blockIssues(block: ReportBlock, evidence: Evidence): ReportIssue[] {
  if (block.type === 'chart') return markIssues(block.caption, block.refs, evidence)
  if (block.type !== 'table') return []
  return block.rows.flat().flatMap(({ text, refs }: ReportCell) => {
    const [first] = refs
    // A cell without a mark is the name of its row.
    if (!first) return []
    const isQuoted = selected(first, evidence) === text
    return [...markIssues(text, refs, evidence), ...(isQuoted ? [] : [issue('not_as_quoted', text)])]
  })
}

/** What a mark opens; null where its evidence is not there, has another number, or is shorter. */
function selected({ evidence_id: id, number, selector }: ReportRef, evidence: Evidence): string | null {
  const item = evidence.get(id)
  if (item?.number !== number) return null
  try {
    const { text } = resolveSelector(item.text, selector)
    return text === '' ? null : text
  } catch {
    return null
  }
}

type Block<T extends ReportBlock['type']> = Extract<ReportBlock, { type: T }>

/** A chart shows columns of the table before it, or rows of it. */
function chartIssues(blocks: readonly ReportBlock[]): ReportIssue[] {
  return blocks.flatMap((block, at) => {
    if (block.type !== 'chart') return []
    const table = blocks.slice(0, at).findLast((one) => one.type === 'table')
    const isTrue = table !== undefined && (showsColumns(block, table) || showsColumns(block, turned(table)))
    return isTrue ? [] : [issue('not_as_quoted', block.caption)]
  })
}

function showsColumns(
  { labels, series }: Block<'chart'>,
  { columns, rows }: Pick<Block<'table'>, 'columns' | 'rows'>,
): boolean {
  return series.every(({ name, values }) => {
    const column = columns.indexOf(name)
    if (column === -1 || values.length !== rows.length) return false
    return rows.every((row, at) => row[0]?.text === labels[at] && onlyFigure(row[column]?.text ?? '') === values[at])
  })
}

/** The same table with its rows as columns. */
function turned({ columns, rows }: Block<'table'>): Pick<Block<'table'>, 'columns' | 'rows'> {
  const [corner = '', ...names] = columns
  return {
    columns: [corner, ...rows.map((row) => row[0]?.text ?? '')],
    rows: names.map((name, at) => [
      { text: name, refs: [] },
      ...rows.map((row) => row[at + 1] ?? { text: '', refs: [] }),
    ]),
  }
}

/** The figure of a cell that has one, as "24 beds"; null for none or several. */
function onlyFigure(text: string): number | null {
  const [only, ...others] = text.match(/[+-]?\d[\d,]*(?:\.\d+)?/gu) ?? []
  return only === undefined || others.length > 0 ? null : figureIn(only)
}

/** Content words of the goal that stand neither in the report nor in what is above its quotations, and nothing that may stand for them. */
function termIssues(
  report: ResearchReport,
  { header, plan, evidence }: ResearchRun,
  othersFor: (word: string) => readonly string[],
): ReportIssue[] {
  const { words } = wordsOfGoal(plan?.goal ?? header.goal, report.language)
  const cited = new Set(refsOf(report).map(({ evidence_id: id }) => id))
  const quoted = evidence.filter(({ evidence_id: id }) => cited.has(id))
  const isForeign = quoted.some(({ text }) => detectLanguage(text) !== report.language)
  const texts = [
    ...sentencesOf(report).flatMap(({ text, kind }) => (kind === 'frame' ? [] : [text])),
    ...report.sections.flatMap(({ blocks }) => blocks.flatMap(wordsIn)),
    ...quoted.flatMap((item) => [...item.heading_path, item.document_title ?? '', item.document_name]),
  ]
  const said = new Set(analyse(texts.join('\n')))
  const isSaid = (word: string) => analyse(word).every((term) => said.has(term))
  return words
    .filter((word) => {
      const others = othersFor(word)
      // Of a word that nobody can put into the language of a quotation nothing is known.
      return !isSaid(word) && !others.some(isSaid) && !(isForeign && others.length === 0)
    })
    .map((word) => issue('term_not_covered', word))
}

/** What may stand for a word of a goal by the term tables, as in another language. */
export function otherWordings(word: string, { terms, index }: Pick<LedgerRooms, 'terms' | 'index'>): string[] {
  const own = analyse(word).join(' ')
  const all = keyTermsOf(word, terms, index.statistics).flatMap(({ alternatives }) =>
    alternatives.map((one) => one.join(' ')),
  )
  return all.filter((other) => other !== own)
}

function wordsIn(block: ReportBlock): string[] {
  if (block.type === 'table') return [...block.columns, ...block.rows.flat().map(({ text }) => text)]
  return block.type === 'terms' ? block.entries.map(({ term }) => term) : []
}

function conflictIssues(report: ResearchReport, { ledger }: ResearchRun): ReportIssue[] {
  const blocks = report.sections.flatMap((section) => section.blocks)
  return ledger.conflicts.flatMap(({ id, claims, stated }) => {
    const told = blocks.find((block) => block.type === 'conflict' && block.conflict_id === id)
    const sides = told?.type === 'conflict' ? told.sides.map((side) => side.flatMap(({ claims: own }) => own)) : []
    const isWhole = claims.every((claim) => sides.some((side) => side.includes(claim)))
    return isWhole ? [] : [issue('conflict_not_told', stated.filter((words) => words !== '').join(' / ') || id)]
  })
}

function issue(key: Key, about: string): ReportIssue {
  const characters = Array.from(about)
  return { key, about: characters.length > longestAbout ? `${characters.slice(0, longestAbout - 1).join('')}…` : about }
}

const longestAbout = 160
