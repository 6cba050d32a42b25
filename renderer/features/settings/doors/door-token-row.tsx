import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { doorToken, newDoorToken } from '@renderer/state/tools/doors'
import { attempt, notify, notifyError } from '@renderer/state/window/notices'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { hiddenToken } from './assistant-block'
import styles from './doors.module.css'

interface DoorTokenRowProps {
  /** Null while it is hidden. */
  readonly token: string | null
  readonly onToken: (token: string | null) => void
}

/** The secret of the doors: hidden until somebody wants to see it, copied without being seen, made anew. */
export function DoorTokenRow({ token, onToken }: DoorTokenRowProps) {
  const { t } = useTranslation('settings')
  const [asking, setAsking] = useState(false)
  const show = () => attempt(async () => onToken(await doorToken()))
  return (
    <div className={styles.door}>
      <SettingRow name={t('doors.token')} text={t('doors.tokenText')}>
        {() => (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('doors.rotate')}
          </Button>
        )}
      </SettingRow>
      <div className={styles.line}>
        <code className={styles.value} aria-label={t(token === null ? 'doors.tokenHidden' : 'doors.token')}>
          {token ?? hiddenToken}
        </code>
        <Button
          size="small"
          look="quiet"
          aria-pressed={token !== null}
          onClick={() => (token === null ? void show() : onToken(null))}
        >
          {t('doors.show')}
        </Button>
        <CopyButton text={token ?? doorToken} label={t('doors.copyToken')} onError={notifyError} />
      </div>
      {asking && (
        <RotateDialog
          onClose={() => setAsking(false)}
          // Another token than the one on the screen, but no more of it than was shown before.
          onMade={(made) => token !== null && onToken(made)}
        />
      )}
    </div>
  )
}

interface RotateDialogProps {
  readonly onClose: () => void
  readonly onMade: (token: string) => void
}

/** Asks first: no program gets in by the token before, and nothing brings that back. */
function RotateDialog({ onClose, onMade }: RotateDialogProps) {
  const { t } = useTranslation(['settings', 'app'])
  const rotate = async () => {
    onClose()
    await attempt(async () => onMade(await newDoorToken())).then(
      (done) => done && notify({ key: 'settings:doors.rotated' }),
    )
  }
  return (
    <Dialog onClose={onClose} title={t('doors.rotateTitle')}>
      <p className={styles.dialogText}>{t('doors.rotateText')}</p>
      <div className={styles.dialogButtons}>
        <Button onClick={onClose}>{t('app:cancel')}</Button>
        <Button look="danger" onClick={() => void rotate()}>
          {t('doors.rotateConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
