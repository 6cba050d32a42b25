import { isCapitalised } from '@engine/text/letters'
import { isStopTerm } from '@engine/text/english/stop-words'
import { holds, type Source } from '../source'
import { type Token, tokensIn } from '../claims/claim-tokens'
import { isFamilyName } from '@engine/text/chinese/chinese-function-words'

/** What Chinese names of places, bodies and works end in. */
const placeEnding =
  /[省市县区州镇村国军队党社团局院所校厅馆寺庙山江河湖岛湾洋港站路街桥堡宫塔奖杯]$|大学|公司|银行|乐队|学院|帝国|王朝/u

/** Names in a claim that its source does not have, as they are written: capitalised words, titles aside, and Chinese persons. */
export function missingNames(claim: string, tokens: readonly Token[], source: Source, isCopy: boolean): string[] {
  // Characters in no dictionary are a name in a copy, and elsewhere by their form.
  const persons = tokens.filter(
    (token) => (isCopy ? isNameForm(token) : isFamilyNamed(token)) && isForeign(token, source),
  )
  const runs = capitalisedRuns(claim, tokens).filter((run) =>
    run.some((token) => !isTitle(token) && !holds(source, token)),
  )
  return [...runs.map((run) => claim.slice(run[0].start, run.at(-1)?.end)), ...persons.map(({ raw }) => raw)]
}

/** Capitalised words side by side; the word that begins a sentence may be anything. */
function capitalisedRuns(text: string, tokens: readonly Token[]): [Token, ...Token[]][] {
  const runs: [Token, ...Token[]][] = []
  for (const [at, token] of tokens.entries()) {
    const isName = token.script === 'spaced' && isCapitalised(token.raw) && !isStopTerm(token.term)
    if (!isName || (startsSentence(text, token.start) && !isNameAtStart(tokens, at))) continue
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isNext = last !== undefined && last === tokens[at - 1] && isJoint(text.slice(last.end, token.start))
    if (run && isNext) run.push(token)
    else runs.push([token])
  }
  return runs
}

/** Between words of one name. */
function isJoint(between: string): boolean {
  return between.length < 3 && Array.from(between).every((sign) => " .&'-".includes(sign))
}

const titles = new Set('Mr Mrs Ms Miss Dr Prof Professor Sir'.split(' '))

/** Mr, Dr: a source may well do without. */
function isTitle({ raw }: Token): boolean {
  return titles.has(raw)
}

function startsSentence(claim: string, at: number): boolean {
  return /(?:^|[.!?:]\s)["'(]*$/u.test(claim.slice(Math.max(0, at - 4), at)) || at === 0
}

/** At the beginning of a sentence a word is a name when another capitalised word follows, or it is all capitals. */
function isNameAtStart(tokens: readonly Token[], at: number): boolean {
  const [own, next] = [tokens[at], tokens[at + 1]]
  if (own && !own.content) return false
  if (own && own.raw.length > 1 && own.raw === own.raw.toUpperCase()) return true
  return next !== undefined && isCapitalised(next.raw) && !isStopTerm(next.term) && next.start - (own?.end ?? 0) <= 1
}

function isNameForm({ raw, unknown }: Token): boolean {
  return (unknown && Array.from(raw).length > 1) || (placeEnding.test(raw) && Array.from(raw).length >= 3)
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
        isCapitalised(token.raw) &&
        token.content &&
        (isInside || at > 0 || !isPlainWord(token.raw, source))) ||
      (token.script === 'unspaced' && token.content && isNameForm(token) && (isTheirs || isForeign(token, source))),
  )
}

/** Whether most of a word's characters stand nowhere in the source. */
function isForeign({ raw }: Token, { text }: Source): boolean {
  const characters = Array.from(raw)
  return characters.filter((one) => !text.includes(one)).length > characters.length / 2
}

/** A name as it is written. */
export interface Name {
  readonly text: string
  readonly start: number
  readonly end: number
}

const joined = /\p{Script=Han}{1,5}·\p{Script=Han}{1,5}(?:·\p{Script=Han}{1,5})*/gu

/** What by its form names somebody or something: capitals in English; in Chinese a family name or a foreign one with its point. */
export function namesIn(text: string): Name[] {
  const tokens = tokensIn(text)
  return [
    ...[...text.matchAll(joined)].map((match) => nameAt(text, match.index, match.index + match[0].length)),
    ...capitalisedRuns(text, tokens).map((run) => nameAt(text, run[0].start, run.at(-1)?.end ?? 0)),
    ...tokens.filter(isFamilyNamed).map(({ start, end }) => nameAt(text, start, Math.min(end, start + 3))),
  ]
}

/** Two to four characters in no dictionary, the first a family name. */
function isFamilyNamed({ unknown, raw }: Token): boolean {
  const length = Array.from(raw).length
  return unknown && length >= 2 && length <= 4 && isFamilyName(raw.charAt(0))
}

function nameAt(text: string, start: number, end: number): Name {
  return { text: text.slice(start, end), start, end }
}
