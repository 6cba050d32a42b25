import { expect, test } from 'vitest'
import { standsAsHeading } from '@engine/answer/sentences/headings'
import { splitSentences } from '@engine/text/sentences/sentences'

/** The paragraphs of a text that stand as headings. */
function headingsIn(text: string): string[] {
  return splitSentences(text)
    .filter((span) => standsAsHeading(text, span))
    .map(({ start, end }) => text.slice(start, end))
}

// Would catch "Fire" as the answer to "Where can I smoke?": texts taken from HTML and PDF keep no marks of headings.
test('a short paragraph before prose is a heading, and so is one before it', () => {
  const text =
    'What is allowed and what is not\n\nFire and smoking\n\nOpen fires are not allowed. Smoking is allowed at the bench.\n\nGlacier\n\nVisitors walk roped up.'
  expect(headingsIn(text)).toEqual(['What is allowed and what is not', 'Fire and smoking', 'Glacier'])
  expect(headingsIn('开放时间\n\n观测站全年对外开放。')).toEqual(['开放时间'])
})

test.each([
  ['a signature', 'I thank everybody.\n\nMarta Lindqvist, station director\n\nThe year was wet.'],
  ['lines of a list', 'Helga Mautner 1968 to 1987\nRuben Castell 1987 to 2009\nAnton Greve 2009 to 2021'],
  ['paragraphs of a list', 'Alpha\n\nBeta\n\nGamma\n\nDelta'],
  ['the last line', 'The year was wet.\n\nKestrel Col Station'],
  ['a sentence', 'The hut had four beds.\n\nThe hut was small.'],
])('%s is none', (_, text) => expect(headingsIn(text)).toEqual([]))
