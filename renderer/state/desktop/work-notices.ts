import { type EndedWork, LongWork } from '@shared/desktop/long-work'
import type { Change } from '@shared/changes'
import i18next from 'i18next'
import { showNotice } from '@renderer/bridge/system-notice'
import { useConnection } from '../connection'
import { useSettings } from '../settings-store'
import { go } from '../window/address'

const work = new LongWork(() => performance.now())

/** Tells of long work that a change ends, while nobody looks at this tab. The window shell does so by itself. */
export function noticeLongWork(change: Change): void {
  for (const ended of work.take(change)) {
    const wanted = useSettings.getState().settings.desktop.notifications
    if (wanted && useConnection.getState().shell?.kind === 'web' && !document.hasFocus()) tell(ended)
  }
}

function tell(ended: EndedWork): void {
  const t = i18next.getFixedT(null, 'settings')
  const { id, failed } = ended
  if (ended.kind === 'research') {
    const title = failed ? t('desktop.notices.researchFailed') : t('desktop.notices.researchDone')
    showNotice({ title, body: ended.title, tag: id, onPress: () => go({ view: 'research', runId: id }) })
    return
  }
  const title = failed ? t('desktop.notices.documentsFailed') : t('desktop.notices.documentsDone')
  const body = t('desktop.notices.documents', { count: ended.documents })
  showNotice({ title, body, tag: id, onPress: () => go({ view: 'library' }) })
}
