import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeBackups,
  keepPassphrase,
  readBackupSchedule,
  useBackupSchedule,
} from '@renderer/state/backups/backup-schedule'
import { useConnection } from '@renderer/state/connection'
import { useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import { Switch } from '@renderer/ui/controls/switch'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from '../settings.module.css'

/** Whether backups that are made by themselves have a passphrase, and the passphrase, which the system's keychain keeps. */
export function SealedBackups() {
  const { t } = useTranslation('settings')
  const sealed = useSettings(({ settings }) => settings.backups.sealed)
  const kept = useBackupSchedule(({ schedule }) => schedule?.passphrase)
  const open = useConnection(({ status }) => status === 'open')
  useEffect(() => {
    if (open) void readBackupSchedule()
  }, [open])
  return (
    <>
      <SettingRow
        name={t('backup.sealed')}
        text={kept === 'no_keychain' ? t('backup.noKeychain') : t('backup.sealedText')}
      >
        {({ labelledBy }) => (
          <Switch
            labelledBy={labelledBy}
            checked={sealed}
            onChange={(value) => void changeBackups({ sealed: value })}
          />
        )}
      </SettingRow>
      {sealed && kept !== undefined && kept !== 'no_keychain' && (
        <PassphraseField key={kept} isKept={kept === 'kept'} />
      )}
    </>
  )
}

function PassphraseField({ isKept }: { readonly isKept: boolean }) {
  const { t } = useTranslation('settings')
  const [secret, setSecret] = useState('')
  const take = async () => {
    if (await keepPassphrase(secret)) setSecret('')
  }
  return (
    <form
      className={styles.backup}
      onSubmit={(event) => {
        event.preventDefault()
        void take()
      }}
    >
      <TextField
        type="password"
        autoComplete="new-password"
        label={t('backup.keptPassphrase')}
        hint={isKept ? t('backup.passphraseKept') : t('backup.passphraseWanted')}
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <div className={styles.folder}>
        <Button size="small" type="submit" disabled={secret === ''}>
          {t('backup.keepPassphrase')}
        </Button>
        {isKept && (
          <Button size="small" onClick={() => void keepPassphrase(null)}>
            {t('backup.forgetPassphrase')}
          </Button>
        )}
      </div>
    </form>
  )
}
