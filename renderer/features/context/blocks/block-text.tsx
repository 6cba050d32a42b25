import type { Span } from '@renderer/state/chat/turns/turn-passages'
import { PassagePreview } from '@renderer/ui/documents/passage-preview'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './block-card.module.css'
import { selectedParts } from './shown-blocks'

interface BlockTextProps {
  readonly text: string
  /** Of the document it is from; folded, Markdown is shown without its marks. */
  readonly format: string | undefined
  /** The part to be marked, in order. */
  readonly selected: readonly Span[]
  readonly open: boolean
}

/** Three lines of a text; opened, all of it as it is, with the selected part marked. */
export function BlockText({ text, format, selected, open }: BlockTextProps) {
  if (!open) {
    // A part from the beginning would only colour the whole preview.
    const marked = selected.some(({ start }) => start > 0) ? selected : []
    return <PassagePreview text={text} cited={marked} {...(format !== undefined && { format })} />
  }
  return (
    <p className={styles.text} dir="auto">
      {selectedParts(text, selected).map((part, at) =>
        part.selected ? (
          <mark key={at} className={styles.selected}>
            {withoutOverrides(part.text)}
          </mark>
        ) : (
          <span key={at}>{withoutOverrides(part.text)}</span>
        ),
      )}
    </p>
  )
}
