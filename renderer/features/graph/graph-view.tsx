import { CircleAlert, Waypoints } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { isStale, readPicture, useGraph } from '@renderer/state/graph/graph-store'
import { leaveFocus } from '@renderer/state/graph/graph-places'
import { addSample, useLibrary } from '@renderer/state/library/library-store'
import { runAction } from '@renderer/state/window/shortcuts'
import { useRoute } from '@renderer/state/window/address'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { GraphDesk } from './graph-desk'
import styles from './graph-view.module.css'

/** The names in the documents and what joins them. */
export function GraphView() {
  const { t } = useTranslation('graph')
  const state = useGraph((store) => store.state)
  const picture = useGraph((store) => store.picture)
  const error = useGraph((store) => store.error)
  const open = useConnection(({ status }) => status === 'open')
  const focus = useRoute((route) => route.focus)
  const stale = useGraph((store) => isStale(store, focus))
  const version = state?.version
  const limit = useGraph((store) => store.limit)
  useEffect(() => {
    if (open && stale) void readPicture()
  }, [open, stale, focus, version, limit])
  if (!state) return <EmptyState icon={Waypoints} title={t('none.title')} text={t('none.text')} />
  if (state.entities === 0) return <NothingYet />
  if (picture) {
    return (
      <>
        {error && (
          <div className={styles.error}>
            <ErrorNote error={error} title={t('failed')} onRetry={() => (focus ? leaveFocus() : void readPicture())} />
          </div>
        )}
        <GraphDesk picture={picture} />
      </>
    )
  }
  if (error) {
    return (
      <EmptyState
        failed
        icon={CircleAlert}
        title={t('failed')}
        action={<ErrorNote error={error} onRetry={() => (focus ? leaveFocus() : void readPicture())} />}
      />
    )
  }
  return <LateSkeleton lines={6} label={t('reading')} />
}

/** Why there is no entity: no documents, none that was read yet, or none that names anything. */
function NothingYet() {
  const { t } = useTranslation('graph')
  const documents = useLibrary((state) => state.documents.size)
  const building = useGraph(({ state }) => state?.building ?? false)
  const done = useGraph(({ state }) => state?.documents.done ?? 0)
  const total = useGraph(({ state }) => state?.documents.total ?? 0)
  if (building || (documents > 0 && done < total)) {
    return (
      <EmptyState
        icon={Waypoints}
        title={t('building.title')}
        text={t('building.text', { done, total })}
        action={
          <div className={styles.progress}>
            <ProgressBar done={done} total={total} label={t('building.title')} />
          </div>
        }
      />
    )
  }
  if (documents > 0) return <EmptyState icon={Waypoints} title={t('nameless.title')} text={t('nameless.text')} />
  return (
    <EmptyState
      icon={Waypoints}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <div className={styles.first}>
          <Button look="primary" onClick={() => runAction('add_files')}>
            {t('empty.add')}
          </Button>
          <Button onClick={() => void addSample()}>{t('empty.sample')}</Button>
        </div>
      }
    />
  )
}
