import { passphraseLength } from '@shared/api/store/encryption-state'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { givePassphrase, useUnlock } from '@renderer/state/unlock'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from './unlock-layer.module.css'

/** Asks for the passphrase of a store that is encrypted, before anything else can be shown. */
export function UnlockLayer() {
  const wanted = useUnlock((state) => state.wanted)
  return wanted && <Unlock wrong={wanted.wrong} />
}

function Unlock({ wrong }: { readonly wrong: boolean }) {
  const { t } = useTranslation('app')
  const trying = useUnlock((state) => state.trying)
  const [secret, setSecret] = useState('')
  return (
    // Closed by its buttons alone: what was typed is not lost to a stray key.
    <Dialog onClose={() => undefined} title={t('unlock.title')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (secret !== '' && !trying) givePassphrase(secret)
        }}
      >
        <p className={styles.text}>{t('unlock.text')}</p>
        <TextField
          type="password"
          autoComplete="current-password"
          label={t('unlock.passphrase')}
          value={secret}
          maxLength={passphraseLength.most}
          aria-invalid={wrong && !trying}
          onChange={(event) => setSecret(event.target.value)}
        />
        <p role="status" className={wrong && !trying ? styles.wrong : styles.text}>
          {trying ? t('unlock.trying') : wrong ? t('unlock.wrong') : ''}
        </p>
        <div className={styles.buttons}>
          <Button onClick={() => givePassphrase(null)}>{t('unlock.other')}</Button>
          <Button type="submit" look="primary" disabled={secret === '' || trying}>
            {t('unlock.open')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
