import type { AskedTerm, DeepSearchRooms, FoundPassage } from '@engine/research/deep-search/deep-search-types'
import { analyse } from '@engine/text/analyse'
import { contentTerms } from '@engine/text/english/stop-words'

/** A passage of a document of its own, from its title and text. */
export function passageOf(title: string, text: string, { relevant = true } = {}): FoundPassage {
  const chunk = {
    id: title,
    doc_id: title,
    doc_name: title,
    title,
    revision: '1',
    collection: '',
    format: 'text',
    index: 0,
    text,
    start: 0,
    end: text.length,
    page: null,
    heading_path: [],
    context: '',
    token_count: 0,
    window_start: 0,
    window_end: text.length,
  }
  return { chunk, start: 0, end: text.length, text, score: 0, relevant }
}

export interface FakeLibrary extends DeepSearchRooms {
  /** Every query asked, in order. */
  readonly asked: string[]
}

/** A library in memory: passages that share words with a query, those with the rarest of them first. Its clock counts its searches. */
export function fakeLibrary(passages: readonly FoundPassage[], more: Partial<DeepSearchRooms> = {}): FakeLibrary {
  const asked: string[] = []
  const termsOf = new Map(passages.map((one) => [one, new Set(analyse(`${one.chunk.title}\n${one.text}`))]))
  const frequencyOf = (term: string) => passages.filter((one) => termsOf.get(one)?.has(term)).length
  const weightOf = (term: string) => Math.log(1 + passages.length / Math.max(1, frequencyOf(term)))
  const scoreOf = (passage: FoundPassage, query: string) => {
    const held = [...new Set(contentTerms(query))].filter((term) => termsOf.get(passage)?.has(term))
    return held.reduce((sum, term) => sum + weightOf(term), 0)
  }
  return {
    asked,
    frequencyOf,
    passageCount: () => passages.length,
    clock: () => asked.length,
    termsOf: (text) =>
      [...new Set(contentTerms(text))].map((term): AskedTerm => ({
        surface: term,
        alternatives: [[term]],
        weight: weightOf(term),
      })),
    search: (query, { limit }) => {
      asked.push(query)
      const hits = passages.map((one) => ({ ...one, score: scoreOf(one, query) })).filter(({ score }) => score > 0)
      return Promise.resolve(hits.toSorted((a, b) => b.score - a.score).slice(0, limit))
    },
    ...more,
  }
}
