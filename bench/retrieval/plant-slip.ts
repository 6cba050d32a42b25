import { analysePhrase } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'

export const slipKinds = ['swapped', 'left out', 'doubled', 'neighbouring key'] as const
export type SlipKind = (typeof slipKinds)[number]

export interface PlantedSlip {
  readonly question: string
  readonly kind: SlipKind
  readonly from: string
  readonly to: string
}

const fewestLetters = 5
/** Each letter's neighbour to the right on a keyboard, or to the left at its edge. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const neighbours = new Map(
  rows.flatMap((row) => Array.from(row, (letter, at) => [letter, row[at + 1] ?? row[at - 1] ?? letter] as const)),
)

/**
 * The question with one slip of the typing hand in one of its content words, never in the first letter of it. `seed`, a
 * whole number, chooses kind, word and letter; the same one always gives the same slip. Null where no word is long enough.
 */
export function plantSlip(question: string, seed: number): PlantedSlip | null {
  const words = [...question.matchAll(/(?<![\w'’-])[A-Za-z]?[a-z]+(?![\w’'-])/gu)].filter(
    ([word]) => word.length >= fewestLetters && !isStopTerm(analysePhrase(word)[0] ?? ''),
  )
  const kind = slipKinds[seed % slipKinds.length] ?? 'swapped'
  for (let tried = 0; tried < words.length; tried += 1) {
    const match = words[(seed + tried) % words.length]
    const [word = ''] = match ?? []
    const slipped = match && slip(word, kind, seed)
    if (!match || !slipped || slipped === word) continue
    const after = question.slice(match.index + word.length)
    return { question: question.slice(0, match.index) + slipped + after, kind, from: slipped, to: word }
  }
  return null
}

function slip(word: string, kind: SlipKind, seed: number): string | null {
  for (let tried = 0; tried < word.length - 2; tried += 1) {
    const at = 1 + ((seed + tried) % (word.length - 2))
    const [letter = '', next = ''] = [word[at], word[at + 1]]
    // Of a double letter nobody sees which one it is.
    if (letter === next || letter === word[at - 1]) continue
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    if (kind === 'swapped') return before + next + letter + word.slice(at + 2)
    if (kind === 'left out') return before + after
    if (kind === 'doubled') return before + letter + letter + after
    return before + (neighbours.get(letter) ?? letter) + after
  }
  return null
}
