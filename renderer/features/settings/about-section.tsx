import { useTranslation } from 'react-i18next'
import { numberText } from '@renderer/ui/text/figure-text'
import { useConnection } from '@renderer/state/connection'
import { useStoreCare } from '@renderer/state/store-care'
import { Button } from '@renderer/ui/controls/button'
import { openHelp } from '@renderer/state/desktop/desktop-acts'
import styles from './settings.module.css'

const pages = ['guide', 'licences', 'log'] as const

/** Facts of this installation. */
export function AboutSection() {
  const { t } = useTranslation('settings')
  const info = useStoreCare((state) => state.info)
  const shell = useConnection((state) => state.shell)
  const number = (value: number | undefined) => (value === undefined ? '–' : numberText(value))
  const facts: readonly (readonly [string, string])[] = [
    [t('about.version'), info?.version ?? shell?.version ?? '–'],
    [t('about.shell'), shell ? `${t(`about.kinds.${shell.kind}`)} · ${shell.platform}` : '–'],
    [t('about.embedder'), info?.embedder ?? '–'],
    [t('about.documents'), number(info?.documents)],
    [t('about.chunks'), number(info?.chunks)],
    [t('about.sessions'), number(info?.sessions)],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>{t('about.offline')}</p>
      <p className={styles.text}>{t('about.licences')}</p>
      <div className={styles.pair}>
        {pages
          .filter((page) => page !== 'log' || shell?.kind === 'window')
          .map((page) => (
            <Button key={page} size="small" onClick={() => openHelp(page)}>
              {t(`about.pages.${page}`)}
            </Button>
          ))}
      </div>
    </>
  )
}
