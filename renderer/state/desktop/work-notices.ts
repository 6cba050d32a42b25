import { type EndedWork, LongWork, type TitledWork } from '@shared/desktop/long-work'
import type { Change } from '@shared/changes'
import i18next from 'i18next'
import { showNotice } from '@renderer/bridge/system-notice'
import { useConnection } from '../connection'
import { useSettings } from '../settings-store'
import { go, type ViewName } from '../window/address'

const work = new LongWork(() => performance.now())

/** Tells of long work that a change ends, while nobody looks at this tab. The window shell does so by itself. */
export function noticeLongWork(change: Change): void {
  for (const ended of work.take(change)) {
    const wanted = useSettings.getState().settings.desktop.notifications
    if (wanted && useConnection.getState().shell?.kind === 'web' && !document.hasFocus()) tell(ended)
  }
}

const places: Readonly<Record<Exclude<TitledWork, 'research'>, ViewName>> = {
  download: 'models',
  vectors: 'models',
  evaluation: 'evaluation',
  backup: 'settings',
}

function tell(ended: EndedWork): void {
  const t = i18next.getFixedT(null, 'settings')
  const { id, failed, kind } = ended
  if (kind !== 'documents') {
    const title = failed ? t(`desktop.notices.titles.${kind}.failed`) : t(`desktop.notices.titles.${kind}.done`)
    const show = () => go(kind === 'research' ? { view: kind, runId: id } : { view: places[kind] })
    showNotice({ title, body: ended.title, tag: id, onPress: show })
    return
  }
  const title = failed ? t('desktop.notices.documentsFailed') : t('desktop.notices.documentsDone')
  const body = t('desktop.notices.documents', { count: ended.documents })
  showNotice({ title, body, tag: id, onPress: () => go({ view: 'library' }) })
}
