import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import { type AnswerWriter, cellWords, type Quote } from '@engine/answer/citations/cite'
import type { ColumnName } from '../rows/mail-columns'
import { type ComparedRow, minOfSide, rowsInTables, type Side, type Sides } from './compare-rows'
import type { Scored } from '@engine/answer/sentences/score-sentences'

/** What the documents say of two sides: in a table where they answer each other, otherwise a list of each. */
export interface Comparison {
  readonly rows: readonly ComparedRow[]
  readonly lists: readonly [readonly Quote[], readonly Quote[]]
  /** Sentences that speak of both sides. */
  readonly both: readonly Quote[]
}

const maxRows = 16
const maxPairs = 6
const maxListed = 3
const maxOfBoth = 2
/** A sentence further down a list must come this near to the best of its side. */
const near = 0.62
const minAlike = 0.3
const comparing = /^(?:compar\p{L}*|differ\p{L}*|contrast|versus|vs|比较|对比|区别|差异|不同|相比|差别|异同)$/iu
const measure =
  /\d\s?(%|°C|percent|per cent|euros?|dollars?|[munk]?m\b|[k]?g\b|[kM]?[VAW]\b|Hz\b|litres?|days?|hours?|minutes?|months?|years?|元|天|日|年|月|米|毫米|公里|千克|公斤|小时|分钟|吨|人)/giu

/** What a comparison asks about beside its two sides: "… in accuracy and price". */
export function aspectsOf(keyTerms: readonly KeyTerm[], sides: Sides): KeyTerm[] {
  const named = new Set(sides.flatMap(({ keyTerms: own }) => own.flatMap(({ alternatives }) => alternatives.flat())))
  return keyTerms.filter(
    ({ surface, alternatives }) => !comparing.test(surface) && !alternatives[0]?.some((term) => named.has(term)),
  )
}

/** Sets two sides against each other. Null where the passages say nothing of either. */
export function compare(sides: Sides, aspects: readonly KeyTerm[], scored: readonly Scored[]): Comparison | null {
  const inTables = rowsInTables(sides, scored)
  const wanted = inTables.filter(({ label }) => isAsked(label, aspects))
  const nothing: Comparison = { rows: [], lists: [[], []], both: [] }
  if (wanted.length > 0) return { ...nothing, rows: wanted.slice(0, maxRows) }
  const sentences = sentencesOf(sides, aspects, scored)
  const rows = pairs(sentences.left, sentences.right, sides, aspects)
  const both = best(sentences.both, maxOfBoth).map(({ candidate }) => candidate)
  if (rows.length > 0) return { rows, lists: [[], []], both }
  if (inTables.length > 0) return { ...nothing, rows: inTables.slice(0, maxRows), both }
  const [left, right] = [sentences.left, sentences.right].map((own) => best(own, maxListed)) as [OfSide[], OfSide[]]
  if (left.length + right.length + both.length === 0) return null
  const quotes = (own: readonly OfSide[]) => own.map(({ candidate }) => candidate)
  return { rows: [], lists: [quotes(left), quotes(right)], both }
}

/**
 * Writes a comparison down; `nothingAbout` says that a side has no evidence, of which nothing shown speaks either, and `nameOf`
 * what the answer calls a row.
 */
export function writeComparison(
  { rows, lists, both }: Comparison,
  sides: Sides,
  writer: AnswerWriter,
  { nothingAbout, nameOf }: { readonly nothingAbout: (side: Side) => string; readonly nameOf: ColumnName },
): void {
  const shown = [...lists.flat(), ...both]
  let isFirst = true
  const nextPart = () => {
    if (!isFirst) writer.say('\n\n')
    isFirst = false
  }
  if (rows.length > 0) {
    nextPart()
    writeTable(rows, sides, writer, nameOf)
  } else {
    for (const at of [0, 1] as const) {
      if (lists[at].length === 0 && shown.some((quote) => names(sides[at], quote))) continue
      nextPart()
      writeList(lists[at], sides[at], writer, nothingAbout)
    }
  }
  for (const [at, sentence] of both.entries()) {
    if (at === 0) nextPart()
    else writer.say(' ')
    writer.quote(sentence)
  }
}

function names({ name, keyTerms }: Side, { text }: Quote): boolean {
  return text.includes(name) || coverage(keyTerms, new Set(analyse(text))) >= minOfSide
}

function writeTable(rows: readonly ComparedRow[], sides: Sides, writer: AnswerWriter, nameOf: ColumnName): void {
  const isLabelled = rows.some(({ label }) => label !== '')
  const lead = (label: string) => (isLabelled ? `| ${label === '' ? '' : `${cellWords(label)} `}` : '')
  writer.say(
    `${lead('')}| ${sides.map(({ name }) => cellWords(name)).join(' | ')} |\n|${isLabelled ? '---|' : ''}---|---|`,
  )
  for (const { label, cells } of rows) {
    writer.say(`\n${lead(nameOf(label, cells[0].passage))}| `)
    writer.quote(cells[0], 'cell')
    writer.say(' | ')
    writer.quote(cells[1], 'cell')
    writer.say(' |')
  }
}

function writeList(
  quotes: readonly Quote[],
  side: Side,
  writer: AnswerWriter,
  nothingAbout: (side: Side) => string,
): void {
  if (quotes.length === 0) {
    writer.say(nothingAbout(side))
    return
  }
  writer.say(`${side.name}\n`)
  for (const quote of quotes) {
    writer.say('\n- ')
    writer.quote(quote)
  }
}

function isAsked(label: string, aspects: readonly KeyTerm[]): boolean {
  if (aspects.length === 0) return true
  const terms = new Set(analyse(label))
  return aspects.some((aspect) => coverage([aspect], terms) >= 0.5)
}

interface OfSide {
  readonly candidate: Scored
  readonly score: number
  readonly asked: readonly KeyTerm[]
}

/** The sentences of the passages by whose they are: themselves or by the heading they stand under. */
function sentencesOf(sides: Sides, aspects: readonly KeyTerm[], scored: readonly Scored[]) {
  const found: Record<'left' | 'right' | 'both', OfSide[]> = { left: [], right: [], both: [] }
  for (const candidate of scored) {
    if (candidate.heads || candidate.announces || candidate.header) continue
    const around = new Set(analyse(candidate.about))
    const [left, right] = sides.map(({ keyTerms }) => ({
      own: coverage(keyTerms, candidate.terms),
      about: coverage(keyTerms, around),
    })) as [Share, Share]
    const asked = aspects.filter((aspect) => coverage([aspect], candidate.terms) >= 0.5)
    const one: OfSide = { candidate, asked, score: candidate.score * (1 + asked.length) }
    if (left.own >= minOfSide && right.own >= minOfSide) found.both.push(one)
    else if (isOf(left, right)) found.left.push(one)
    else if (isOf(right, left)) found.right.push(one)
  }
  // Asked about one respect, sentences about others answer nothing while some are about it.
  const all = [...found.left, ...found.right, ...found.both]
  if (!all.some(({ asked }) => asked.length > 0)) return found
  const kept = (own: readonly OfSide[]) => own.filter(({ asked }) => asked.length > 0)
  // A side that nothing is said of alone is spoken of together with the other, if at all.
  const isOneEmpty = found.left.length === 0 || found.right.length === 0
  return {
    left: orAll(kept(found.left), found.left),
    right: orAll(kept(found.right), found.right),
    both: isOneEmpty ? orAll(kept(found.both), found.both) : kept(found.both),
  }
}

function orAll(some: OfSide[], all: OfSide[]): OfSide[] {
  return some.length > 0 ? some : all
}

interface Share {
  readonly own: number
  readonly about: number
}

function isOf(side: Share, other: Share): boolean {
  if (side.own >= minOfSide) return side.own > other.own
  return side.about >= minOfSide && side.about > other.about && other.own < minOfSide
}

function best(own: readonly OfSide[], most: number): OfSide[] {
  const ranked = own.toSorted((a, b) => b.score - a.score)
  const least = (ranked[0]?.score ?? 0) * near
  const kept = ranked.filter(({ score }) => score > 0 && score >= least).slice(0, most)
  return kept.toSorted((a, b) => inOrder(a.candidate, b.candidate))
}

/** Sentences of either side that speak of the same thing, the most alike first taken. */
function pairs(
  left: readonly OfSide[],
  right: readonly OfSide[],
  sides: Sides,
  aspects: readonly KeyTerm[],
): ComparedRow[] {
  const named = new Set(sides.flatMap(({ keyTerms }) => keyTerms.flatMap(({ alternatives }) => alternatives.flat())))
  const possible = left.flatMap((one) => right.map((other) => ({ one, other, alike: likeness(one, other, named) })))
  const ranked = possible.filter(({ alike }) => alike >= minAlike).toSorted((a, b) => b.alike - a.alike)
  const taken = new Set<OfSide>()
  const chosen = ranked.filter(({ one, other }) => {
    if (taken.has(one) || taken.has(other) || taken.size >= maxPairs * 2) return false
    if (aspects.length > 0 && one.asked.length + other.asked.length === 0) return false
    taken.add(one).add(other)
    return true
  })
  return chosen
    .toSorted((a, b) => inOrder(a.one.candidate, b.one.candidate))
    .map(({ one, other }) => ({ label: '', cells: [one.candidate, other.candidate] }))
}

/** How far two sentences speak of the same thing: words beside the names of the sides, and units of measure. */
function likeness(one: OfSide, other: OfSide, named: ReadonlySet<string>): number {
  const [a, b] = [one, other].map(({ candidate }) => [...candidate.terms].filter((term) => isTelling(term, named))) as [
    string[],
    string[],
  ]
  const shared = a.filter((term) => b.includes(term)).length
  const units = unitsOf(other.candidate.text)
  const sameUnit = [...unitsOf(one.candidate.text)].some((unit) => units.has(unit))
  const sameAspect = one.asked.some((aspect) => other.asked.includes(aspect))
  if (shared < 2 && !(sameUnit && (shared > 0 || sameAspect))) return 0
  return shared / Math.max(1, Math.min(a.length, b.length)) + (sameUnit ? 0.2 : 0) + (sameAspect ? 0.2 : 0)
}

function isTelling(term: string, named: ReadonlySet<string>): boolean {
  return !named.has(term) && !isStopTerm(term) && !/^\d/u.test(term)
}

function unitsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(measure)].map(([, unit = '']) => unit.toLowerCase()))
}

function inOrder(a: Scored, b: Scored): number {
  return a.passage - b.passage || a.start - b.start
}
