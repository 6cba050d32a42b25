import type { DocumentRecord } from '@shared/documents'
import {
  Download,
  Ellipsis,
  FolderOpen,
  Highlighter,
  ListTree,
  Maximize2,
  Minimize2,
  Minus,
  Plus,
  Search,
  SquareArrowOutUpRight,
  X,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type KeyboardEvent, useState } from 'react'
import { useConnection } from '@renderer/state/connection'
import { originalUrl, revealDocument } from '@renderer/state/library/library-store'
import { canOpenOutside, openOutside } from '@renderer/state/library/open-outside'
import { useShortcutKeys } from '@renderer/state/window/shortcuts'
import { useColumns, toggleDocumentWide } from '@renderer/state/window/columns'
import { closeDocument } from '@renderer/state/window/shown-document'
import { FileName } from '@renderer/ui/documents/file-name'
import { IconButton } from '@renderer/ui/controls/button'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { formatTitle } from '@renderer/ui/documents/format-name'
import { type Zoom, zoomBy } from './zoom'
import styles from './viewer-header.module.css'
import pageStyles from './pdf/page-box.module.css'

interface Toggle {
  readonly isOpen: boolean
  readonly toggle: () => void
}

interface ViewerHeaderProps {
  readonly record: DocumentRecord | undefined
  /** Set for what has pages that can be gone to. */
  readonly pages?: { readonly current: number; readonly count: number; readonly go: (page: number) => void } | null
  readonly zoom?: { readonly value: Zoom; readonly change: (zoom: Zoom) => void }
  readonly find?: Toggle
  /** Null where the document has no headings. */
  readonly outline?: Toggle | null
  readonly highlights?: Toggle & { readonly count: number }
  /** Set where the text can also be shown as it was written. */
  readonly source?: { readonly isOn: boolean; readonly toggle: () => void } | null
}

/** The head of the viewer: the document's name and the actions for it. */
export function ViewerHeader({ record, pages, zoom, find, outline, highlights, source }: ViewerHeaderProps) {
  const { t } = useTranslation('viewer')
  const isWide = useColumns((state) => state.documentWide)
  const findKeys = useShortcutKeys('find_in_document')
  const kind = record?.format ? formatTitle(t, record.format) : ''
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <h2 className={styles.name}>{record ? <FileName name={record.name} /> : t('document')}</h2>
        <IconButton
          icon={isWide ? Minimize2 : Maximize2}
          label={isWide ? t('narrow') : t('widen')}
          pressed={isWide}
          onClick={toggleDocumentWide}
        />
        {record && <MoreMenu record={record} source={source ?? null} />}
        <IconButton icon={X} label={t('closeDocument')} onClick={closeDocument} />
      </div>
      {(kind !== '' || zoom) && (
        <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
          {outline !== undefined && (
            <IconButton
              icon={ListTree}
              label={outline ? t('outline') : t('noOutline')}
              pressed={outline?.isOpen ?? false}
              disabled={outline === null}
              onClick={outline?.toggle}
            />
          )}
          {highlights && (
            <IconButton
              icon={Highlighter}
              label={t('highlights.open', { count: highlights.count })}
              pressed={highlights.isOpen}
              onClick={highlights.toggle}
            />
          )}
          {find && (
            <IconButton icon={Search} label={t('find')} keys={findKeys} pressed={find.isOpen} onClick={find.toggle} />
          )}
          {/* What comes later, or is as long as its words, stands where nothing else must make way for it. */}
          {pages && <PageBox {...pages} />}
          <span className={styles.space} />
          <span className={styles.kind}>{kind}</span>
          {zoom && <ZoomButtons {...zoom} />}
        </div>
      )}
    </header>
  )
}

function ZoomButtons({ value, change }: NonNullable<ViewerHeaderProps['zoom']>) {
  const { t } = useTranslation('viewer')
  const [smaller, larger] = [zoomBy(value, -1), zoomBy(value, 1)]
  return (
    <>
      <IconButton icon={Minus} label={t('zoomOut')} disabled={smaller === value} onClick={() => change(smaller)} />
      <button type="button" className={styles.zoom} title={t('zoomReset')} onClick={() => change(1)}>
        {Math.round(value * 100)}%
      </button>
      <IconButton icon={Plus} label={t('zoomIn')} disabled={larger === value} onClick={() => change(larger)} />
    </>
  )
}

function MoreMenu({ record, source }: Pick<ViewerHeaderProps, 'source'> & { readonly record: DocumentRecord }) {
  const { t } = useTranslation('viewer')
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const items: MenuItem[] = [
    native
      ? { id: 'reveal', text: t('reveal'), icon: FolderOpen, run: () => void revealDocument(record.id) }
      : { id: 'download', text: t('download'), icon: Download, run: () => download(record) },
  ]
  if (native && canOpenOutside(record.format)) {
    items.push({
      id: 'outside',
      text: t('openOutside'),
      icon: SquareArrowOutUpRight,
      run: () => void openOutside(record.id),
    })
  }
  if (source)
    items.unshift({ id: 'source', text: source.isOn ? t('showRendered') : t('showSource'), run: source.toggle })
  return <Menu trigger={<IconButton icon={Ellipsis} label={t('more')} />} items={items} />
}

/** The shell sends originals as downloads, whatever they are. */
function download({ id, name }: DocumentRecord): void {
  const link = document.createElement('a')
  link.href = originalUrl(id)
  link.download = name
  link.click()
}

interface PageBoxProps {
  /** 1-based. */
  readonly current: number
  readonly count: number
  readonly go: (page: number) => void
}

/** The number of the page in sight, and a field to go to another. */
function PageBox({ current, count, go }: PageBoxProps) {
  const { t } = useTranslation('viewer')
  const [typed, setTyped] = useState<string | null>(null)
  const leave = (): void => {
    const page = Number.parseInt((typed ?? '').normalize('NFKC'), 10)
    setTyped(null)
    if (Number.isFinite(page) && page !== current) go(Math.min(Math.max(page, 1), count))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') leave()
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={pageStyles.pages}>
      <input
        className={pageStyles.number}
        value={typed ?? String(current)}
        inputMode="numeric"
        style={{ width: `${Math.max(2, String(count).length) + 2}ch` }}
        aria-label={t('goToPage')}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      <span>{t('ofPages', { count })}</span>
    </span>
  )
}
