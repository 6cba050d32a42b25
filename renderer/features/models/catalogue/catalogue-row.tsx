import type { CatalogueItem, Fit, Machine } from '@shared/models/models'
import { Check, DownloadIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { startDownload } from '@renderer/state/models/model-downloads'
import { openOutside } from '@renderer/state/connection'
import { Badge, type Meaning } from '@renderer/ui/controls/labels'
import { Button } from '@renderer/ui/controls/button'
import { SafeLink } from '@renderer/ui/documents/safe-link'
import { FactsLine } from '../facts-line'
import { entryFacts, languagesText } from '../model-facts'
import styles from '../models.module.css'
import type { OpenState } from './download-facts'
import { useTexts } from '../use-texts'

const meanings: Record<Fit, Meaning> = { good: 'done', tight: 'shortcut', too_big: 'failed' }

interface CatalogueRowProps {
  readonly item: CatalogueItem
  readonly machine: Machine
  /** Under way or stopped. */
  readonly download: OpenState | undefined
  readonly isInstalled: boolean
}

/** A model that can be downloaded. */
export function CatalogueRow({ item: { entry, fit }, machine, download, isInstalled }: CatalogueRowProps) {
  const { t, i18n } = useTranslation('models')
  const texts = useTexts()
  const isChinese = i18n.language.startsWith('zh')
  const languages = languagesText(entry.languages, i18n.language, t('facts.many'), t('facts.between'))
  const facts = entryFacts(entry, texts).map(({ key, values }) => t(`facts.${key}`, { replace: values }))
  const need = { need: texts.size(entry.memory_bytes), memory: texts.size(machine.memory_bytes) }
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p className={styles.itemName}>
            <bdi>{entry.name}</bdi>
            <Badge meaning={meanings[fit]}>{t(`fit.${fit}`)}</Badge>
          </p>
          <p className={styles.text}>{isChinese ? entry.about.zh : entry.about.en}</p>
          <FactsLine facts={[...facts, t(`fit.${fit}Text`, need)]} />
          <FactsLine facts={[languages, entry.licence, entry.publisher]} />
          {entry.licence_note !== '' && (
            <p className={styles.note}>{t('catalogue.terms', { terms: entry.licence_note })}</p>
          )}
        </div>
        <div className={styles.get}>
          {isInstalled ? (
            <span className={styles.have}>
              <Check size={14} strokeWidth={2} aria-hidden />
              {t('catalogue.installed')}
            </span>
          ) : download ? (
            <span className={styles.text}>{t(`download.short.${download}`)}</span>
          ) : (
            <Button
              size="small"
              icon={DownloadIcon}
              onClick={() => void startDownload(entry)}
              aria-label={t('catalogue.getNamed', { name: entry.name })}
            >
              {t('catalogue.get')}
            </Button>
          )}
          <SafeLink
            href={entry.page}
            openOutside={openOutside}
            className={styles.page}
            label={t('catalogue.pageNamed', { name: entry.name })}
          >
            {t('catalogue.page')}
          </SafeLink>
        </div>
      </div>
    </li>
  )
}
