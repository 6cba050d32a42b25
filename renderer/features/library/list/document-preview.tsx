import { PreviewCard } from '@base-ui/react/preview-card'
import { type DocumentRecord, isMarkdown } from '@shared/documents'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { readContent } from '@renderer/state/library/library-store'
import { useHoverCard } from '@renderer/ui/feedback/use-hover-card'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { plainMarkdown } from '@renderer/ui/text/markdown/plain-markdown'
import { safeName } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import styles from './document-preview.module.css'

/** As much of a document's text as a few lines hold, in UTF-16 units. */
const shownLength = 700

interface DocumentPreviewProps {
  readonly record: DocumentRecord
  /** The one element that shows the card while the pointer rests on it. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** How a document begins, on a card; whoever has no pointer finds the same among its details. */
export function DocumentPreview({ record, children }: DocumentPreviewProps) {
  const { open, change } = useHoverCard()
  if (!record.live) return children
  return (
    <PreviewCard.Root open={open} onOpenChange={change}>
      <PreviewCard.Trigger render={children} delay={500} closeDelay={80} />
      <PreviewCard.Portal>
        <PreviewCard.Positioner
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={styles.layer}
        >
          <PreviewCard.Popup className={styles.card}>
            <Beginning record={record} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}

/** The first lines of a document's text. */
export function Beginning({ record: { id, live, format, char_count } }: Pick<DocumentPreviewProps, 'record'>) {
  const { t } = useTranslation(['library', 'app'])
  const end = Math.min(shownLength, char_count)
  const key = live && end > 0 ? `${id} ${live.revision}` : null
  const { value, error } = useFetched(key, () => readContent(id, { start: 0, end }))
  if (key === null) return <p className={styles.text}>{t('preview.empty')}</p>
  if (error) return <p className={styles.text}>{t('preview.failed')}</p>
  if (!value) return <Skeleton lines={3} label={t('app:loading')} />
  const text = format !== null && isMarkdown(format) ? plainMarkdown(value.text).text : value.text
  const shown = safeText(text)
  if (shown === '') return <p className={styles.text}>{t('preview.empty')}</p>
  return (
    <p className={styles.text} dir="auto" lang={textLanguage(shown)} data-beginning>
      {shown}
      {end < char_count && ' …'}
    </p>
  )
}

/** Lines stay lines; nothing in them turns the text around it. */
function safeText(text: string): string {
  return text
    .split('\n')
    .map((line) => safeName(line.trim()))
    .filter((line) => line !== '')
    .join('\n')
}
