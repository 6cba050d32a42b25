import type { LoopbackServer } from '@shared/models/models'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setServerKey } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { safeName } from '@renderer/ui/text/safe-name'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from '../models.module.css'

/** The key of a server: whether one is kept, and where it is given. A key that is kept is never shown. */
export function KeyEntry({ server }: { readonly server: LoopbackServer }) {
  const { t } = useTranslation('models')
  const { url, name, has_key: hasKey, needs_key: needsKey } = server
  const [isOpen, setOpen] = useState(false)
  const [key, setKey] = useState('')
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!(await setServerKey(url, key.trim()))) return
    setKey('')
    setOpen(false)
  }
  if (!needsKey && !isOpen) {
    return (
      <div className={styles.buttons}>
        {hasKey && <span className={styles.have}>{t('servers.key.saved')}</span>}
        <Button
          size="small"
          look="quiet"
          aria-label={t(hasKey ? 'servers.key.changeNamed' : 'servers.key.giveNamed', { name: safeName(name) })}
          onClick={() => setOpen(true)}
        >
          {t(hasKey ? 'servers.key.change' : 'servers.key.give')}
        </Button>
        {hasKey && <RemoveKey server={server} />}
      </div>
    )
  }
  return (
    <form className={styles.address} onSubmit={(event) => void save(event)}>
      {needsKey && (
        <p className={styles.note} role="status">
          {t(hasKey ? 'servers.key.refused' : 'servers.key.needed')}
        </p>
      )}
      <TextField
        type="password"
        label={t('servers.key.label', { name: safeName(name) })}
        hint={t('servers.key.hint')}
        autoComplete="new-password"
        maxLength={2000}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="small" disabled={!/^[\x21-\x7e]+$/u.test(key.trim())}>
          {t('servers.key.save')}
        </Button>
        {hasKey && <RemoveKey server={server} />}
      </div>
    </form>
  )
}

function RemoveKey({ server: { url, name } }: { readonly server: LoopbackServer }) {
  const { t } = useTranslation('models')
  return (
    <Button
      size="small"
      look="quiet"
      aria-label={t('servers.key.removeNamed', { name: safeName(name) })}
      onClick={() => void setServerKey(url, null)}
    >
      {t('servers.key.remove')}
    </Button>
  )
}
