import type { DocumentRecord } from '@shared/documents'
import { wantsPassword } from '@shared/errors'
import { Check, ChevronRight, Ellipsis } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { wasStopped } from '@renderer/state/library/activity'
import { useFileNotice } from '@renderer/state/library/folders'
import { useLibrary } from '@renderer/state/library/library-store'
import { classes } from '@renderer/ui/classes'
import { collectionName, FileName } from '@renderer/ui/documents/file-name'
import { TagName } from '@renderer/ui/documents/tags/tag-name'
import { formatName } from '@renderer/ui/documents/format-name'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { isNameAgain, safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { listText, numberText, sentencesText, sizeText } from '@renderer/ui/text/figure-text'
import { DateCells } from './columns/date-cells'
import { DocumentDetails } from './document-details'
import { DocumentPreview } from './document-preview'
import styles from './document-row.module.css'
import { DocumentState } from './document-state'
import type { NearRow } from './near-rows'
import type { TableActs } from './use-table-state'
import { openDialog } from '../dialogs/library-dialog'

interface DocumentRowProps {
  readonly record: DocumentRecord
  readonly near: NearRow | undefined
  /** 0-based place in the list. */
  readonly index: number
  readonly chosen: boolean
  /** The keyboard is here. */
  readonly current: boolean
  readonly open: boolean
  readonly acts: TableActs
}

export function rowId(id: string): string {
  return `document-${id}`
}

/** A document of the list, with its details below while they are open. */
export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { record, near, index, chosen, current, open, acts } = props
  const { id, created_at } = record
  return (
    <div className={classes(styles.row, chosen && styles.chosen, current && styles.current)}>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid has the focus and the keys */}
      <div
        role="row"
        id={rowId(id)}
        aria-rowindex={index + 2}
        aria-selected={chosen}
        className={styles.cells}
        onClick={(event) => acts.press(id, { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey })}
        onDoubleClick={(event) => !isModified(event) && acts.open(id)}
        onContextMenu={(event) => {
          event.preventDefault()
          acts.menu(id, { x: event.clientX, y: event.clientY })
        }}
      >
        <LeadCell {...props} />
        <NameCell record={record} near={near} acts={acts} />
        <FactCells record={record} />
        <DateCells record={record} />
        <div role="gridcell" className={styles.state}>
          <DocumentState record={record} />
        </div>
        <div role="gridcell" className={classes(styles.cell, styles.added)}>
          <RelativeTime time={created_at} />
        </div>
        <MenuCell record={record} acts={acts} />
      </div>
      {open && <DocumentDetails record={record} acts={acts} />}
    </div>
  )
})

function isModified(event: MouseEvent): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey
}

/** Chooses the document and unfolds what is known of it. */
function LeadCell({ record: { id, name }, chosen, open, acts }: DocumentRowProps) {
  const { t } = useTranslation('library')
  return (
    <div role="gridcell" className={styles.lead}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.tick}
        aria-label={t('row.choose', { name: safeName(name) })}
        aria-pressed={chosen}
        onClick={(event) => {
          event.stopPropagation()
          acts.press(id, { toggle: !event.shiftKey, range: event.shiftKey })
        }}
      >
        <span className={styles.box}>{chosen && <Check size={12} strokeWidth={3} aria-hidden />}</span>
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.unfold}
        aria-label={open ? t('row.less') : t('row.more')}
        aria-expanded={open}
        onClick={(event) => {
          event.stopPropagation()
          acts.unfold(id)
        }}
      >
        <ChevronRight size={14} strokeWidth={2} aria-hidden />
      </button>
    </div>
  )
}

type CellProps = Pick<DocumentRowProps, 'record' | 'acts'>
type NameProps = Pick<DocumentRowProps, 'record' | 'near' | 'acts'>

/** The name, which opens the document. */
function NameCell({ record, near, acts }: NameProps) {
  const { id, name } = record
  return (
    <div
      role="gridcell"
      className={classes(styles.name, record.error && styles.explained, near?.kind === 'follows' && styles.follower)}
    >
      <DocumentPreview record={record}>
        <button
          type="button"
          tabIndex={-1}
          data-in-line
          className={styles.link}
          onClick={(event) => {
            if (isModified(event)) return
            event.stopPropagation()
            acts.press(id, { toggle: false, range: false })
            acts.open(id)
          }}
        >
          <FileName name={name} />
        </button>
      </DocumentPreview>
      <SecondLine record={record} near={near} />
      {near?.kind === 'leads' && <NearOnes near={near} onPress={() => acts.group(id)} />}
    </div>
  )
}

/** The cells for collection, tags, format, size and content. */
function FactCells({ record }: { readonly record: DocumentRecord }) {
  const { t, i18n } = useTranslation('library')
  const { collection, tags, format, byte_size, char_count, chunk_count } = record
  return (
    <>
      <div role="gridcell" className={classes(styles.cell, styles.collection)} title={collectionName(collection)}>
        <bdi>{collectionName(collection)}</bdi>
      </div>
      <div role="gridcell" className={classes(styles.cell, styles.tags)} title={listText(tags.map(safeName))}>
        {tags.map((tag) => (
          <TagName key={tag} tag={tag} className={styles.tag} />
        ))}
      </div>
      <div role="gridcell" className={classes(styles.cell, styles.format)}>
        {format === null ? '' : formatName(t, format)}
      </div>
      <div role="gridcell" className={classes('numeric', styles.cell, styles.size)}>
        {byte_size === 0 ? '' : sizeText(byte_size, i18n.language)}
      </div>
      <div role="gridcell" className={classes('numeric', styles.cell, styles.content)}>
        {char_count > 0 && (
          <>
            <span>{t('row.characters', { count: char_count, number: numberText(char_count) })}</span>
            <span className={styles.faint}>
              {t('row.chunks', { count: chunk_count, number: numberText(chunk_count) })}
            </span>
          </>
        )}
      </div>
    </>
  )
}

/** The menu of everything that can be done with the document. */
function MenuCell({ record: { id, name }, acts }: CellProps) {
  const { t } = useTranslation('library')
  return (
    <div role="gridcell" className={styles.end}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.more}
        aria-label={t('row.menu', { name: safeName(name) })}
        onClick={(event) => {
          event.stopPropagation()
          acts.menu(id, event.currentTarget)
        }}
      >
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}

interface NearOnesProps {
  readonly near: Extract<NearRow, { kind: 'leads' }>
  readonly onPress: () => void
}

/** How many documents this one stands for; a press shows them below it. */
function NearOnes({ near: { others, isOpen }, onPress }: NearOnesProps) {
  const { t } = useTranslation('library')
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.nearOnes}
      aria-expanded={isOpen}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      <ChevronRight size={12} strokeWidth={2} aria-hidden />
      {t('row.nearlySame', { count: others })}
    </button>
  )
}

/** The line below the name: why the document failed, which one it is a copy of, or its title. */
function SecondLine({ record, near }: Pick<DocumentRowProps, 'record' | 'near'>) {
  const { t } = useTranslation('library')
  const errorText = useErrorText()
  const { id, name, title, error, duplicate_of, live } = record
  const notice = useFileNotice(id)
  const isUnmapped = useLibrary((state) => live !== null && state.unmapped.has(id))
  const twin = useLibrary((state) => (duplicate_of === null ? undefined : state.documents.get(duplicate_of)?.name))
  if (error) {
    const { message, detail } = errorText(error)
    const reason = safeName(sentencesText([message, detail]))
    return (
      <span className={classes(styles.reason, !wasStopped(record) && styles.error)} title={reason}>
        {reason}
        {wantsPassword(error) && <Unlock record={record} />}
      </span>
    )
  }
  if (notice) {
    return <span className={classes(styles.second, styles.notice)}>{t(`file.${notice}`)}</span>
  }
  if (live?.vectors) {
    const { vectors } = live
    return (
      <span className={styles.second} title={t(`vectors.${vectors}Why`)}>
        {t(`vectors.${vectors}`)}
      </span>
    )
  }
  if (isUnmapped) {
    return (
      <span className={styles.second} title={t('mapping.waitingWhy')}>
        {t('mapping.waiting')}
      </span>
    )
  }
  if (twin !== undefined) {
    return <span className={styles.second}>{t('row.sameAs', { name: `\u2068${safeName(twin)}\u2069` })}</span>
  }
  if (near?.kind === 'follows') {
    return (
      <span className={styles.second}>{t('row.nearlySameAs', { name: `\u2068${safeName(near.leader)}\u2069` })}</span>
    )
  }
  if (title === '' || isNameAgain(title, name)) return null
  return (
    <bdi className={styles.second} title={safeName(title)}>
      {safeName(title)}
    </bdi>
  )
}

/** Asks for the password of a document that needs one. */
function Unlock({ record: { id, name } }: Pick<DocumentRowProps, 'record'>) {
  const { t } = useTranslation('library')
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.unlock}
      onClick={(event) => {
        event.stopPropagation()
        openDialog({ kind: 'password', id, name })
      }}
    >
      {t('act.password')}
    </button>
  )
}
