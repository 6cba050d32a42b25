import { unitAt } from '@engine/text/units'
import { type Sense, wordNet } from '@engine/text/english/wordnet'

/** Before a word that a line, a cell or a sentence begins with. */
const begins = /(?:^|[\n|:.!?•-]\s*|["“(]\s*)$/u
/** Characters before a word that say whether something begins with it. */
const before = 4

/**
 * Whether a name in a text is worth a search of its own: not a unit ("kWh"), and not an ordinary English word that has a capital only
 * because a line, a cell or a sentence begins with it ("Yellow").
 */
export function leadsSomewhere(surface: string, text: string): boolean {
  if (unitAt(surface, 0)?.end === surface.length) return false
  return !/^\p{Lu}\p{Ll}+$/u.test(surface) || !isOrdinary(surface.toLowerCase()) || standsInside(surface, text)
}

function standsInside(surface: string, text: string): boolean {
  for (let at = text.indexOf(surface); at >= 0; at = text.indexOf(surface, at + surface.length)) {
    if (!begins.test(text.slice(Math.max(0, at - before), at))) return true
  }
  return false
}

/** WordNet knows it, and not first of all as one person, place or thing. */
function isOrdinary(word: string): boolean {
  for (const lemma of wordNet().lemmasFrom(word)) {
    if (lemma.word === word) return lemma.senses.slice(0, 1).every(isNoInstance)
  }
  return false
}

function isNoInstance(sense: Sense): boolean {
  return wordNet()
    .pointersOf(sense)
    .every(({ symbol }) => symbol !== '@i')
}
