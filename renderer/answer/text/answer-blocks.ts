import { z } from 'zod'
import { dollarPiece, dollarPlaceholder, indexOf, Piece, placeholders, type Prepared } from './pieces'
import { splitBlocks } from './split-blocks'

/** A part of an answer that is parsed and drawn by itself. Only strings, so that an unchanged one is known at a glance. */
export interface AnswerBlock {
  readonly text: string
  /** Its pieces as JSON, the first of them being placeholder number `first`. */
  readonly pieces: string
  readonly first: number
}

/** Cuts prepared text into blocks, each with the pieces it holds. */
export function answerBlocks({ text, pieces }: Prepared): AnswerBlock[] {
  return splitBlocks(text).map((block) => {
    const held = [...block.matchAll(placeholders)].map(([, high, low]) => indexOf(high, low))
    const first = held[0] ?? 0
    const last = held.at(-1) ?? -1
    return { text: block, first, pieces: JSON.stringify(pieces.slice(first, last + 1)) }
  })
}

/** The piece of a placeholder number; placeholders of other blocks have none here. */
export function piecesOf({
  pieces,
  first,
}: Pick<AnswerBlock, 'pieces' | 'first'>): (index: number) => Piece | undefined {
  const held = z.array(Piece).parse(JSON.parse(pieces))
  return (index) => held[index - first] ?? (index === dollarIndex ? dollarPiece : undefined)
}

const dollarIndex = indexOf(dollarPlaceholder[1], dollarPlaceholder[2])
