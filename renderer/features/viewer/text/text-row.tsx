import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import colourStyles from '@renderer/ui/text/code-colours.module.css'
import { safeName } from '@renderer/ui/text/safe-name'
import { AttachedFile, Byline, QuotedPart } from './kinds/mail-parts'
import cellStyles from './kinds/notebook-cell.module.css'
import { RecordFields } from './kinds/record-fields-table'
import { NotesHeading, SlideCard } from './kinds/slide-card'
import type { Colour } from './code-colours'
import { MarkedText } from './marked-text'
import { type Mark, type Marks, marksWithin, type Range } from './marks'
import { TableRows } from './table-row-groups'
import styles from './text-row.module.css'
import type { CellRow, MembersRow, TextRow } from './row-kinds'

interface TextRowProps {
  readonly row: TextRow
  /** The whole text of the document. */
  readonly text: string
  readonly marks: Marks
  /** Of a file of source code. */
  readonly colours?: readonly Colour[] | undefined
}

/** One row of a text, by what it is. */
export function TextRowView({ row, text, marks, colours = [] }: TextRowProps) {
  const { t } = useTranslation('viewer')
  const within = marksWithin(marks, row)
  const words = <MarkedText text={text.slice(row.start, row.end)} start={row.start} marks={within} />
  switch (row.kind) {
    case 'fields':
      return <RecordFields fields={row.fields} text={text} marks={within} />
    case 'slide':
      return (
        <SlideCard row={row} text={text} marks={within}>
          {row.rows.map((part) => (
            <TextRowView key={`${part.kind} ${part.start}`} row={part} text={text} marks={marks} />
          ))}
        </SlideCard>
      )
    case 'notes':
      return <NotesHeading marks={within} />
    case 'quoted':
      return (
        <QuotedPart depth={row.depth}>
          <TextRowView row={row.row} text={text} marks={marks} />
        </QuotedPart>
      )
    case 'byline':
      return <Byline row={row} text={text} marks={within} />
    case 'attachment':
      return <AttachedFile file={row.file} text={text} marks={within} />
    case 'cell':
      return <NotebookCell row={row}>{words}</NotebookCell>
    case 'page':
      return <p className={styles.page}>{t('pageNumber', { page: row.page })}</p>
    case 'heading':
      return (
        <div
          role="heading"
          aria-level={row.level}
          className={classes(styles.heading, styles[`level${row.level}`], row.isChapter && styles.chapter)}
        >
          {words}
        </div>
      )
    case 'table':
      return <TableRows row={row} text={text} marks={within} />
    case 'lines':
      return <Lines row={row} text={text} marks={within} colours={colours} />
    case 'members':
      return <Members row={row} text={text} marks={within} colours={colours} />
    case 'code':
      return <pre className={classes(styles.code, row.joined && styles.joined)}>{words}</pre>
    case 'list_item':
      return <ListItem row={row} text={text} marks={within} />
    default:
      return <p className={classes(styles[row.kind], row.joined && styles.joined)}>{words}</p>
  }
}

const bullet = /^(?:[-*+•·▪◦‣]|\d{1,3}[.)])\s+/u

interface ListItemProps {
  readonly row: Range & { readonly joined: boolean }
  readonly text: string
  readonly marks: readonly Mark[]
}

/** An item whose lines begin below its words, not below its bullet. */
function ListItem({ row: { start, end, joined }, text, marks }: ListItemProps) {
  const item = text.slice(start, end)
  const [sign = ''] = joined ? [] : (bullet.exec(item) ?? [])
  return (
    <p className={classes(styles.list_item, joined && styles.joined)}>
      {sign !== '' && (
        <span className={styles.bullet}>
          <MarkedText text={sign} start={start} marks={marks} />
        </span>
      )}
      <MarkedText text={item.slice(sign.length)} start={start + sign.length} marks={marks} />
    </p>
  )
}

interface LinesProps {
  readonly row: Range & { readonly firstLine: number; readonly joined: boolean }
  readonly text: string
  readonly marks: readonly Mark[]
  readonly colours: readonly Colour[]
}

/** Source lines with their numbers, which are no part of the text when it is copied. */
function Lines({ row, text, marks, colours }: LinesProps) {
  const lines = linesOf(text, row)
  return (
    <div className={classes(styles.lines, colourStyles.colours)}>
      {lines.map(({ line, from }, at) => (
        <div key={from} className={styles.line} data-line={row.joined && at === 0 ? '' : row.firstLine + at}>
          <MarkedText text={`${line}\n`} start={from} marks={marks} colours={colours} />
        </div>
      ))}
    </div>
  )
}

/** Lines of minified JSON, indented by how deep they stand; the text has no breaks there. */
function Members({ row, text, marks, colours }: Omit<LinesProps, 'row'> & { readonly row: MembersRow }) {
  return (
    <div className={classes(styles.lines, colourStyles.colours)}>
      {row.lines.map(({ start, end, depth }) => (
        <div key={start} className={styles.member} style={{ '--depth': Math.min(depth, deepest) } as CSSProperties}>
          <MarkedText text={text.slice(start, end)} start={start} marks={marks} colours={colours} />
        </div>
      ))}
    </div>
  )
}

/** Deeper lines are indented no further: a narrow panel has no room for them. */
const deepest = 12

function linesOf(text: string, row: Range): { line: string; from: number }[] {
  const lines: { line: string; from: number }[] = []
  let from = row.start
  for (const line of text.slice(row.start, row.end).split('\n')) {
    lines.push({ line, from })
    from += line.length + 1
  }
  return lines
}

/** Code of a notebook with its language, or what it put out. */
function NotebookCell({ row, children }: { readonly row: CellRow; readonly children: ReactNode }) {
  const { t } = useTranslation('viewer')
  const { role, language, joined } = row
  const label = role === 'output' ? t('output') : language === '' ? t('code') : safeName(language)
  return (
    <div className={classes(cellStyles.cell, cellStyles[role], joined && cellStyles.joined)}>
      {!joined && <span className={cellStyles.label}>{label}</span>}
      <pre className={cellStyles.words}>{children}</pre>
    </div>
  )
}
