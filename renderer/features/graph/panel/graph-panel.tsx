import type { ExtractionState, GraphPath } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { changeReading, useGraph } from '@renderer/state/graph/graph-store'
import { useGraphChoices } from '@renderer/state/graph/graph-choices'
import { useRoute } from '@renderer/state/window/address'
import type { Fetched } from '@renderer/ui/feedback/use-fetched'
import { Button } from '@renderer/ui/controls/button'
import { safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { CommunityCardView } from '../cards/community/community-content'
import { EntityCardView } from '../cards/entity/entity-card-view'
import { PathView } from '../cards/path-view'
import styles from './graph-panel.module.css'
import { GraphLists } from './graph-lists'

interface GraphPanelProps {
  readonly path: Fetched<GraphPath>
  /** Something in a list is pointed at: the drawing lights it. */
  readonly onPoint: (id: string | null) => void
}

/** Beside the drawing: what is chosen in it, or all that can be chosen, as lists. */
export function GraphPanel({ path, onPoint }: GraphPanelProps) {
  const { t } = useTranslation('graph')
  const reading = useGraph(({ state }) => state?.extraction)
  const entity = useRoute((route) => route.entity)
  const community = useGraphChoices((state) => state.community)
  const ends = useGraphChoices((state) => state.path)
  return (
    <aside className={styles.panel} aria-label={t('panel')}>
      {ends ? (
        <PathView ends={ends} path={path} onPoint={onPoint} />
      ) : community !== null ? (
        <CommunityCardView id={community} onPoint={onPoint} />
      ) : entity !== null ? (
        <EntityCardView id={entity} onPoint={onPoint} />
      ) : (
        <GraphLists onPoint={onPoint} />
      )}
      <ModelReading reading={reading} />
    </aside>
  )
}

/** How far a language model has come with the documents; nothing where none reads them. */
export function ModelReading({ reading }: { readonly reading: ExtractionState | undefined }) {
  const { t } = useTranslation('graph')
  const errorText = useErrorText()
  if (!reading?.model || reading.state === 'off') return null
  const { state, model, done, total, error } = reading
  const isRunning = state === 'running'
  return (
    <div className={styles.reading}>
      <p className="numeric">
        {t('modelReading.progress', { name: safeName(model.name), done, total })}
        {error && ` · ${safeName(errorText(error).message)}`}
      </p>
      {state !== 'done' && (
        <Button size="small" look="quiet" onClick={() => void changeReading(isRunning ? 'pause' : 'resume')}>
          {isRunning ? t('modelReading.pause') : t('modelReading.resume')}
        </Button>
      )}
    </div>
  )
}
