import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ReportBlock, ReportSentence, ResearchReport } from '@shared/research/research-report'

const signs = z.array(z.array(z.string()))
const Quote = z.object({ document: z.string(), quote: z.string() })

/** A task with what its documents state, by tests/fixtures/research/README.md. */
export const ResearchTask = z.object({
  id: z.string(),
  language: z.enum(['en', 'zh']),
  type: z.string(),
  task: z.string(),
  documents: z.array(z.string()),
  facts: z.array(Quote.extend({ id: z.string(), statement: z.string(), signs })),
  contradictions: z.array(z.object({ what: z.string(), quotes: z.array(Quote) })),
  false: z.array(z.object({ id: z.string(), statement: z.string(), signs, unless: z.array(z.string()).optional() })),
})
export type ResearchTask = z.infer<typeof ResearchTask>

export async function readResearchTasks(path: string): Promise<ResearchTask[]> {
  return z.array(ResearchTask).parse(JSON.parse(await readFile(path, 'utf8')))
}

const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/(\d),(?=\d{3}(?!\d))/gu, '$1')
    .replaceAll('−', '-')
    .replace(/\s+/gu, ' ')
/** "3 月" and "3月" are the same sign; as tests/fixtures/research/check-tasks.mjs compares. */
const loose = (text: string) => plain(text).replace(/(?<=[㐀-鿿]) (?=[\da-z])|(?<=[\da-z]) (?=[㐀-鿿])/gu, '')

/** Whether a sentence has one of each list of signs, and nothing that excuses them. */
export function bears(
  sentence: string,
  wanted: readonly (readonly string[])[],
  unless: readonly string[] = [],
): boolean {
  const text = loose(sentence)
  const has = (sign: string) => text.includes(loose(sign))
  return wanted.every((list) => list.some(has)) && !unless.some(has)
}

/** Whether what was found holds a fact: the passage of its quote, or a line that bears its signs. */
export function isFound({ quote, signs: wanted }: ResearchTask['facts'][number], texts: readonly string[]): boolean {
  return texts.some(
    (text) => packed(text).includes(packed(quote)) || text.split('\n').some((line) => bears(line, wanted)),
  )
}

/** Without blanks and marks between cells, which a document's stored text may have at other places. */
function packed(text: string): string {
  return plain(text).replace(/[\s|]+/gu, '')
}

/** What a report says, sentence by sentence: a row of a table is one, and what names an entry belongs to its sentences. */
export function saidIn({ summary, sections }: ResearchReport): string[] {
  return [
    ...summary.filter(isSaid).map(({ text }) => text),
    ...sections.flatMap(({ blocks, heading }) =>
      blocks.flatMap(saidInBlock).map((text, at) => (at === 0 ? `${heading}. ${text}` : text)),
    ),
  ]
}

function isSaid({ kind }: ReportSentence): boolean {
  return kind !== 'frame'
}

function saidInBlock(block: ReportBlock): string[] {
  const texts = (sentences: readonly ReportSentence[]) => sentences.filter(isSaid).map(({ text }) => text)
  switch (block.type) {
    case 'paragraph':
      return texts(block.sentences)
    case 'list':
      return block.items.flatMap(texts)
    case 'table':
      // As people read it: each cell under the name of its column.
      return block.rows.map((row) => row.map(({ text }, at) => `${block.columns[at] ?? ''} ${text}`).join(' | '))
    case 'timeline':
      return block.entries.flatMap(({ date, sentences }) => texts(sentences).map((text) => `${date} ${text}`))
    case 'terms':
      return block.entries.flatMap(({ term, sentences }) => texts(sentences).map((text) => `${term} ${text}`))
    case 'conflict':
      return block.sides.flatMap(texts)
    case 'chart':
      return []
  }
}

/** How many of a task's contradictions a report tells, and how many it tells that are none of them; changes in time are no contradictions. */
export function contradictionsIn(
  report: ResearchReport,
  { contradictions }: ResearchTask,
): { found: number; others: number } {
  const packed = (text: string) => text.normalize('NFC').replace(/\s+/gu, '')
  const told = report.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'conflict' && !block.by_time
        ? [block.sides.map((side) => packed(side.map(({ text }) => text).join(' ')))]
        : [],
    ),
  )
  const isOf = (sides: readonly string[], quotes: ResearchTask['contradictions'][number]['quotes']) =>
    quotes.every(({ quote }) => sides.some((side) => side.includes(packed(quote)) || packed(quote).includes(side)))
  const known = contradictions.filter(({ quotes }) => told.some((sides) => isOf(sides, quotes)))
  const others = told.filter((sides) => !contradictions.some(({ quotes }) => isOf(sides, quotes)))
  return { found: known.length, others: others.length }
}
