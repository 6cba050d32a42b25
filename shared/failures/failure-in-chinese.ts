import table from '@resources/words/failures-in-chinese.json'
import { fillIn } from '../note'

/**
 * A sentence of the engine, such as why a document could not be read, in Chinese. As in gettext, the English sentence is the
 * key, with its `{values}` open: so what was stored before is understood too, and nothing else is kept.
 * Undefined where the table does not have the sentence; then the English one has to stand.
 */
export function failureInChinese(english: string): string | undefined {
  const whole = wholeSentences.get(english)
  if (whole !== undefined) return whole
  for (const { pattern, chinese } of openSentences) {
    const values = pattern.exec(english)?.groups
    const said = values && inChinese(values)
    if (said) return fillIn(chinese, said)
  }
  return undefined
}

/** Values that are words of Cairn's, not names or numbers; without them in Chinese, the sentence is not either. */
const inWords: ReadonlySet<string> = new Set(['what', 'why', 'reason'])

function inChinese(values: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const said: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    // What a library or another program said stands as it was said.
    const words = inWords.has(name) ? failureInChinese(value) : name === 'message' ? inChineseIfKnown(value) : value
    if (words === undefined) return undefined
    said[name] = words
  }
  return said
}

function inChineseIfKnown(value: string): string {
  return failureInChinese(value) ?? value
}

const sentences = Object.entries(table)
const wholeSentences = new Map(sentences.filter(([english]) => !english.includes('{')))
/** Those with values, the most definite first. */
const openSentences = sentences
  .filter(([english]) => english.includes('{'))
  .map(([english, chinese]) => ({
    pattern: patternOf(english),
    chinese,
    letters: english.replace(/\{\w+\}/gu, '').length,
  }))
  .toSorted((a, b) => b.letters - a.letters)

function patternOf(english: string): RegExp {
  const pieces = english.split(/\{(\w+)\}/u)
  const source = pieces.map((piece, at) => (at % 2 === 1 ? `(?<${piece}>.+?)` : escaped(piece)))
  return new RegExp(`^${source.join('')}$`, 'su')
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`)
}
