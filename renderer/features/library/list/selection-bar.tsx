import type { DocumentRecord } from '@shared/documents'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { numberText } from '@renderer/ui/text/figure-text'
import { documentMenuItems } from './document-menu-items'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  readonly documents: readonly DocumentRecord[]
  readonly onClear: () => void
}

/** The actions for the chosen documents, in the place of the state chips. */
export function SelectionBar({ documents, onClear }: SelectionBarProps) {
  const { t } = useTranslation('library')
  const count = documents.length
  const [ask, ...others] = documentMenuItems(documents, { t, native: false })
  const shortTexts: Readonly<Record<string, string>> = { move: t('act.moveShort'), tags: t('act.tagsShort') }
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('selection.label')}>
      <IconButton icon={X} label={t('selection.clear')} onClick={onClear} />
      <span className={classes('numeric', styles.count)} role="status">
        {t('selection.count', { count, number: numberText(count) })}
      </span>
      {ask && (
        <Button size="small" icon={ask.icon} disabled={ask.disabled} onClick={ask.run}>
          {ask.text}
        </Button>
      )}
      <span className={styles.acts}>
        {others.map(({ id, text, icon, danger, run }) => (
          <Button
            key={id}
            size="small"
            look="quiet"
            icon={icon}
            className={classes(danger && styles.danger)}
            title={text}
            onClick={() => {
              run()
              if (id === 'delete') onClear()
            }}
          >
            <span className={styles.word}>{shortTexts[id] ?? text}</span>
          </Button>
        ))}
      </span>
    </div>
  )
}
