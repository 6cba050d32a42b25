import { isStopTerm } from '@engine/text/english/stop-words'
import { holds, type Source } from '../source'
import { type Token, tokensIn } from '../claims/claim-tokens'
import people from '@resources/lexicon/people.json'

const capital = /^\p{Lu}/u
/** What Chinese names of places, bodies and works end in. */
const placeEnding =
  /[省市县区州镇村国军队党社团局院所校厅馆寺庙山江河湖岛湾洋港站路街桥堡宫塔奖杯]$|大学|公司|银行|乐队|学院|帝国|王朝/u
const titled = /[《「『"]/u

/** Names in a claim that its source does not have, as they are written. */
export function missingNames(claim: string, tokens: readonly Token[], source: Source): string[] {
  return [...missingCapitalised(claim, tokens, source), ...missingUnspaced(claim, tokens, source)]
}

/** Capitalised words, in sequences; the word that begins a sentence may be anything. */
function missingCapitalised(claim: string, tokens: readonly Token[], source: Source): string[] {
  const names: string[] = []
  let name: Token[] = []
  const close = () => {
    const [first] = name
    const last = name.at(-1)
    if (first && last && name.some((token) => !isTitle(token) && !holds(source, token)))
      names.push(claim.slice(first.start, last.end))
    name = []
  }
  for (const [at, token] of tokens.entries()) {
    const isName = token.script === 'spaced' && capital.test(token.raw) && !isStopTerm(token.term)
    const previous = name.at(-1)
    if (previous && (!isName || !/^[ .&'-]{0,2}$/u.test(claim.slice(previous.end, token.start)))) close()
    if (isName && !(startsSentence(claim, token.start) && !isNameAtStart(tokens, at))) name.push(token)
  }
  close()
  return names
}

/** Mr, Dr: a source may well do without. */
function isTitle({ raw }: Token): boolean {
  return /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir)$/u.test(raw)
}

function startsSentence(claim: string, at: number): boolean {
  return /(?:^|[.!?:]\s)["'(]*$/u.test(claim.slice(Math.max(0, at - 4), at)) || at === 0
}

/** At the beginning of a sentence a word is a name when another capitalised word follows, or it is all capitals. */
function isNameAtStart(tokens: readonly Token[], at: number): boolean {
  const [own, next] = [tokens[at], tokens[at + 1]]
  if (own && !own.content) return false
  if (own && /^\p{Lu}{2,}$/u.test(own.raw)) return true
  return next !== undefined && capital.test(next.raw) && !isStopTerm(next.term) && next.start - (own?.end ?? 0) <= 1
}

/** Chinese words that are missing and by their form or place are names. */
function missingUnspaced(claim: string, tokens: readonly Token[], source: Source): string[] {
  const missing = tokens.filter((token) => token.script === 'unspaced' && token.content && !holds(source, token))
  return missing.filter((token) => isNameForm(token) || isNamePlace(claim, token)).map(({ raw }) => raw)
}

function isNameForm({ raw, unknown }: Token): boolean {
  return unknown || (placeEnding.test(raw) && Array.from(raw).length >= 3)
}

function isNamePlace(claim: string, { start, end }: Token): boolean {
  const [before, after] = [claim.slice(Math.max(0, start - 1), start), claim.slice(end, end + 1)]
  return titled.test(before) || before === '·' || after === '·'
}

/** Whether the source writes a word without its capital. */
function isPlainWord(raw: string, { text }: Source): boolean {
  return new RegExp(`(?<!\\p{L})${raw.toLowerCase()}(?!\\p{L})`, 'u').test(text)
}

/** Whether a stretch of a near copy names someone or something; a word that begins a sentence has its capital anyway. */
export function nameLike(words: string, isInside: boolean, source: Source, isTheirs = false): boolean {
  const tokens = tokensIn(words)
  return tokens.some(
    (token, at) =>
      (token.script === 'spaced' &&
        capital.test(token.raw) &&
        token.content &&
        (isInside || at > 0 || !isPlainWord(token.raw, source))) ||
      (token.script === 'unspaced' && token.content && isNameForm(token) && (isTheirs || isForeign(token, source))),
  )
}

/** Whether most of a word's characters stand nowhere in the source. */
export function isForeign({ raw }: Token, { text }: Source): boolean {
  const characters = Array.from(raw)
  return characters.filter((one) => !text.includes(one)).length > characters.length / 2
}

/** A name as it is written. */
export interface Name {
  readonly text: string
  readonly start: number
  readonly end: number
}

const surname = new RegExp(`^(?:${Array.from(people.familyNames).join('|')})`, 'u')
const joined = /\p{Script=Han}{1,5}·\p{Script=Han}{1,5}(?:·\p{Script=Han}{1,5})*/gu

/** What by its form names somebody or something: capitals in English; in Chinese a family name or a foreign one with its point. */
export function namesIn(text: string): Name[] {
  const tokens = tokensIn(text)
  const names: Name[] = [...text.matchAll(joined)].map((match) =>
    nameAt(text, match.index, match.index + match[0].length),
  )
  let from: Token | undefined
  let last: Token | undefined
  const close = () => {
    if (from && last) names.push(nameAt(text, from.start, last.end))
    from = last = undefined
  }
  for (const [at, token] of tokens.entries()) {
    const isName =
      token.script === 'spaced' &&
      capital.test(token.raw) &&
      !isStopTerm(token.term) &&
      (!startsSentence(text, token.start) || isNameAtStart(tokens, at))
    if (last && (!isName || !/^[ .&'-]{0,2}$/u.test(text.slice(last.end, token.start)))) close()
    if (isName) [from, last] = [from ?? token, token]
    if (isFamilyNamed(token)) names.push(nameAt(text, token.start, Math.min(token.end, token.start + 3)))
  }
  close()
  return names
}

/** Two to four characters in no dictionary, the first a family name. */
export function isFamilyNamed({ unknown, raw }: Token): boolean {
  const length = Array.from(raw).length
  return unknown && length >= 2 && length <= 4 && surname.test(raw)
}

function nameAt(text: string, start: number, end: number): Name {
  return { text: text.slice(start, end), start, end }
}
