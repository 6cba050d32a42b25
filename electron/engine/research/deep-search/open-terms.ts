import { coverage } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { AskedTerm } from './deep-search-types'

/** The terms of a question that some terms do not cover, in its order. */
export function openTerms(asked: readonly AskedTerm[], terms: ReadonlySet<string>): AskedTerm[] {
  return asked.filter((term) => coverage([term], terms) < 1)
}

const words = /[\p{L}\p{N}\p{M}]+(?:[-_.'’/+#@][\p{L}\p{N}\p{M}]+)*/gu

/** Those words of a question that stand for some of its terms, as it writes them. */
export function wordsOf(question: string, terms: readonly AskedTerm[]): string {
  const wanted = new Set(terms.flatMap(({ alternatives: [own = []] }) => own))
  const surfaces = terms.map(({ surface }) => surface)
  const kept = [...question.matchAll(words)].flatMap(([word]) => {
    if (/\p{Script=Han}/u.test(word)) return surfaces.filter((surface) => word.includes(surface))
    return analyse(word).some((term) => wanted.has(term)) ? [word] : []
  })
  return [...new Set(kept)].join(' ')
}
