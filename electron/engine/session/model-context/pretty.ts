import type { ModelContextRecord, SearchQueryResults, SearchResult } from './schema'
import { processingSummary } from './processing-summary'
import { columnsOf, excerpt, padded, wrapped } from '@engine/text/display-width'

export const defaultColumns = 80

const narrowest = 40
const labelColumns = 13
/** How much of a passage and of a prompt is shown. */
const excerptLines = 3

/** The record as plain text in lines of at most `columns` (at least 40); contents cannot reach the terminal's controls. */
export function prettyModelContext(record: ModelContextRecord, columns = defaultColumns): string {
  const width = Math.max(narrowest, Math.trunc(columns))
  const lines = [
    ...heading('═', [`Model context ${record.sequence}`], width),
    ...field('Id', record.uuid, width),
    ...field('Created', timeText(record.timestamp), width),
    ...field('Tool', record.tool_name, width),
    ...field('Question', record.raw_question, width),
    ...searchLines(record, width),
    ...promptLines(record, width),
    ...heading('─', ['Response', `${record.response.length} characters`], width),
    ...indented(wrapped(record.response || '(none)', width), 0),
    ...evaluationLines(record, width),
    ...configLines(record, width),
    '═'.repeat(width),
  ]
  return lines.join('\n')
}

function searchLines(record: ModelContextRecord, width: number): string[] {
  const { search_session: search, retriver_chunks: chunks } = record
  const chunkCount = counted(chunks.length, 'chunk')
  if (!search) return heading('─', ['Search', 'none', chunkCount], width)
  const { result_count: results, search_time_ms: ms } = processingSummary(record)
  const figures = [counted(search.query_results.length, 'query', 'queries'), counted(results, 'result')]
  return [
    ...heading('─', ['Search', ...figures, chunkCount, `${ms} ms`], width),
    ...search.query_results.flatMap((query, at) => queryLines(query, at, width)),
  ]
}

function queryLines(query: SearchQueryResults, at: number, width: number): string[] {
  const number = `${at + 1}. `
  const indent = number.length
  const found = `${query.results.length} of ${query.total_results_count}`
  const figures = `${query.search_engine || 'unnamed engine'}, ${found}, ${query.execution_time_ms} ms`
  return [
    ...hanging(number, wrapped(query.query || '(empty query)', width - indent)),
    ...indented(wrapped(figures, width - indent), indent),
    ...query.results.flatMap((result) => resultLines(result, indent, width)),
  ]
}

function resultLines(result: SearchResult, indent: number, width: number): string[] {
  const place = `#${result.rank}  ${result.relevance_score.toFixed(3)}`
  const title = wrapped(result.title || '(untitled)', width - indent)
  // Beside the title, unless the figures are too long to leave it room.
  const beside = place.length <= 14
  const lead = ' '.repeat(beside ? indent + place.length + 2 : indent + 2)
  const room = width - lead.length
  return [
    ...(beside
      ? hanging(`${' '.repeat(indent)}${place}  `, wrapped(result.title || '(untitled)', room))
      : indented([...wrapped(place, width - indent), ...title], indent)),
    ...indented(excerpt(result.content, excerptLines, room), lead.length),
    ...indented(wrapped(result.source, room).filter(Boolean), lead.length),
  ]
}

function promptLines({ prompts }: ModelContextRecord, width: number): string[] {
  const room = width - labelColumns
  return [
    ...heading('─', ['Prompts', String(prompts.length)], width),
    ...prompts.flatMap((prompt) => {
      const { role, content, ...others } = prompt
      const rest = Object.entries(others).map(([name, value]) => `${name}: ${value}`)
      const text = content === undefined ? rest.join('\n') : content
      return labelled(role ?? 'prompt', excerpt(text, excerptLines, room))
    }),
  ]
}

function evaluationLines({ evaluation }: ModelContextRecord, width: number): string[] {
  if (!evaluation) return heading('─', ['Evaluation', 'none'], width)
  const next = evaluation.ready_for_output
    ? 'ready for output'
    : evaluation.should_return_to_chief
      ? 'back to the chief'
      : 'not ready for output, not to be returned'
  return [
    ...heading('─', ['Evaluation', evaluation.label, `confidence ${evaluation.confidence.toFixed(2)}`], width),
    ...field('Next', next, width),
    ...field('Reasoning', evaluation.reasoning, width),
    ...field('Issues', bullets(evaluation.specific_issues), width),
    ...field('Suggestions', bullets(evaluation.suggestions), width),
  ]
}

function configLines({ tool_config: config }: ModelContextRecord, width: number): string[] {
  const entries = Object.entries(config)
  if (entries.length === 0) return []
  const room = width - labelColumns
  return [
    ...heading('─', ['Tool config', counted(entries.length, 'entry', 'entries')], width),
    ...entries.flatMap(([name, value]) => labelled(name, excerpt(JSON.stringify(value), 2, room))),
  ]
}

/** `── Search · 2 queries ─────`, over several lines where it is too long for one. */
function heading(rule: string, parts: readonly string[], width: number): string[] {
  const lines = wrapped(parts.join(' · '), width - 6)
  return lines.map((line) => {
    const start = `${rule.repeat(2)} ${line} `
    return start + rule.repeat(Math.max(0, width - columnsOf(start)))
  })
}

function field(label: string, value: string, width: number): string[] {
  return value === '' ? [] : labelled(label, wrapped(value, width - labelColumns))
}

/** A label and the lines beside it; a label too long for its column stands on lines of its own. */
function labelled(label: string, lines: readonly string[]): string[] {
  const own = wrapped(label, labelColumns + lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0))
  const [only] = own
  if (own.length === 1 && only !== undefined && columnsOf(only) < labelColumns) {
    return hanging(padded(only, labelColumns), lines)
  }
  return [...own, ...indented(lines, labelColumns)]
}

function hanging(lead: string, lines: readonly string[]): string[] {
  const [first = '', ...others] = lines
  return [(lead + first).trimEnd(), ...indented(others, columnsOf(lead))]
}

function indented(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(columns) + line))
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

function timeText(ms: number): string {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? `${ms} ms` : time.toISOString()
}
