import type { Critique } from '@shared/events'
import type { ToolRun } from '@shared/tools/tool-run'
import { type DroppedPassage, TurnTrace } from '@shared/session/turn-trace'
import { mapStrings } from './map-strings'

type Source = TurnTrace['evidence'][number]

/** Ids of sensitive passages, and of the documents they are from. */
export interface SensitiveIds {
  readonly evidence: ReadonlySet<string>
  readonly documents: Pick<ReadonlySet<string>, 'has'>
}

/** A turn's trace in which its sensitive sources have no name, and nothing is said of what stands in them. */
export function withoutSensitiveSources(
  trace: TurnTrace,
  { evidence, documents }: SensitiveIds,
  marker: string,
): TurnTrace {
  const { dropped, basis, found = [], second_opinion: opinion, tools, ...kept } = trace
  const ofDocuments = dropped?.map((passage) =>
    documents.has(passage.document_id) ? unplaced(passage, marker) : passage,
  )
  const lists = ofDocuments ? { dropped: ofDocuments } : {}
  const used = [...trace.evidence, ...trace.refs, ...found, ...(basis?.passages ?? [])]
  if (!used.some((one) => evidence.has(one.evidence_id))) return { ...trace, ...lists }
  const numbers = new Set(
    [...trace.evidence, ...trace.refs].filter((one) => evidence.has(one.evidence_id)).map(({ number }) => number),
  )
  // `basis` goes as a whole: without the passages the turn cannot be composed again, and it lists their titles.
  return {
    ...kept,
    ...lists,
    ...(trace.found ? { found } : {}),
    evidence: trace.evidence.map((item) => (evidence.has(item.evidence_id) ? nameless(item, marker) : item)),
    // Made from the passages: their headings and names in other words.
    ...(trace.suggestions ? { suggestions: [] } : {}),
    ...(trace.critique ? { critique: withoutWords(trace.critique, numbers, marker) } : {}),
    // Only that they ran: what was asked of them and what they gave may be what the passages say.
    ...(tools ? { tools: tools.map((run) => withoutResult(run, marker)) } : {}),
    // Its reasons say in other words what stands in the passages.
    ...(opinion ? { second_opinion: { ...opinion, sentences: [] } } : {}),
  }
}

/** Fields of a trace about its search and its answer. The other fields hold source names, settings, the question. */
const derivedFields = new Set([
  ...['queries', 'stages', 'tools', 'found', 'dropped', 'suggestions', 'critique', 'second_opinion'],
  ...['shortcut_reason', 'shortcut_reason_note'],
])

/** Edits texts that were derived from sensitive texts, and tells which texts need that. */
export interface DerivedWords {
  readonly change: (text: string) => string
  readonly isChanged: (text: string) => boolean
}

/**
 * A turn's trace with `change` made to every text that was derived from answers and from names of documents. A `basis`
 * that has such a text goes: the turn cannot be composed again from what is left.
 */
export function withoutDerivedWords(trace: TurnTrace, { change, isChanged }: DerivedWords): TurnTrace {
  const { basis, readings, ...rest } = trace
  const based: string[] = []
  mapStrings(basis, (text) => {
    based.push(text)
    return text
  })
  const fields = Object.entries(rest).map(([name, value]): [string, unknown] => [
    name,
    derivedFields.has(name) ? mapStrings(value, change) : value,
  ])
  return TurnTrace.parse({
    ...Object.fromEntries(fields),
    // Not walked: a label of one word looks like one from a fixed list.
    ...(readings
      ? { readings: readings.map((one) => ({ ...one, label: change(one.label), question: change(one.question) })) }
      : {}),
    ...(basis && !based.some(isChanged) ? { basis } : {}),
  })
}

function unplaced(passage: DroppedPassage, marker: string): DroppedPassage {
  const hidden = { chunk_id: 'redacted', document_id: 'redacted', revision: 'redacted', start: 0, end: 0 }
  return { ...passage, ...hidden, document_title: marker }
}

function withoutResult({ call_id, tool, server, title, state, called_at, ms }: ToolRun, marker: string): ToolRun {
  const when = { called_at, ...(ms === undefined ? {} : { ms }) }
  return {
    call_id,
    tool,
    ...(server === undefined ? {} : { server }),
    title,
    question: marker,
    args: {},
    state,
    ...when,
  }
}

function nameless({ number, evidence_id, kind, score }: Source, marker: string): Source {
  return {
    number,
    evidence_id,
    kind,
    score,
    document_id: 'redacted',
    document_name: marker,
    format: 'text',
    heading_path: [],
    page: null,
    start: 0,
    end: 0,
  }
}

/** The critic quotes single words of a source, too short to be found as copies. */
function withoutWords(critique: Critique, numbers: ReadonlySet<number>, marker: string): Critique {
  const { evaluation, sentences, issues } = critique
  return {
    ...critique,
    evaluation: { ...evaluation, reasoning: marker, specific_issues: [], suggestions: [] },
    sentences: sentences.map(({ correction, ...one }) => {
      const sources = correction ? [...one.refs, correction.number] : one.refs
      if (sources.some((number) => numbers.has(number))) return { ...one, issues: [] }
      return correction ? { ...one, correction } : one
    }),
    issues: issues.filter(({ values }) => !Object.values(values).some((value) => numbers.has(Number(value)))),
  }
}
