import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { marksWithin } from '../text/marks'
import { MarkdownPart } from './markdown-part'
import { definitionsOf, type MarkdownPiece, markdownPieces } from './markdown-pieces'
import { ReadingList } from '../reading-list'
import type { ViewProps } from '../text/text-view'

/** Markdown as it is meant to be read, with the passage marked in it. */
export function MarkdownView({ text, structure, marks, goal, zoom, onTop }: ViewProps) {
  const { t } = useTranslation('viewer')
  const pieces = useMemo(() => markdownPieces(text), [text])
  const definitions = useMemo(() => definitionsOf(text), [text])
  return (
    <ReadingList
      text={text}
      rows={pieces}
      estimate={estimate}
      goal={goal}
      onTop={onTop}
      zoom={zoom}
      label={t('textOf', { name: structure.title })}
      render={(piece) => (
        <MarkdownPart piece={piece} text={text} definitions={definitions} marks={marksWithin(marks, piece)} />
      )}
    />
  )
}

function estimate({ start, end }: MarkdownPiece): number {
  return 24 + Math.ceil((end - start) / 50) * 25
}
