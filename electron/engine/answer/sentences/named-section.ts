import { hasHan } from '@engine/text/letters'
import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { isAbsent } from '@engine/retrieval/question/absent-words'
import { analyse } from '@engine/text/analyse'
import { withoutFunctionWords } from '@engine/text/chinese/chinese-function-words'
import { isStopTerm } from '@engine/text/english/stop-words'
import type { Scored } from './score-sentences'

/**
 * The section whose heading names what is to be done: "How do I descale the machine?" is answered under "Descaling".
 * The heading has the rarest word that the library holds, and none that was not asked. Empty where there is none.
 */
export function namedSection(
  keyTerms: readonly KeyTerm[],
  scored: readonly Scored[],
  statistics: TermStatistics,
): readonly Scored[] {
  const held = keyTerms.filter((term) => !isAbsent(term, statistics))
  const [rarest] = held.toSorted((a, b) => b.weight - a.weight)
  if (!rarest) return []
  const asked = new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))
  const isNaming = (heading: string) => {
    const terms = new Set(analyse(heading))
    if (coverage([rarest], terms) < 1) return false
    // Pairs of characters astride two words are in no word of the question.
    const rest = keyTerms.reduce(
      (text, { surface }) => (hasHan(surface) ? text.replaceAll(surface, ' ') : text),
      heading,
    )
    return analyse(withoutFunctionWords(rest)).every((term) => isStopTerm(term) || asked.has(term))
  }
  const first = scored.find((one) => one.header === null && !one.heads && isNaming(headingOf(one)))
  if (!first) return []
  return scored.filter(({ passage, about, heads }) => passage === first.passage && about === first.about && !heads)
}

const numbering =
  /^[\s#§]*(?:(?:\d+\.)*\d+[.)]?(?=\s)|[（(]?[一二三四五六七八九十]+[)）、.．]|第[一二三四五六七八九十百\d]+[章节条款部])\s*/u

/** The nearest of the headings that it stands under, without its number. */
function headingOf({ about }: Scored): string {
  return about.trimEnd().split('\n').at(-1)?.replace(numbering, '') ?? ''
}
