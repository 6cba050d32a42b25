import { ChevronLeft, ChevronRight, Columns2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showVersion } from '@renderer/state/chat/chat-store'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { settledVersions, type TurnPlace } from '@renderer/state/chat/turns/turn-versions'
import { IconButton } from '@renderer/ui/controls/button'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import styles from '../turn/turn.module.css'

const CompareVersions = lazyPart(() => import('./compare-versions').then((file) => file.CompareVersions), {
  ahead: false,
})

/** Goes through the versions of a question, and lays two of them beside each other. */
export function VersionPager({ turn, place }: { readonly turn: Turn; readonly place: TurnPlace }) {
  const { t } = useTranslation('chat')
  const [comparing, setComparing] = useState(false)
  const { versions, id } = place
  const at = versions.indexOf(turn)
  const show = (index: number) => {
    const version = versions[index]
    if (version) showVersion(turn.session_id, id, version.turn_id)
  }
  return (
    <div className={styles.pager} role="group" aria-label={t('versions')}>
      <IconButton icon={ChevronLeft} label={t('versionBefore')} disabled={at <= 0} onClick={() => show(at - 1)} />
      <span className="numeric">{t('versionOf', { at: at + 1, total: versions.length })}</span>
      <IconButton
        icon={ChevronRight}
        label={t('versionAfter')}
        disabled={at >= versions.length - 1}
        onClick={() => show(at + 1)}
      />
      <IconButton
        icon={Columns2}
        label={t('compareVersions')}
        disabled={settledVersions(versions).length < 2}
        onClick={() => setComparing(true)}
      />
      {comparing && (
        <Suspense fallback={null}>
          <CompareVersions place={place} shown={turn.turn_id} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </div>
  )
}
