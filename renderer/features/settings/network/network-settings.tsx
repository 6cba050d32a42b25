import { useTranslation } from 'react-i18next'
import { setOffline } from '@renderer/state/network'
import { useSettings } from '@renderer/state/settings-store'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import rows from '@renderer/ui/rows.module.css'
import { AttemptList } from './attempt-list'
import { AllowedHosts } from './allowed-hosts'

/** What may reach the network: the switch, the hosts that are allowed, and everything that tried. */
export function NetworkSettings() {
  const { t } = useTranslation('settings')
  const { offline } = useSettings(({ settings }) => settings.network)
  return (
    <>
      <p className={rows.intro}>{t('network.intro')}</p>
      <SwitchRow
        name={t('network.offline')}
        text={t('network.offlineText')}
        checked={offline}
        onChange={(on) => void setOffline(on)}
      />
      <AllowedHosts />
      <AttemptList />
    </>
  )
}
