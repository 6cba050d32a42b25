import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import { type CapitalisedSpan, capitalisedSpans } from './capitalised-spans'

/** What names and facts are read from: a chunk, in the parts that tell how much a name counts. */
export interface PassageText {
  readonly title: string
  readonly headingPath: readonly string[]
  readonly text: string
}

/** What both names and facts are read from, of a passage's text as it is written. */
interface PassageReading {
  readonly sentences: readonly Span[]
  readonly capitals: readonly CapitalisedSpan[]
}

/** By passage, so that names and facts of one passage take its sentences apart once. */
const readings = new WeakMap<PassageText, PassageReading>()

export function readingOf(passage: PassageText): PassageReading {
  const known = readings.get(passage)
  if (known) return known
  const sentences = splitSentences(passage.text)
  const made = { sentences, capitals: capitalisedSpans(passage.text, sentences) }
  readings.set(passage, made)
  return made
}
