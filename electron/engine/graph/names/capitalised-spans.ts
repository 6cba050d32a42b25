import lexicon from '@resources/graph/lexicon/english-names.json'
import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import { connectors } from '@engine/text/english/acronyms'

/** Words that get a capital at the head of a sentence, of a question or of a heading, and are hardly ever a name alone. */
export const commonStarts: ReadonlySet<string> = new Set(lexicon.sentenceStarts)

const calendar: ReadonlySet<string> = new Set(lexicon.calendarWords)

/** Months and weekdays: they date a passage, and link it to nothing. */
export function isCalendarWord(word: string): boolean {
  return calendar.has(word.toLowerCase())
}

/** A proper name by its capitals: where it stands, and the shorter names it is made of. */
export interface CapitalisedSpan {
  readonly surface: string
  readonly start: number
  /** Only its place at the head of a sentence may have given it its capital. */
  readonly doubtful: boolean
  /** Parts on either side of a connector: `University of California` holds `California`. */
  readonly parts: readonly string[]
}

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly startsSentence: boolean
}

const tokenPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.\-–&/+][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*(?:\+\+|#)?/gu
const capital = /^[\p{Lu}\p{Lt}]/u
/** iPhone, 3M, mRNA. */
const innerCapital = /^(?:\p{Ll}{1,2}|\p{N}+)\p{Lu}/u
const smallLetters = /^[a-z]+$/
const number = /^\p{N}+(?:st|nd|rd|th)?$/u
const shortened = /^(?:\p{Lu}|St|Dr|Mr|Mrs|Ms|Jr|Sr|Mt|Ft|Prof|Gen|Col|Sgt|Capt|Lt|Rev|No|Vol|Op)$/u
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const maxTokens = 12

/** Proper names of a text in scripts with capital letters, in order, never overlapping. `sentences` are those of the text. */
export function capitalisedSpans(text: string, sentences: readonly Span[] = splitSentences(text)): CapitalisedSpan[] {
  const spans: CapitalisedSpan[] = []
  let open: Token[] = []
  let pending: Token[] = []
  const close = () => {
    const span = toSpan(open, text)
    if (span) spans.push(span)
    open = []
    pending = []
  }
  let last: Token | undefined
  for (const token of tokensOf(text, sentences)) {
    const isName = isCapitalised(token.text)
    if (!isName && open.length === 0) {
      last = token
      continue
    }
    const joined = last !== undefined && !token.startsSentence && joins(last, text.slice(last.end, token.start))
    if (!joined || open.length + pending.length >= maxTokens) close()
    last = token
    if (isName) {
      open.push(...pending, token)
      pending = []
    } else if (open.length > 0 && pending.length === 0 && number.test(token.text)) open.push(token)
    else if (open.length > 0 && pending.length < 2 && connectors.has(token.text.toLowerCase())) pending.push(token)
    else close()
  }
  close()
  return spans
}

function tokensOf(text: string, sentences: readonly Span[]): Token[] {
  let fresh = true
  let sentence = 0
  let from = 0
  const tokens: Token[] = []
  for (const match of text.matchAll(tokenPattern)) {
    const start = match.index
    while ((sentences[sentence]?.start ?? Infinity) < from) sentence += 1
    fresh ||= (sentences[sentence]?.start ?? Infinity) <= start
    const end = start + match[0].length
    tokens.push({ text: match[0], start, end, startsSentence: fresh })
    fresh = false
    from = start + 1
  }
  return tokens
}

function isCapitalised(token: string): boolean {
  return !smallLetters.test(token) && (capital.test(token) || innerCapital.test(token)) && !unspaced.test(token)
}

/** What may stand between two words of one name. */
function joins(before: Token, gap: string): boolean {
  return gap === ' ' || gap === '\n' || gap === ' & ' || (gap === '. ' && shortened.test(before.text))
}

function toSpan(tokens: readonly Token[], text: string): CapitalisedSpan | undefined {
  const kept = [...tokens]
  while (kept[0] && isCommonStart(kept[0])) kept.shift()
  const cut = kept.length < tokens.length
  while (kept.length > 0 && connectors.has(kept.at(-1)?.text ?? '')) kept.pop()
  const first = kept[0]
  const last = kept.at(-1)
  if (!first || !last || kept.every(({ text: word }) => isCalendarWord(word) || number.test(word))) return undefined
  if (Array.from(last.text).length < 2 && kept.length === 1) return undefined
  return {
    surface: text.slice(first.start, last.end),
    start: first.start,
    doubtful: kept.length === 1 && first.startsSentence && !cut && !hasInnerCapital(first.text),
    // "One Direction" may be just that.
    parts: [...(cut ? [text.slice(tokens[0]?.start, last.end)] : []), ...partsOf(kept, text)],
  }
}

/** "However Ada Lovelace", "In Paris": the first word of the sentence is a word, not a part of the name. */
function isCommonStart({ text, startsSentence }: Token): boolean {
  return startsSentence && (commonStarts.has(text.toLowerCase()) || connectors.has(text.toLowerCase()))
}

function hasInnerCapital(word: string): boolean {
  return /.\p{Lu}/u.test(word)
}

function partsOf(tokens: readonly Token[], text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at <= tokens.length; at += 1) {
    const token = tokens[at]
    if (token && !connectors.has(token.text)) continue
    const first = tokens[from]
    const last = tokens[at - 1]
    if (first && last && at > from && at - from < tokens.length) parts.push(text.slice(first.start, last.end))
    from = at + 1
  }
  return parts.filter((part) => Array.from(part).length > 1 && !commonStarts.has(part.toLowerCase()))
}
