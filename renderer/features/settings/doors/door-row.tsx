import type { DoorsState } from '@shared/api/doors-api'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@renderer/state/settings-store'
import { changeDoors } from '@renderer/state/tools/doors'
import { notifyError } from '@renderer/state/window/notices'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './doors.module.css'

interface DoorRowProps {
  readonly door: 'mcp_http' | 'openai'
  /** Null before it was read. */
  readonly state: DoorsState | null
}

/** One way in: whether it is open, at which address, and who came in last. */
export function DoorRow({ door, state }: DoorRowProps) {
  const { t } = useTranslation('settings')
  const wanted = useSettings(({ settings }) => settings.doors[door])
  return (
    <div className={styles.door}>
      <SwitchRow
        name={t(`doors.${door}`)}
        text={t(`doors.${door}Text`)}
        checked={wanted}
        onChange={(checked) => void changeDoors({ [door]: checked })}
      />
      {wanted && state && <Standing door={door} state={state} />}
    </div>
  )
}

function Standing({ door, state }: { readonly door: DoorRowProps['door']; readonly state: DoorsState }) {
  const { t } = useTranslation('settings')
  const { address, last } = state[door]
  if (address === null) {
    return (
      <p role="status" className={styles.text}>
        {t(state.problem ? 'doors.notOpen' : 'doors.opening')}
      </p>
    )
  }
  return (
    <>
      <div className={styles.line}>
        <code className={styles.value} aria-label={t('doors.address', { replace: { door: t(`doors.${door}`) } })}>
          {address}
        </code>
        <CopyButton
          text={address}
          label={t('doors.copyAddress', { replace: { door: t(`doors.${door}`) } })}
          onError={notifyError}
        />
      </div>
      <p className={styles.facts}>
        {last ? (
          <>
            {t('doors.last')} <bdi>{last.name === null ? t('doors.nameless') : safeName(last.name)}</bdi> ·{' '}
            <RelativeTime time={last.at} />
          </>
        ) : (
          t('doors.nobody')
        )}
      </p>
    </>
  )
}
