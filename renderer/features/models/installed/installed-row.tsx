import type { InstalledModel, ModelsState } from '@shared/models/models'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { runtimeOf } from '@renderer/state/models/model-options'
import { useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Badge } from '@renderer/ui/controls/labels'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { IconButton } from '@renderer/ui/controls/button'
import { safeName } from '@renderer/ui/text/safe-name'
import { FactsLine } from '../facts-line'
import { installedFacts } from '../model-facts'
import styles from '../models.module.css'
import { LoadButton } from '../choices/runtime-state'
import { useTexts } from '../use-texts'

interface InstalledRowProps {
  readonly model: InstalledModel
  readonly state: ModelsState
  readonly onDelete: () => void
}

/** A model in the models folder. */
export function InstalledRow({ model, state, onDelete }: InstalledRowProps) {
  const { t } = useTranslation('models')
  const texts = useTexts()
  const { id, kind, problem, details } = model
  const runtime = runtimeOf(state, id)
  const busy = useModels((models) => models.pending.has(id))
  const inUse = useSettings(({ settings: { models } }) =>
    [models.language, models.fallback, models.embedder, models.reranker, models.reader].includes(id),
  )
  const name = safeName(model.name)
  const facts = installedFacts(model, texts).map(({ key, values }) => t(`facts.${key}`, { replace: values }))
  const loaded = runtime && runtime.state !== 'unloaded' ? runtime : null
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p className={styles.itemName}>
            <bdi>{name}</bdi>
            <Badge>{t(`kind.${kind}`)}</Badge>
            {inUse && <Badge meaning="done">{t('installed.inUse')}</Badge>}
            {problem && <Badge meaning="failed">{t('installed.unusable')}</Badge>}
          </p>
          <FactsLine facts={facts} />
          {loaded && (
            <p className={styles.text}>
              {t(`runtime.state.${loaded.state}`, { percent: Math.round(loaded.progress * 100) })}
            </p>
          )}
          {kind === 'language' && !problem && !details.has_chat_template && (
            <p className={styles.text}>{t('installed.noTemplate')}</p>
          )}
        </div>
        <div className={styles.buttons}>
          {runtime && !problem && runtime.state !== 'loading' && <LoadButton runtime={runtime} />}
          <IconButton icon={Trash2} label={t('delete.label', { name })} disabled={busy} onClick={onDelete} />
        </div>
      </div>
      {problem && <ErrorNote error={problem} />}
    </li>
  )
}
