import { detectLanguage, type Language } from '@engine/text/language'
import { trimmedEnd } from '@engine/text/words'
import { insideOf } from './asked-inside'
import { mentionedIn, namedIn, topicBehind } from './asked-about'
import { readTokens } from './library-lexicon'
import { type LibraryQuestion, LibraryReading } from './library-reading'

const longest = 300

/**
 * Reads a question about the library. Only one that is made of nothing but words for documents, their states, times and
 * sorts is one: a word left over says that something is asked of what documents say. Null for any other.
 */
export function libraryQuestionOf(question: string): LibraryQuestion | null {
  const plain = question.normalize('NFKC').replaceAll('’', "'").trim()
  const text = trimmedEnd(plain, /[\s?？。.!！]/u)
  if (text === '' || text.length > longest) return null
  const language = detectLanguage(text)
  const other = language === 'zh' ? 'en' : 'zh'
  // A name or a topic in one language may be most of a question in the other.
  const isMixed = /\p{Script=Han}/u.test(text) && /[A-Za-z]/u.test(text)
  return readIn(text, language) ?? (isMixed ? readIn(text, other) : null)
}

function readIn(text: string, language: Language): LibraryQuestion | null {
  const attached = insideOf(text, 'attached', language)
  if (attached) return attached
  const { tokens, end } = readTokens(text, language)
  const reading = new LibraryReading(tokens)
  if (reading.last === 'mention') {
    const mentions = topicBehind(text.slice(end), reading, language)
    return mentions === null ? null : { ...reading.limits(), mentions }
  }
  if (end === text.length && reading.asksCatalogue()) return reading.limits()
  return mentionedIn(text, language) ?? namedIn(text, { tokens, end }, language) ?? insideOf(text, 'contents', language)
}
