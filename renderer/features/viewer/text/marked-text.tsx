import { Fragment } from 'react'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { cutAtMarks, type Mark } from './marks'

interface MarkedTextProps {
  readonly text: string
  /** Offset of the text in the document. */
  readonly start: number
  readonly marks: readonly Mark[]
}

/** A stretch of the document with what is marked in it. */
export function MarkedText({ text, start, marks }: MarkedTextProps) {
  return cutAtMarks(text, start, marks).map(({ text: part, kind, own }, at) =>
    kind === null ? (
      <Fragment key={at}>{withoutOverrides(part)}</Fragment>
    ) : (
      <mark key={at} data-mark={kind} data-own={own}>
        {withoutOverrides(part)}
      </mark>
    ),
  )
}
