import type { NetworkAttempt } from '@shared/models/models'
import { RotateCw, ShieldCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { changeModelSettings, readNetworkLog, useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

const mostShown = 50

/** The attempts to reach the network since Cairn started, and the hosts that are allowed. */
export function NetworkSection() {
  const { t } = useTranslation('models')
  const { number } = useTexts()
  const { network, networkError } = useModels()
  // A download that begins, ends or is refused is something to see here.
  const downloads = useModels(({ state }) => state?.downloads.map((one) => `${one.id} ${one.state}`).join(' ') ?? '')
  useEffect(() => {
    if (downloads !== '') void readNetworkLog()
  }, [downloads])
  return (
    <>
      <p className={styles.intro}>{t('network.intro')}</p>
      <AllowedHosts />
      {networkError && <ErrorNote error={networkError} nothingLost onRetry={() => void readNetworkLog()} />}
      {network?.length === 0 && (
        <EmptyState
          icon={ShieldCheck}
          title={t('network.nothing')}
          action={
            <Button size="small" onClick={() => void readNetworkLog()}>
              {t('network.look')}
            </Button>
          }
        />
      )}
      {network && network.length > 0 && (
        <>
          <div className={styles.line}>
            <p className={styles.name}>{t('network.log')}</p>
            <IconButton icon={RotateCw} label={t('network.look')} onClick={() => void readNetworkLog()} />
          </div>
          <Attempts attempts={network.slice(0, mostShown)} />
          {network.length > mostShown && (
            <p className={styles.hint}>{t('network.more', { number: number(network.length - mostShown) })}</p>
          )}
        </>
      )}
    </>
  )
}

function AllowedHosts() {
  const { t } = useTranslation('models')
  const hosts = useSettings(({ settings }) => settings.models.allowed_hosts)
  return (
    <div className={styles.block}>
      <p className={styles.name}>{t('network.allowed')}</p>
      {hosts.length === 0 ? (
        <p className={styles.text}>{t('network.noneAllowed')}</p>
      ) : (
        <ul className={styles.chips} aria-label={t('network.allowed')}>
          {hosts.map((host) => (
            <li key={host} className={styles.chip}>
              <code>{safeName(host)}</code>
              <IconButton
                icon={X}
                label={t('network.forbid', { host: safeName(host) })}
                onClick={() => void changeModelSettings({ allowed_hosts: hosts.filter((one) => one !== host) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Attempts({ attempts }: { readonly attempts: readonly NetworkAttempt[] }) {
  const { t } = useTranslation('models')
  const { clock } = useTexts()
  return (
    <table className={styles.table}>
      <caption className="unseen">{t('network.log')}</caption>
      <thead>
        <tr>
          {(['at', 'host', 'purpose', 'outcome'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`network.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map(({ at, host, purpose, outcome }, index) => (
          <tr key={`${at} ${index}`}>
            <td className="numeric">{clock(at)}</td>
            <td>
              <code>{safeName(host)}</code>
            </td>
            <td>{safeName(purpose)}</td>
            <td className={classes(outcome === 'denied' && styles.denied, outcome === 'failed' && styles.failed)}>
              {t(`network.outcomes.${outcome}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
