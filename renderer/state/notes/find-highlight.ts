import type { NoteItem } from '@shared/research/notebook-shapes'

interface Place {
  readonly start: number
  readonly end: number
}

/** Places with the same words that are compared by what stands around them. */
const mostPlaces = 500
/** So many letters of a quotation and what is left of its surroundings say where it is; an ideograph counts as three. */
const enough = 16

/**
 * Where a highlight stands in the text as it is now, by the words it quotes and what stood around them; of places that are alike, the
 * one nearest to where it stood. Null where its words are gone, or are so few that they might be any others.
 */
export function findHighlight(text: string, { sources, around }: Pick<NoteItem, 'sources' | 'around'>): Place | null {
  const [source] = sources
  if (!source || source.text.trim() === '') return null
  const places = exactPlaces(text, source.text)
  const candidates = places.length > 0 ? places : placesOfWords(text, source.text)
  let best: { place: Place; alike: number } | null = null
  for (const place of candidates) {
    const alike = around ? likeness(text, place, around) : 0
    const isNearer = best !== null && Math.abs(place.start - source.start) < Math.abs(best.place.start - source.start)
    if (!best || alike > best.alike || (alike === best.alike && isNearer)) best = { place, alike }
  }
  if (!best) return null
  const isWhereItWas = best.place.start === source.start
  return isWhereItWas || weightOf(source.text) + best.alike >= enough ? best.place : null
}

function exactPlaces(text: string, quote: string): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(quote); at !== -1 && places.length < mostPlaces; at = text.indexOf(quote, at + 1)) {
    places.push({ start: at, end: at + quote.length })
  }
  return places
}

/** The same words with other white space between them, as where lines break elsewhere. */
function placesOfWords(text: string, quote: string): Place[] {
  const words = quote.trim().split(/\s+/u)
  if (words.length === 1 || quote.length > 20_000) return []
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join(String.raw`\s+`)
  return [...text.matchAll(new RegExp(pattern, 'gu'))]
    .slice(0, mostPlaces)
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
}

/** How many letters before and behind a place are those that stood there. */
function likeness(text: string, { start, end }: Place, { before, after }: NonNullable<NoteItem['around']>): number {
  let left = 0
  while (left < before.length && left < start && text[start - 1 - left] === before[before.length - 1 - left]) left += 1
  let right = 0
  while (right < after.length && text[end + right] !== undefined && text[end + right] === after[right]) right += 1
  return left + right
}

function weightOf(quote: string): number {
  return quote.length + 2 * (quote.match(/\p{Script=Han}/gu)?.length ?? 0)
}
