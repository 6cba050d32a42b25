import { hasWords } from '@engine/text/letters'
import type { AskedPart } from '@engine/question/asked-question'
import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { Candidate } from '../../sentences/sentence-candidates'
import { alignedHeads, type Cell, cellsOf, labelledCellsOf } from './row-cells'
import tableWords from '@resources/lexicon/table-words.json'
import { askedAttributes, type Attribute, plainWords, usesName } from './column-names'

/** A cell of a table that answers a question, and the row it stands in. */
export interface CellAnswer {
  readonly row: Candidate
  readonly cell: Cell
}

interface Place extends CellAnswer {
  /** Share of what the question is about that the row, its table and their heading name. */
  readonly covered: number
  /** How plainly the question asks for this column: the share of it that names the column. */
  readonly plainness: number
}

/** What is asked of the thing, and what it is asked of. */
interface Asked {
  readonly attributes: readonly Attribute[]
  readonly keyTerms: readonly KeyTerm[]
}

const minCovered = 0.65
/** Of what only the heading or the document's title says. */
const aroundShare = 0.8
const longest = 80
const byAttribute = 0.01
const byUnasked = 0.005
const inBrackets = /[(（[][^)）\]]*[)）\]]/gu
/** Where a column is in money, that it is a price need not be in its name. */
const currency = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|CNY|RMB|JPY|euros?|dollars?|pounds?|yuan)\b|[(（]元[)）]|\d\s*元/iu
/** How a question asks for a price, and what one pays it for. */
const priceTerms = new Set(tableWords.asksPrice.flatMap((word) => analyse(word)))

/** The cell where what is asked about meets what is asked of it, row or column; null for none or differing ones. */
export function cellAnswerIn(
  question: Pick<AskedPart, 'text' | 'relation'>,
  keyTerms: readonly KeyTerm[],
  candidates: readonly Candidate[],
  attributes: readonly Attribute[],
): CellAnswer | null {
  const asked = {
    attributes: askedAttributes(question.text, attributes),
    keyTerms: withoutRelation(question.relation, keyTerms).map(withItsSpan),
  }
  const places = candidates.filter(({ item, heads }) => item && !heads).flatMap((row) => placesIn(row, asked))
  let best: Place | null = null
  for (const place of places) if (!best || isAbove(place, best)) best = place
  if (!best) return null
  const { row, cell } = best
  const rivals = places.filter(
    (place) => !isAbove(best, place) && !(place.row === row && place.cell.start >= cell.start),
  )
  return rivals.every((rival) => sameValue(rival.cell.text, cell.text)) ? { row, cell } : null
}

/** What a daily rate is told by: a column for the day. */
const spans = new Map(
  tableWords.spans.map(([adjective = '', span = '']) => [analyse(adjective).join(' '), analyse(span)]),
)

function withItsSpan(term: KeyTerm): KeyTerm {
  const span = spans.get(term.alternatives[0]?.join(' ') ?? '')
  return span ? { ...term, alternatives: [...term.alternatives, span] } : term
}

/** How the two belong together is left by tables to their form. */
function withoutRelation(relation: string, keyTerms: readonly KeyTerm[]): readonly KeyTerm[] {
  const said = new Set(analyse(relation))
  const rest = said.size > 0 ? keyTerms.filter((term) => coverage([term], said) < 0.99) : keyTerms
  return rest.length > 1 ? rest : keyTerms
}

function isAbove(a: Place, b: Place): boolean {
  return a.covered > b.covered + 1e-9 || (Math.abs(a.covered - b.covered) < 1e-9 && a.plainness > b.plainness)
}

/** 4,950 euros and 4950 are one amount. */
function sameValue(a: string, b: string): boolean {
  const digits = (text: string) => text.replace(/\D/gu, '')
  return plainWords(a) === plainWords(b) || (digits(a) !== '' && digits(a) === digits(b))
}

function placesIn(row: Candidate, asked: Asked): Place[] {
  const cells = labelledIn(row)
  if (cells.length < 2) return []
  return cells.flatMap(({ label, cell }, at) => {
    const others = cells.filter((_, other) => other !== at)
    const ownRow = others.map((other) => other.cell.text)
    const [first] = cells
    // A table of things, one a row; or of one thing a column, and what is told of them a row.
    const ways = [{ told: label, of: [...ownRow, ...others.map((other) => other.label)] }]
    if (row.header && first && at > 0) ways.push({ told: first.cell.text, of: [label] })
    return ways.flatMap((way) => placeOf(row, cell, way, asked))
  })
}

function labelledIn(row: Candidate): { readonly label: string; readonly cell: Cell }[] {
  if (row.header) {
    const cells = cellsOf(row)
    const heads = alignedHeads(cellsOf(row.header), cells.length)
    return cells.map((cell, at) => ({ label: heads[at]?.text ?? '', cell }))
  }
  return [...labelledCellsOf(row)].map(([label, cell]) => ({ label, cell }))
}

function placeOf(
  row: Candidate,
  cell: Cell,
  { told, of }: { readonly told: string; readonly of: readonly string[] },
  { attributes, keyTerms }: Asked,
): Place[] {
  const head = plainWords(told)
  if (head === '' || cell.text.length > longest || !hasWords(cell.text)) return []
  const attribute = attributes.find(({ names }) => names.some((name) => usesName(head, name)))
  const headTerms = new Set(analyse(head))
  const isTold = (term: KeyTerm) => coverage([term], headTerms) >= 0.99
  const attributeTerms = new Set([...(attribute?.names ?? []), ...(attribute?.asked ?? [])].flatMap(analyse))
  const isPrice = currency.test(told) || currency.test(cell.text)
  const isAttribute = (term: KeyTerm) =>
    coverage([term], attributeTerms) >= 0.99 || (isPrice && coverage([term], priceTerms) >= 0.99)
  const words = keyTerms.filter(isTold)
  if (!attribute && words.length === 0) return []
  if (attribute && !holds(cell.text, attribute)) return []
  const things = keyTerms.filter((term) => !isTold(term) && !isAttribute(term))
  const own = new Set(of.flatMap((text) => analyse(text)))
  const around = new Set([...own, ...analyse(row.about)])
  const ownShare = coverage(things, own)
  const covered = Math.max(ownShare, ownShare + aroundShare * (coverage(things, around) - ownShare))
  if (ownShare === 0 || covered < minCovered) return []
  // What is asked about does not answer.
  if (coverage(things, new Set(analyse(cell.text))) > 0) return []
  // Asked for the price of a day, "Day" is meant rather than "Half day".
  const unasked = [...new Set(analyse(told.replace(inBrackets, ' ')))].filter(
    (term) => coverage(words, new Set([term])) === 0,
  )
  const plainness =
    coverage(keyTerms, headTerms) + (attribute ? byAttribute : 0) - (isPrice && unasked.length > 0 ? byUnasked : 0)
  return [{ row, cell, covered, plainness }]
}

function holds(text: string, { holds: kind }: Attribute): boolean {
  if (kind === 'digit') return /[\p{N}零一二三四五六七八九十百千万半]/u.test(text)
  return kind !== 'letter' || /\p{L}{2}/u.test(text)
}
