import words from '@resources/lexicon/told-sums.json'
import { PhraseBook } from '../../reading/phrase-book'
import { everyToken, type Token } from '../../reading/question-tokens'
import { called, joined, numberPiece, percentPiece, type Piece } from './expression-piece'
import { type Figures, figuresOf } from './told-figures'

const book = new PhraseBook(words)
/** What may be said of the things that amounts belong to: “a jacket was”, “my rent is”. Longer talk is the documents' business. */
const mostOtherWords = 14
const asks = ['wh', 'each', 'asking', 'the', 'percent_asked', 'after', 'less', 'more', 'end']

/** What a question tells first, and then asks; null where it does not end with asking for a figure. */
interface Told {
  readonly told: readonly Token[]
  readonly asked: readonly Token[]
}

/**
 * The sum of a question that first tells an amount and what happens to it, and then asks what that makes: “A jacket was 249 and is now
 * 30% off, what do I pay?” Null where it tells more figures than are needed, or asks for anything else. `text` as `plainWriting` gives it.
 */
export function readToldSum(text: string): string | null {
  const tokens = everyToken(text, book)
  const parts = tokens && !has(tokens, 'of_documents') ? toldAndAsked(tokens) : null
  if (!parts || parts.told.filter(({ senses }) => senses.size === 0).length > mostOtherWords) return null
  const figures = figuresOf(parts.told)
  const piece = figures && (changeOf(parts, figures) ?? sumOf(parts, figures))
  return piece?.isWorked ? piece.text : null
}

/** Whether a question names a change and asks what it makes, but not of which amount: 打八折是多少钱. */
export function lacksAmount(text: string): boolean {
  const tokens = everyToken(text, book)
  if (!tokens || tokens.some(({ senses }) => senses.size === 0) || !has(tokens, 'wh')) return false
  if (['of_documents', 'the', 'from', 'each', 'percent_asked'].some((kind) => has(tokens, kind))) return false
  const figures = figuresOf(tokens)
  return figures !== null && figures.amounts.length === 0 && figures.people === null && signOf(figures, tokens) !== null
}

/** The asking is the longest end of the question that has only words of asking and begins with one. */
function toldAndAsked(tokens: readonly Token[]): Told | null {
  let start = tokens.length
  while (start > 0 && isAsking(tokens[start - 1])) start -= 1
  const first = tokens.slice(start).findIndex((token) => has([token], 'wh', 'percent_asked', 'each'))
  if (first < 0) return null
  const [told, asked] = [tokens.slice(0, start), tokens.slice(start)]
  return told.length > 0 && has(asked, 'wh', 'percent_asked')
    ? { told: [...told, ...asked.slice(0, first)], asked }
    : null
}

function isAsking(token: Token | undefined): boolean {
  return token !== undefined && asks.some((kind) => token.senses.has(kind))
}

/** From 640 to 512: by what percentage? */
function changeOf({ told, asked }: Told, { amounts, changes, people }: Figures): Piece | null {
  const [before, after, ...others] = amounts
  if (!has(asked, 'percent_asked') || before === undefined || after === undefined) return null
  if (others.length > 0 || changes.length > 0 || people !== null || !has(told, 'to')) return null
  const isChange = has([...told, ...asked], 'less', 'more', 'went')
  return isChange ? called('percentchange', [numberPiece(before), numberPiece(after)]) : null
}

/** An amount, what is taken off or added, and how many share it. */
function sumOf({ told, asked }: Told, figures: Figures): Piece | null {
  const [amount, ...others] = figures.amounts
  if (amount === undefined || others.length > 0 || has(asked, 'percent_asked')) return null
  if ((figures.people !== null) !== has([...told, ...asked], 'each')) return null
  let piece = numberPiece(amount)
  if (figures.changes.length > 0) {
    const sign = signOf(figures, told)
    if (sign === null) return null
    for (const percent of figures.changes) piece = joined(piece, sign, percentPiece(percent))
  }
  return figures.people === null ? piece : joined(piece, '/', numberPiece(figures.people))
}

/** Whether percentages are added, taken off or, as tenths of a price, taken of it; null where the words say neither or both. */
function signOf({ changes, isTenths }: Figures, tokens: readonly Token[]): '+' | '-' | '*' | null {
  if (changes.length === 0) return null
  if (isTenths) return changes.length === 1 ? '*' : null
  const [less, more] = [has(tokens, 'less'), has(tokens, 'more')]
  return less === more ? null : less ? '-' : '+'
}

function has(tokens: readonly Token[], ...kinds: readonly string[]): boolean {
  return tokens.some(({ senses }) => kinds.some((kind) => senses.has(kind)))
}
