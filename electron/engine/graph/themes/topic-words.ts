import overview from '@resources/lexicon/overview-words.json'
import { analyse } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { unspacedWords, withoutUnspaced } from '@engine/text/words'

/** Words of any question about everything: they say nothing of what it is about. */
const anyOverview = new Set(overview.english.flatMap(analyse))
const anyChineseOverview = new RegExp(`^(?:${overview.chinese.join('|')}|[${overview.chineseCharacters}])+$`, 'u')
const maxWords = 40
/** What a question is about shows at its beginning. */
const maxRead = 1000

/** What a question asks about, each word as the terms that must all be there; none where it asks about everything. */
export function topicWords(question: string): string[][] {
  const bare = withoutQuestionWords(question.slice(0, maxRead))
  const spaced = analyse(withoutUnspaced(bare)).map((term) => [term])
  const unspaced = unspacedWords(bare)
    .filter((word) => !anyChineseOverview.test(foldHan(word)))
    .map(analyse)
  const words = new Map([...spaced, ...unspaced].map((terms) => [terms.join(' '), terms]))
  return [...words]
    .filter(([word, terms]) => word !== '' && !anyOverview.has(word) && !terms.every(isStopTerm))
    .slice(0, maxWords)
    .map(([, terms]) => terms)
}
