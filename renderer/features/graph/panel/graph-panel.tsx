import type { GraphPath } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { useGraph } from '@renderer/state/graph/graph-store'
import { useGraphChoices } from '@renderer/state/graph/graph-choices'
import { useView } from '@renderer/state/window/view'
import { CommunityCardView } from '../cards/community/community-card-view'
import { EntityCardView } from '../cards/entity/entity-card-view'
import { PathView } from '../cards/path-view'
import type { Fetched } from '../use-fetched'
import styles from './graph-panel.module.css'
import { GraphLists } from './graph-lists'
import { ModelReading } from './model-reading'

interface GraphPanelProps {
  readonly path: Fetched<GraphPath>
  /** Something in a list is pointed at: the drawing lights it. */
  readonly onPoint: (id: string | null) => void
}

/** Beside the drawing: what is chosen in it, or all that can be chosen, as lists. */
export function GraphPanel({ path, onPoint }: GraphPanelProps) {
  const { t } = useTranslation('graph')
  const reading = useGraph(({ state }) => state?.extraction)
  const entity = useView((state) => state.route.entity)
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
