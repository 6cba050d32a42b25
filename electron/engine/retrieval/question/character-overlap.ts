import { withoutFunctionWords } from '@engine/text/chinese/chinese-function-words'
import { foldHan } from '@engine/text/chinese/han-fold'
import { splitSentences } from '@engine/text/sentences/sentences'
import { withoutQuestionWords } from '@engine/text/english/stop-words'

const hanCharacter = /\p{Script=Han}/gu
/** Characters that are grammar wherever they stand in a question. */
const grammar = new Set('的了是在和被把与及或这那一之其吗呢什么哪谁何几多少怎样如时')

/** The Han characters of a question that say what it is about, in simplified form. */
export function contentCharacters(question: string): Set<string> {
  const characters = withoutFunctionWords(withoutQuestionWords(foldHan(question))).match(hanCharacter) ?? []
  return new Set(characters.filter((character) => !grammar.has(character)))
}

/** The greatest share of these characters in a sentence and the one before it, 0 to 1: 郡 of 哪个郡 is in no pair. */
export function characterOverlap(characters: ReadonlySet<string>, text: string): number {
  if (characters.size === 0) return 0
  const folded = foldHan(text)
  let before: ReadonlySet<string> = new Set()
  let most = 0
  for (const { start, end } of splitSentences(folded)) {
    const here = new Set(Array.from(folded.slice(start, end)).filter((character) => characters.has(character)))
    most = Math.max(most, new Set([...here, ...before]).size)
    before = here
  }
  return most / characters.size
}
