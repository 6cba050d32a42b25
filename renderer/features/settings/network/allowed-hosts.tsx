import type { NetworkRule } from '@shared/api/network-api'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { forgetHost, readRules } from '@renderer/state/network'
import { useSettings } from '@renderer/state/settings-store'
import { IconButton } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import { useEngineSentence } from '@renderer/ui/text/use-error-text'
import rows from '@renderer/ui/rows.module.css'
import styles from '../tools/tools.module.css'

/** The hosts that are allowed for good: why, when each was last reached, and a way to take it back. */
export function AllowedHosts() {
  const { t } = useTranslation('settings')
  const open = useConnection(({ status }) => status === 'open')
  const hosts = useSettings(({ settings }) => settings.models.allowed_hosts.join('\n'))
  const rules = useFetched(open ? `rules ${hosts}` : null, readRules)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = rules.value ?? rules.last?.value
  const forget = async (host: string) => {
    if (await forgetHost(host)) heading.current?.focus()
  }
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
        {t('network.rules')}
      </h3>
      {rules.error && <ErrorNote error={rules.error} nothingLost onRetry={rules.again} />}
      {shown?.length === 0 && <p className={rows.none}>{t('network.noRules')}</p>}
      {shown && shown.length > 0 && (
        <ul className={rows.list} aria-label={t('network.rules')}>
          {shown.map((rule) => (
            <li key={rule.host} className={rows.line}>
              <div className={rows.what}>
                <bdi className={styles.toolName}>{safeName(rule.host)}</bdi>
                <RuleFacts rule={rule} />
              </div>
              <IconButton
                icon={X}
                label={t('network.forget', { replace: { host: safeName(rule.host) } })}
                onClick={() => void forget(rule.host)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function RuleFacts({ rule: { reason, allowed_at: since, last_used: used, uses } }: { readonly rule: NetworkRule }) {
  const { t } = useTranslation('settings')
  const say = useEngineSentence()
  return (
    <p className={rows.facts}>
      {reason !== null && <>{t('network.reason', { replace: { reason: safeName(say(reason)) } })} · </>}
      {since !== null && (
        <>
          {t('network.since')} <RelativeTime time={since} /> ·{' '}
        </>
      )}
      {used === null ? (
        t('network.never')
      ) : (
        <>
          {t('network.used', { count: uses })} <RelativeTime time={used} />
        </>
      )}
    </p>
  )
}
