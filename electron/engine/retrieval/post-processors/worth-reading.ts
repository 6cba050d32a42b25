import { isRead, type PostProcessor } from '../chain'
import type { Passage } from '../passage'

/** A prompt keeps at least so many passages, whatever they look like. */
const least = 4
/** Passages that read well have below .25 of it; JSON, HTML and lists of addresses above .43. */
const mostNoise = 0.4
/** From this share on a passage says what those before it say. */
const sameShare = 0.8
/** Letters of a piece by which texts are compared. */
const pieceLength = 12

const addresses = /\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+|(?:\/[\w.-]+){3,}/giu
const tags = /<\/?[a-z][^<>]*>/giu
const keys = /"[\w.:@$ -]{1,60}"\s*:/gu
const opaque = /\b(?=[a-f\d-]*\d)[a-f\d-]{16,}\b/giu
const signs = /[{}[\]<>"\\]|,(?=\s*$)/gmu
/** A line of figures alone, as of coordinates; in a row of a table there are words as well. */
const figures = /^[\s\d.,:;%€$£¥()+±−–-]+$/gmu

/** For a language model: what is not worth its reading is left out; the best passage always stays. */
export const leaveNoise: PostProcessor = {
  name: 'noise',
  applies: isRead,
  process: (passages) => worthReading(passages, (passage) => passage === passages[0]),
}

/**
 * What of the passages is worth a language model's reading, in their order: not what is for the most part markup,
 * addresses or bare figures, nor what says the same as one before it. `isChosen`: it is read whatever it looks like.
 */
export function worthReading(passages: readonly Passage[], isChosen: (passage: Passage) => boolean): Passage[] {
  const read = new Set<string>()
  const looked = passages.map((passage) => {
    const pieces = piecesOf(passage.text)
    const isSame = pieces.length > 0 && pieces.filter((piece) => read.has(piece)).length >= sameShare * pieces.length
    const isWorth = isChosen(passage) || !(isSame || noiseOf(passage.text) > mostNoise)
    if (isWorth) for (const piece of pieces) read.add(piece)
    return { passage, isWorth }
  })
  const spare = Math.max(0, least - looked.filter(({ isWorth }) => isWorth).length)
  const rest = looked.filter(({ isWorth }) => !isWorth).slice(0, spare)
  return looked.filter((one) => one.isWorth || rest.includes(one)).map(({ passage }) => passage)
}

/** Share of a text's signs, white space aside, that no sentence and no cell of a table is made of. */
export function noiseOf(text: string): number {
  const lengthOf = (part: string) => part.replace(/\s+/gu, '').length
  const rest = [addresses, tags, keys, opaque, signs, figures].reduce((left, noise) => left.replace(noise, ''), text)
  const all = lengthOf(text)
  return all === 0 ? 0 : 1 - lengthOf(rest) / all
}

/** Every stretch of so many letters, one behind the other, without white space and capitals. */
function piecesOf(text: string): string[] {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return Array.from({ length: Math.max(0, letters.length - pieceLength + 1) }, (_, at) =>
    letters.slice(at, at + pieceLength),
  )
}
