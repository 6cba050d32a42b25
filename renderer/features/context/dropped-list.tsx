import type { DroppedPassage } from '@shared/session/turn-trace'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { openDocument } from '@renderer/state/window/shown-document'
import { classes } from '@renderer/ui/classes'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './dropped-list.module.css'
import { byStep, smallScore } from './dropped-steps'
import { useFigure } from './blocks/prompt-figures'

/** Passages that search found and a later step left out, by that step; not shown where there are none. */
export function DroppedList({ passages }: { readonly passages: readonly DroppedPassage[] }) {
  const { t } = useTranslation('context')
  const figure = useFigure()
  const [open, setOpen] = useState(false)
  if (passages.length === 0) return null
  return (
    <details className={styles.dropped} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes(styles.summary, 'numeric')}>
        {t('dropped.title', { replace: { count: figure(passages.length) } })}
      </summary>
      {open &&
        byStep(passages).map(({ step, passages: dropped }) => (
          <div key={step} className={styles.step}>
            <h4 className={styles.why}>
              {t(`dropped.by.${step}`, { defaultValue: t('dropped.other', { name: safeName(step) }) })}
            </h4>
            <ol>
              {dropped.map((passage, at) => (
                <DroppedRow key={at} passage={passage} />
              ))}
            </ol>
          </div>
        ))}
    </details>
  )
}

function DroppedRow({ passage }: { readonly passage: DroppedPassage }) {
  const { t, i18n } = useTranslation('context')
  const figure = useFigure()
  const { document_id: id, document_title: title, revision, start, end, rank, score } = passage
  // Another revision has other words there.
  const openable = useLibrary((state) => state.documents.get(id)?.live?.revision === revision)
  const name = <FileName name={title} />
  return (
    <li className={classes(styles.row, 'numeric')}>
      <span className={styles.rank} title={t('dropped.rankTitle')}>
        <span className="unseen">{t('dropped.rank')} </span>
        {figure(rank)}
      </span>
      {openable ? (
        <button
          type="button"
          className={styles.open}
          title={t('openTitle')}
          onClick={(event) => openDocument({ id, range: start < end ? { start, end } : null }, event.detail === 0)}
        >
          {name}
        </button>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      <span className={styles.score}>
        <span className={styles.scoreWord}>{t('dropped.score')} </span>
        {smallScore(score, i18n.language)}
      </span>
    </li>
  )
}
