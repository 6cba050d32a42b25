import { CornerDownRight, Mail, Paperclip, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkedText } from '../marked-text'
import type { Mark, Range } from '../marks'
import type { MailRow } from '../row-kinds'
import styles from './mail-parts.module.css'

interface PartProps {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** A row of an older mail, set in and dimmed. */
export function QuotedPart({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  return (
    <div className={styles.quoted} data-depth={Math.min(depth, deepest)}>
      {children}
    </div>
  )
}

/** Deeper mails are set in no further, or their lines would have no room. */
const deepest = 4

interface BylineProps extends PartProps {
  readonly row: MailRow & Range & { readonly kind: 'byline' }
}

const looks = {
  quote: { icon: CornerDownRight, key: 'quoted' },
  sender: { icon: Reply, key: 'backToSender' },
  message: { icon: Mail, key: 'attachedMessage' },
} as const

/** The line that says whose words follow. */
export function Byline({ row, text, marks }: BylineProps) {
  const { t } = useTranslation('viewer')
  const { icon: Icon, key } = looks[row.says]
  const { start, end } = row.by
  const mark = start === end ? marks.at(-1) : undefined
  const label = t(key)
  return (
    <p className={styles.byline} role="heading" aria-level={3}>
      <Icon size={14} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <span>
        <span className={start === end ? undefined : 'unseen'}>
          {mark ? <mark data-mark={mark.kind}>{label}</mark> : label}
        </span>
        {start < end && <MarkedText text={text.slice(start, end)} start={start} marks={marks} />}
      </span>
    </p>
  )
}

/** A file that came with the mail, which is named there and read, if at all, as a document of its own. */
export function AttachedFile({ file: { start, end }, text, marks }: PartProps & { readonly file: Range }) {
  const { t } = useTranslation('viewer')
  return (
    <p className={styles.attachment}>
      <Paperclip size={14} strokeWidth={1.75} className={styles.icon} role="img" aria-label={t('attachment')} />
      <span>
        <MarkedText text={text.slice(start, end)} start={start} marks={marks} />
      </span>
    </p>
  )
}
