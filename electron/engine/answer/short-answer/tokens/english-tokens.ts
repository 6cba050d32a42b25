import { hasWords } from '@engine/text/letters'
import type { PartOfSpeech } from 'wink-nlp'
import { tagEnglish, wordClasses } from '@engine/text/english/tag-english'
import { kindOfSign, type Token, token, type WordClass } from './answer-token'

/** Names that are known for what they name, in lower case. */
export interface KnownNames {
  readonly people: ReadonlySet<string>
  readonly places: ReadonlySet<string>
}

/** The words of an English sentence; names are told apart by those that are known. */
export function englishTokens(sentence: string, known: KnownNames): Token[] {
  return withKnownNames(taggedTokens(sentence), known)
}

/** A run of name words is a person where one of them is a known person's name, a place where the run or its end is one. */
function withKnownNames(tokens: readonly Token[], { people, places }: KnownNames): Token[] {
  const named: Token[] = []
  for (let at = 0; at < tokens.length;) {
    let end = at
    while (tokens[end]?.kind === 'name') end += 1
    const run = tokens.slice(at, end)
    const words = run.map(({ text }) => text.toLowerCase())
    const kind =
      places.has(words.join(' ')) || (words.length === 1 && places.has(words[0] ?? ''))
        ? 'place'
        : words.some((word) => people.has(word)) && words.length <= 4
          ? 'person'
          : 'name'
    named.push(...run.map((one) => (kind === 'name' ? one : ({ ...one, kind } as const))))
    const other = tokens[end]
    if (other) named.push(other)
    at = end + 1
  }
  return named
}

const english: Partial<Record<PartOfSpeech, WordClass>> = { ...wordClasses, PART: 'particle' }

function taggedTokens(sentence: string): Token[] {
  const { words, tags } = tagEnglish(sentence)
  const tokens: Token[] = []
  let at = 0
  for (const [place, word] of words.entries()) {
    const start = sentence.indexOf(word, at)
    if (start === -1 || word.trim() === '') continue
    at = start + word.length
    tokens.push(token(start, word, englishKind(word, tags[place])))
  }
  return tokens
}

function englishKind(word: string, pos: PartOfSpeech | undefined): WordClass {
  if (!hasWords(word)) return kindOfSign(word)
  return (pos && english[pos]) ?? 'other'
}
