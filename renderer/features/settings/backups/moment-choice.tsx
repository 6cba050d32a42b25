import type { BackupMoments } from '@shared/api/store/backup-api'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Backup, forgetMoments, restoreFrom } from '@renderer/state/backups/backup-work'
import { Button } from '@renderer/ui/controls/button'
import { Select } from '@renderer/ui/controls/select'
import styles from '../settings.module.css'

interface MomentChoiceProps extends Backup {
  /** Oldest first, more than one. */
  readonly moments: BackupMoments['moments']
}

/** Which moment of a backup is restored: the last one unless a person chooses another. */
export function MomentChoice({ moments, path, passphrase }: MomentChoiceProps) {
  const { t, i18n } = useTranslation(['settings', 'app'])
  const label = useId()
  const [chosen, setChosen] = useState(String(moments.at(-1)?.made_at ?? ''))
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' })
  const options = moments.toReversed().map(({ made_at, counts: { documents, sessions } }) => ({
    value: String(made_at),
    text: format.format(made_at),
    note: t('backup.momentHolds', { documents, sessions }),
  }))
  return (
    <div className={styles.moments}>
      <p id={label} className={styles.text}>
        {t('backup.chooseMoment', { count: moments.length })}
      </p>
      <Select
        value={chosen}
        options={options}
        labelledBy={label}
        onChange={(value) => value !== null && setChosen(value)}
      />
      <div className={styles.folder}>
        <Button size="small" onClick={() => void restoreFrom({ path, passphrase }, Number(chosen))}>
          {t('backup.restoreMoment')}
        </Button>
        <Button size="small" onClick={forgetMoments}>
          {t('app:cancel')}
        </Button>
      </div>
    </div>
  )
}
