import type { OcrLanguage } from '../page-reading'
import type { PixelBox } from '../pictures/grey-picture'
import { areaOf, boxOf } from './overlooked'
import { confidenceOf } from './readable-text'
import type { SeenText } from './recogniser'

interface Reading {
  readonly text: SeenText
  readonly language: OcrLanguage
}

interface Joined {
  readonly text: SeenText
  readonly languages: OcrLanguage[]
}

/** By how much a line of the other language must be surer. */
const clearlyBetter = 0.08

/**
 * One text of a page that was read in two languages: the surer reading, with those lines of the other that are clearly surer
 * at the same place. Lines match where one lies over most of the other.
 */
export function joinReadings(one: Reading, other: Reading): Joined {
  const [base, second] = confidenceOf(one.text) >= confidenceOf(other.text) ? [one, other] : [other, one]
  const offered = second.text.flat().map((line) => ({ line, box: boxOf(line), confidence: confidenceOf([[line]]) }))
  let taken = 0
  const text = base.text.map((lines) =>
    lines.map((line) => {
      const box = boxOf(line)
      const rival = offered.find((candidate) => liesOver(candidate.box, box))
      if (!rival || rival.confidence < confidenceOf([[line]]) + clearlyBetter) return line
      taken += 1
      return rival.line
    }),
  )
  return { text, languages: taken > 0 ? [base.language, second.language] : [base.language] }
}

/** Whether two boxes share more than two thirds of the larger one. */
function liesOver(one: PixelBox, other: PixelBox): boolean {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  if (width <= 0 || height <= 0) return false
  return width * height > 0.66 * Math.max(areaOf(one), areaOf(other))
}
