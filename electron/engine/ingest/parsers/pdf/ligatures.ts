import { englishDictionary } from '@engine/text/english/english-dictionary'
import type { Composed } from './pdf-compose'
import { unknownGlyph } from './pdf-runs'

/** By how often they stand in words. */
const ligatures = ['ff', 'fi', 'ffi', 'fl', 'ffl']
const word = /(\p{Script=Latin}*)\0(\p{Script=Latin}*)/gu

/** Puts letters where a font gave none: of the ligatures the one that makes an English word, else `ff`; outside of words nothing. */
export function mendLigatures(composed: Composed): Composed {
  if (!composed.text.includes(unknownGlyph)) return composed
  const places: { readonly at: number; readonly letters: string }[] = []
  for (const match of composed.text.matchAll(word)) {
    const [, before = '', after = ''] = match
    places.push({ at: match.index + before.length, letters: lettersBetween(before, after) })
  }
  const moved = (offset: number): number =>
    places.reduce((sum, { at, letters }) => sum + (at < offset ? letters.length - 1 : 0), offset)
  let at = 0
  const text = composed.text.replaceAll(unknownGlyph, () => places[at++]?.letters ?? '')
  const items = composed.items.flatMap(([start, end, ...box]): Composed['items'] => {
    const [from, to] = [moved(start), moved(end)]
    return to > from ? [[from, to, ...box]] : []
  })
  return { text, items }
}

function lettersBetween(before: string, after: string): string {
  if (before === '' && after === '') return ''
  const dictionary = englishDictionary()
  return ligatures.find((letters) => dictionary.has(before + letters + after)) ?? (before === '' ? '' : 'ff')
}
