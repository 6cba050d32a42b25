import type { SeenLine, SeenText } from './recogniser'

/** Words below this are specks, lines of a drawing or letters of another script. Measured on photographs (docs/quality.md). */
const leastWord = 0.3
const leastLine = 0.45
/** Letters that must be sure before a picture counts as one with text. */
const leastSure = 4
const sureWord = 0.7
const leastPage = 0.5

/** How many letters and digits a text has. */
export function letterCount(text: SeenText): number {
  return text.flat().reduce((sum, { words }) => sum + words.reduce((count, word) => count + lettersIn(word.text), 0), 0)
}

/** Mean confidence over the letters, from 0 to 1; 0 where there are none. */
export function confidenceOf(text: SeenText): number {
  let letters = 0
  let sum = 0
  for (const { words } of text.flat()) {
    for (const word of words) {
      const weight = lettersIn(word.text)
      letters += weight
      sum += weight * word.confidence
    }
  }
  return letters === 0 ? 0 : sum / letters
}

/** The text without what is likely no text: rubbish words and lines; empty where hardly a word is sure. */
export function readableText(text: SeenText): SeenText {
  const kept = text
    .map((lines) => lines.map(readableLine).filter((line) => line.words.length > 0))
    .filter((lines) => lines.length > 0)
  const words = kept.flat().flatMap((line) => line.words)
  const sure = words.filter(({ confidence }) => confidence >= sureWord)
  const sureLetters = sure.reduce((sum, word) => sum + lettersIn(word.text), 0)
  return sureLetters < leastSure || confidenceOf(kept) < leastPage ? [] : kept
}

function readableLine({ words }: SeenLine): SeenLine {
  const kept = words.filter(({ text, confidence }) => text !== '' && confidence >= leastWord)
  const line = { words: kept }
  if (letterCount([[line]]) === 0)
    return { words: kept.length > 3 ? [] : kept.filter(({ confidence }) => confidence > 0.8) }
  return confidenceOf([[line]]) < leastLine ? { words: [] } : line
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
