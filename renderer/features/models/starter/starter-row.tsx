import { useTranslation } from 'react-i18next'
import type { ErrorReport } from '@shared/errors'
import type { ModelsState } from '@shared/models/models'
import type { StarterPart } from '@shared/models/starter-set'
import { openOutside } from '@renderer/state/connection'
import { modelName } from '@renderer/state/models/model-options'
import { Badge, type Meaning } from '@renderer/ui/controls/labels'
import { SafeLink } from '@renderer/ui/documents/safe-link'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import { FactsLine } from '../facts-line'
import { languagesText } from '../model-facts'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'
import { type PartState, partState } from './starter-facts'

const meanings: Partial<Record<PartState, Meaning>> = { inUse: 'done', failed: 'failed', coming: 'running' }

interface StarterRowProps {
  readonly part: StarterPart
  readonly state: ModelsState
}

/** A job, the model recommended for it, and what becomes of it. */
export function StarterRow({ part, state }: StarterRowProps) {
  const { t, i18n } = useTranslation('models')
  const { size } = useTexts()
  const { kind, offer, own, error } = part
  const at = partState(part, state.downloads)
  // The codes' own words are of documents.
  const inWords: Partial<Record<ErrorReport['code'], { message: string; action: string }>> = {
    FILE_TOO_LARGE: { message: t('download.tooLarge'), action: t('download.tooLargeAction') },
    FILE_CORRUPT: { message: t('starter.corrupt'), action: t('starter.corruptAction') },
  }
  const does =
    own !== null
      ? t('starter.own', { model: safeName(modelName(state, own)) })
      : t(offer ? `starter.does.${kind}` : `starter.state.${at}`)
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p className={styles.itemName}>
            {t(`kind.${kind}`)}
            {offer && <bdi className={styles.starterModel}>{offer.name}</bdi>}
            {offer && <Badge meaning={meanings[at] ?? 'plain'}>{t(`starter.state.${at}`)}</Badge>}
          </p>
          <p className={styles.text}>{does}</p>
          {offer && (
            <FactsLine
              facts={[
                size(offer.bytes),
                t('facts.memory', { size: size(offer.memory_bytes) }),
                languagesText(offer.languages, i18n.language, t('facts.many'), t('facts.between')),
                offer.licence,
              ]}
            />
          )}
        </div>
        {offer && (
          <div className={styles.get}>
            <SafeLink
              href={offer.page}
              openOutside={openOutside}
              className={styles.page}
              label={t('catalogue.pageNamed', { name: offer.name })}
            >
              {t('catalogue.page')}
            </SafeLink>
          </div>
        )}
      </div>
      {error && at === 'failed' && (
        <ErrorNote error={error} title={t('starter.failed')} inWords={inWords[error.code]} nothingLost />
      )}
    </li>
  )
}
