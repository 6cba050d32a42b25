import type { EvidenceItem } from '@shared/events'
import { analyse } from '@engine/text/analyse'
import { type Language, detectLanguage } from '@engine/text/language'
import { splitSentences } from '@engine/text/sentences/sentences'
import { plainText } from './facts/comparable-text'
import { type Quantity, quantitiesIn } from './facts/quantities'
import type { Token } from './claims/claim-tokens'
import { type Unit, unitsOf } from './passages/passage-units'

/** A sentence of a source and the terms it holds. */
interface SourceSentence {
  readonly text: string
  readonly terms: ReadonlySet<string>
}

/** What a claim may be held against: one cited passage, made ready once for all claims. */
export interface Source {
  readonly number: number
  /** In plain form. */
  readonly text: string
  readonly language: Language
  readonly sentences: readonly SourceSentence[]
  /** Terms of the passage, its headings, its document's title and name. */
  readonly terms: ReadonlySet<string>
  /** Headings, title and name of the document, in plain form. */
  readonly about: string
  /** Its own and those of its headings. */
  readonly quantities: readonly Quantity[]
  /** Its sentences and the rows of its tables. */
  readonly units: readonly Unit[]
  /** The evidence as it was cited; selectors point into its text. */
  readonly item: EvidenceItem
}

/** One to three neighbouring sentences of a source. */
export interface Window {
  readonly text: string
  /** The one sentence of the source that says most of it. */
  readonly best: string
  readonly terms: ReadonlySet<string>
  /** Share of a claim's words and figures that stand in it, 0 to 1. */
  readonly held: number
}

const longestWindow = 3

/** Makes a cited passage ready to be compared with; its parts when they are first needed, since quotes need none. */
export function sourceOf(item: EvidenceItem): Source {
  return new Passage(item)
}

class Passage implements Source {
  readonly number: number
  readonly text: string
  readonly about: string
  #language: Language | undefined
  #sentences: SourceSentence[] | undefined
  #terms: ReadonlySet<string> | undefined
  #quantities: readonly Quantity[] | undefined
  #units: readonly Unit[] | undefined

  constructor(readonly item: EvidenceItem) {
    this.number = item.number
    this.text = plainText(item.text)
    const { heading_path, document_title = '', document_name } = item
    this.about = plainText([...heading_path, document_title, document_name].join('\n'))
  }

  get language(): Language {
    return (this.#language ??= detectLanguage(this.text))
  }

  get sentences(): readonly SourceSentence[] {
    return (this.#sentences ??= splitSentences(this.item.text).map(({ start, end }) => {
      const text = plainText(this.item.text.slice(start, end))
      return { text, terms: new Set(analyse(text)) }
    }))
  }

  get terms(): ReadonlySet<string> {
    return (this.#terms ??= new Set([...this.sentences.flatMap(({ terms }) => [...terms]), ...analyse(this.about)]))
  }

  get quantities(): readonly Quantity[] {
    return (this.#quantities ??= [
      ...quantitiesIn(this.text),
      ...quantitiesIn(this.about),
      // What commas keep apart in a row runs together in its text.
      ...this.units.flatMap(({ table, parts }) =>
        table === null ? [] : parts.flatMap(({ quantities }) => quantities),
      ),
    ])
  }

  get units(): readonly Unit[] {
    return (this.#units ??= unitsOf(this.item.text))
  }
}

/** Several sources as one, for a sentence that cites them together. */
export function joined(sources: readonly [Source, ...Source[]]): Source {
  const { item, number, language } = sources[0]
  return {
    item,
    number,
    language,
    text: sources.map(({ text }) => text).join('\n'),
    sentences: sources.flatMap(({ sentences }) => sentences),
    terms: new Set(sources.flatMap(({ terms }) => [...terms])),
    about: sources.map(({ about }) => about).join('\n'),
    quantities: sources.flatMap(({ quantities }) => quantities),
    units: unitsTogether(sources),
  }
}

function unitsTogether(sources: readonly Source[]): Unit[] {
  const units: Unit[] = []
  let tables = 0
  for (const source of sources) {
    const before = tables
    for (const unit of source.units) {
      const table = unit.table === null ? null : unit.table + before
      tables = Math.max(tables, (table ?? -1) + 1)
      units.push({ ...unit, table, at: units.length })
    }
  }
  return units
}

/** Whether a source, or a window of one, has a word. Of unknown characters most pairs must stand there. */
export function holds(place: Pick<Window, 'text' | 'terms'>, token: Token): boolean {
  if (token.script === 'spaced') return place.terms.has(token.term)
  if (place.text.includes(token.term)) return true
  if (!token.unknown) return false
  const pairs = analyse(token.term)
  return pairs.length > 1 && pairs.filter((pair) => place.terms.has(pair)).length > pairs.length / 2
}

/** The stretch of one to three sentences that says most of what is claimed, the shortest such. */
export function bestWindow(source: Source, tokens: readonly Token[]): Window {
  const content = tokens.filter((token) => token.content || token.figure)
  const found = source.sentences.map((sentence) => content.map((token) => holds(sentence, token)))
  const heldIn = (first: number, length: number) => {
    const rows = found.slice(first, first + length)
    return content.filter((_, at) => rows.some((row) => row[at])).length
  }
  let best = { first: 0, length: 1, held: -1 }
  let bestAlone = best
  for (let length = 1; length <= longestWindow; length += 1) {
    for (let first = 0; first + length <= found.length; first += 1) {
      const held = heldIn(first, length)
      if (held > best.held) best = { first, length, held }
    }
    if (length === 1) bestAlone = best
  }
  const sentences = source.sentences.slice(best.first, best.first + best.length)
  return {
    text: sentences.map(({ text }) => text).join(' '),
    best: source.sentences[bestAlone.first]?.text ?? '',
    terms: new Set(sentences.flatMap(({ terms }) => [...terms])),
    held: content.length === 0 ? 1 : Math.max(0, best.held) / content.length,
  }
}
