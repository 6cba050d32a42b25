import { tagChinese } from '@engine/text/chinese/chinese-words'
import { tagEnglish } from '@engine/text/english/tag-english'
import { spacedWords, withoutUnspaced } from '@engine/text/words'

/** The words of a question that name something, as they are written. */
export interface NamingWords {
  /** Chinese nouns; those beside each other may be one name, and stand in one stretch. */
  readonly stretches: readonly (readonly string[])[]
  /** Of scripts with spaces, all but those that say how something is ("soon" of "how soon", "largest"). */
  readonly words: readonly string[]
}

/** UTF-16 units read of a longer text, which is pasted. */
const longest = 1000
const manner: ReadonlySet<string> = new Set(['ADV', 'ADJ'])
const han = /\p{Script=Han}/u

/** Reads them off a text by both taggers, each where it has something to read. */
export function namingWordsOf(asked: string): NamingWords {
  const text = asked.slice(0, longest)
  const spaced = spacedWords(withoutUnspaced(text))
  const { words, tags } = spaced.length > 0 ? tagEnglish(text) : { words: [], tags: [] }
  return {
    stretches: han.test(text) ? nounStretches(text) : [],
    words: spaced.filter((word) => !manner.has(tags[words.indexOf(word)] ?? '')).map(withoutGenitive),
  }
}

function nounStretches(text: string): string[][] {
  const stretches: string[][] = [[]]
  let at = 0
  for (const { word, tag } of tagChinese(text)) {
    // As it is written, which the tagger simplifies.
    const written = text.slice(at, at + word.length)
    at += word.length
    if (tag.startsWith('n')) stretches.at(-1)?.push(written)
    else stretches.push([])
  }
  return stretches.filter(({ length }) => length > 0)
}

function withoutGenitive(word: string): string {
  return ["'s", '’s'].some((end) => word.endsWith(end)) ? word.slice(0, -2) : word
}
