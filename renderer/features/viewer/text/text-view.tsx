import type { DocumentStructure } from '@shared/documents'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Goal } from '../citations/goal'
import { useCodeColours } from './code-colours'
import type { Marks } from './marks'
import { ReadingList } from '../reading-list'
import { TextRowView } from './text-row'
import type { TextRow } from './row-kinds'
import { jsonRows } from './kinds/json-rows'
import { sourceRows, textRows } from './text-rows'

export interface ViewProps {
  readonly text: string
  readonly structure: DocumentStructure
  readonly marks: Marks
  readonly goal: Goal | null
  /** 1 is the usual size; for pages, the width of the panel. */
  readonly zoom: number
  readonly onTop: (offset: number) => void
}

interface TextViewProps extends ViewProps {
  /** Of the file; its ending says which language source code is in. */
  readonly name: string
  /** Shows the text as it is rather than by its blocks. */
  readonly source: boolean
}

/** The extracted text by the blocks its parser found: headings, paragraphs, tables, code with line numbers. */
export function TextView({ text, structure, marks, goal, zoom, onTop, name, source }: TextViewProps) {
  const { t } = useTranslation('viewer')
  const rows = useMemo(() => {
    if (source) return sourceRows(text)
    return (structure.format === 'code' ? jsonRows(text, name) : null) ?? textRows(text, structure)
  }, [text, name, structure, source])
  const colours = useCodeColours(text, name, structure.format === 'code')
  return (
    <ReadingList
      text={text}
      rows={rows}
      estimate={estimate}
      goal={goal}
      onTop={onTop}
      zoom={zoom}
      label={t('textOf', { name: structure.title })}
      render={(row) => <TextRowView row={row} text={text} marks={marks} colours={colours} />}
    />
  )
}

function estimate(row: TextRow): number {
  const length = row.end - row.start
  if (row.kind === 'page') return 36
  if (row.kind === 'slide') return 88 + row.rows.reduce((sum, part) => sum + estimate(part), 0)
  if (row.kind === 'quoted') return estimate(row.row)
  if (row.kind === 'fields') return 24 + row.fields.length * 28
  if (row.kind === 'table') return row.rows.length * 34 + (row.first ? 40 : 0)
  if (row.kind === 'members') return row.lines.length * 21
  if (row.kind === 'lines') return Math.ceil(length / 45) * 21
  return 14 + Math.ceil(length / 55) * 25
}
