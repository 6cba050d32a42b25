import { useTranslation } from 'react-i18next'
import { hasChanged, readPicture, useGraph } from '@renderer/state/graph/graph-store'
import { Button } from '@renderer/ui/controls/button'
import styles from './graph-view.module.css'

/** While documents are still being read: how far that is, and the way to what came meanwhile. */
export function BuildingStrip() {
  const { t } = useTranslation('graph')
  const building = useGraph(({ state }) => state?.building ?? false)
  const done = useGraph(({ state }) => state?.documents.done ?? 0)
  const total = useGraph(({ state }) => state?.documents.total ?? 0)
  const newer = useGraph(({ state, picture }) => hasChanged(state, picture))
  if (!building) return null
  return (
    <p className={styles.note} role="status">
      <span className="numeric">{done < total ? t('building.strip', { done, total }) : t('building.settling')}</span>
      {newer && (
        <Button size="small" onClick={() => void readPicture()}>
          {t('building.show')}
        </Button>
      )}
    </p>
  )
}
