import lexicon from '@resources/lexicon/follow-up-words.json'
import { phraseWords, type PhraseWord } from './phrase-words'

/** What a short question says anew of the one before it: “and in Q3?” says Q3, behind “in”. */
interface SaidAnew {
  readonly text: string
  readonly words: readonly PhraseWord[]
  /** The words that stand before it and join it to a sentence. */
  readonly links: readonly string[]
  /** It says of itself that it goes on, by “and”, “what about”, 那, 呢. */
  readonly isMarked: boolean
}

/** UTF-16 units, and words that a follow-up may have: longer ones say a question of their own. */
const longest = 60
const mostWords = 5
const mostSubstituted = 8

const restated =
  "(?:what(?:'s| is| was| would)|how (?:much|many) (?:is|are|was)) (?:it|that|this)|(?:it|that)(?:'s| is| was| were)"
const english = new RegExp(`^(?:(?:${lexicon.english.openings.join('|')}|what if|${restated}|just)\\b[\\s,]*)+`, 'iu')
const englishEnd = /\s*\b(?:instead|then|too|please|as well|alone)$/iu
const chinese = new RegExp(
  `^(?:(?:${lexicon.chinese.openings.join('|')}|再|如果|要是|换成|改成|换算成)[是问算]?[，,\\s]*)+`,
  'u',
)
const chineseEnd = /(?:又?(?:是|有)多少|怎么样|如何|呢|的话)+$/u
const times: ReadonlySet<string> = new Set(['day', 'month', 'quarter', 'year', 'moment'])
const amounts: ReadonlySet<string> = new Set(['number', 'percent'])

/**
 * What a short question may mean behind the one before it: that question with these words in the place of words like them, likeliest first.
 * “What is 15% of 890,000?” and “and 20%?” are “What is 20% of 890,000?”. Empty where it is no such follow-up. Which of them is a question, its
 * reader knows.
 */
export function substitutedQuestions(before: string, followUp: string): string[] {
  const said = saidAnew(followUp)
  if (!said) return []
  const words = phraseWords(before)
  const found: { readonly text: string; readonly score: number }[] = []
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + said.words.length + 2); to++) {
      const place = { words: words.slice(from, to), link: words[from - 1]?.text ?? '', at: from / words.length }
      const score = likeness(place, said)
      if (score !== null) found.push({ text: replaced(before, place.words, said.text), score })
    }
  }
  const sorted = found.toSorted((a, b) => b.score - a.score).map(({ text }) => text)
  return [...new Set(sorted)].filter((text) => text !== before).slice(0, mostSubstituted)
}

const mostCompleted = 12
const joins = ['', 'to ', 'in ', 'of ']

/**
 * What a short answer to a question back may mean: the question before with it at its end, else at any place between two of its words, likeliest
 * first. “Convert 500 to euros”, which currency?, “dollars”: “Convert 500 dollars to euros”. Empty where the answer is no short one.
 */
export function completedQuestions(before: string, answer: string): string[] {
  const said = saidAnew(answer)
  if (!said) return []
  const bare = before.trim().replace(/[?？。.!！\s]+$/u, '')
  const space = /\p{Script=Han}$/u.test(bare) ? '' : ' '
  const whole = [...said.links, said.text].join(' ')
  const atEnd = said.links.length > 0 || space === '' ? [whole] : joins.map((join) => join + whole)
  const words = phraseWords(bare).toReversed()
  const inside = words.map(({ end }) => `${bare.slice(0, end)}${space}${said.text}${bare.slice(end)}`)
  return [...new Set([...atEnd.map((text) => bare + space + text), ...inside])].slice(0, mostCompleted)
}

function saidAnew(followUp: string): SaidAnew | null {
  const whole = followUp.trim().replace(/[?？。.!！\s]+$/u, '')
  if (whole.length > longest) return null
  const rest = whole.replace(english, '').replace(chinese, '')
  const bare = rest.replace(englishEnd, '').replace(chineseEnd, '')
  const all = phraseWords(bare)
  const first = all.findIndex(({ kind }) => kind !== 'link')
  if (first < 0) return null
  const words = all.slice(first)
  if (words.length > mostWords) return null
  const links = all.slice(0, first).map(({ text }) => text.toLowerCase())
  return { text: bare.slice(words[0]?.start ?? 0).trim(), words, links, isMarked: bare !== whole }
}

/** How well words would stand in the place of others; null for not at all. */
function likeness(
  place: { readonly words: readonly PhraseWord[]; readonly link: string; readonly at: number },
  { words, links, isMarked }: SaidAnew,
): number | null {
  const [first, last] = [place.words[0], place.words.at(-1)]
  if (!first || !last || first.kind === 'link' || last.kind === 'link') return null
  const isSame = place.words.length === words.length && words.every(({ kind }, at) => kind === place.words[at]?.kind)
  if (!isSame && (!isMarked || !areAlike(first.kind, words[0]?.kind ?? ''))) return null
  const joined = links.at(-1)
  const byLink = joined === undefined ? 0 : joined === place.link.toLowerCase() ? 2 : -0.5
  return (isSame ? 3 : 0) + byLink - 0.4 * Math.abs(place.words.length - words.length) + 0.1 * place.at
}

/** Times stand for times, amounts for amounts, words for words. */
function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  for (const kinds of [times, amounts])
    if (kinds.has(one) || kinds.has(other)) return kinds.has(one) && kinds.has(other)
  return one !== 'code' && other !== 'code'
}

function replaced(text: string, words: readonly PhraseWord[], by: string): string {
  return text.slice(0, words[0]?.start ?? 0) + by + text.slice(words.at(-1)?.end ?? text.length)
}
