import type { Token } from '../../reading/question-tokens'
import { joined, percentPiece, type Piece } from './expression-piece'
import type { Figure, Sign } from './told-figures'
import { has } from './told-words'

/** What a question tells, and what it asks of that. */
export interface Told {
  readonly told: readonly Token[]
  readonly asked: readonly Token[]
}

/** What figures make where the words tie them together so; null where they do not. */
export type Combination = (parts: Told, figures: readonly Figure[]) => Piece | null

export const amountsOf = (figures: readonly Figure[]) => figures.filter(({ kind }) => kind === 'amount')
export const changesOf = (figures: readonly Figure[]) =>
  figures.filter(({ kind }) => kind === 'percent' || kind === 'tenths')
export const peopleOf = (figures: readonly Figure[]) => figures.filter(({ kind }) => kind === 'people')

/** The sign that all the words say; null where they say none or both. */
export function onlySign(tokens: readonly Token[]): Sign | null {
  const [less, more] = [has(tokens, 'less'), has(tokens, 'more')]
  return less === more ? null : less ? '-' : '+'
}

/** An amount with the percentages that are added to it, taken off it or, as tenths of a price, taken of it; null where words say none of them. */
export function withChanges(amount: Piece, figures: readonly Figure[], { told, asked }: Told): Piece | null {
  let piece: Piece = amount
  const usual = onlySign([...told, ...asked])
  let last: Sign | null = null
  for (const { kind, value, sign } of changesOf(figures)) {
    last = sign ?? last ?? usual
    const operator = kind === 'tenths' ? '*' : last
    if (operator === null) return null
    piece = joined(piece, operator, percentPiece(value))
  }
  return piece
}
