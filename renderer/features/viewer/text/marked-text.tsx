import { Fragment } from 'react'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { type Colour, cutAtColours } from './code-colours'
import { cutAtMarks, type Mark } from './marks'

interface MarkedTextProps {
  readonly text: string
  /** Offset of the text in the document. */
  readonly start: number
  readonly marks: readonly Mark[]
  /** Of source code. */
  readonly colours?: readonly Colour[]
}

const noColours: readonly Colour[] = []

/** A stretch of the document with what is marked in it. */
export function MarkedText({ text, start, marks, colours = noColours }: MarkedTextProps) {
  let from = start
  return cutAtMarks(text, start, marks).map(({ text: part, kind, own }, at) => {
    const words = <Coloured text={part} start={from} colours={colours} />
    from += part.length
    return kind === null ? (
      <Fragment key={at}>{words}</Fragment>
    ) : (
      <mark key={at} data-mark={kind} data-own={own}>
        {words}
      </mark>
    )
  })
}

function Coloured({ text, start, colours }: { text: string; start: number; colours: readonly Colour[] }) {
  if (colours.length === 0) return withoutOverrides(text)
  return cutAtColours(text, start, colours).map(({ text: piece, className }, at) =>
    className === '' ? (
      withoutOverrides(piece)
    ) : (
      <span key={at} className={className}>
        {withoutOverrides(piece)}
      </span>
    ),
  )
}
