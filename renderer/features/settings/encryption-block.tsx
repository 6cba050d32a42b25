import { type EncryptionState, passphraseLength } from '@shared/api/store/encryption-state'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import {
  changeEncryptionPassphrase,
  keepInKeychain,
  readEncryption,
  turnEncryptionOff,
  turnEncryptionOn,
  useEncryption,
} from '@renderer/state/encryption'
import { Button } from '@renderer/ui/controls/button'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import styles from './settings.module.css'

type Asked = 'on' | 'change' | 'off'

/** Encryption of the data folder, and what it is not of. */
export function EncryptionBlock() {
  const { t } = useTranslation('settings')
  const { encryption, error } = useEncryption()
  const open = useConnection(({ status }) => status === 'open')
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    if (open) void readEncryption()
  }, [open])
  const close = () => setAsked(null)
  return (
    <section className={styles.block} aria-label={t('encryption.title')}>
      <p className={styles.name}>{t('encryption.title')}</p>
      <p className={styles.text}>{t('encryption.text')}</p>
      {error && <ErrorNote error={error} onRetry={() => void readEncryption()} />}
      {encryption && <Standing encryption={encryption} onAsk={setAsked} />}
      {asked === 'on' && <TurnOn canKeep={encryption?.keychain !== 'no_keychain'} onClose={close} />}
      {asked === 'change' && <Change onClose={close} />}
      {asked === 'off' && <TurnOff onClose={close} />}
    </section>
  )
}

interface StandingProps {
  readonly encryption: EncryptionState
  readonly onAsk: (asked: Asked) => void
}

function Standing({ encryption: { on, work, trouble, keychain }, onAsk }: StandingProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      <div role="status">
        {work && !trouble && (
          <div className={styles.progress}>
            <ProgressBar
              done={work.done}
              total={work.total}
              label={t(on ? 'encryption.sealing' : 'encryption.opening')}
            />
            <p className={styles.text}>{t(on ? 'encryption.sealing' : 'encryption.opening')}</p>
          </div>
        )}
        {on && !work && <p className={styles.good}>{t('encryption.isOn')}</p>}
      </div>
      {trouble && <ErrorNote error={trouble} title={t('encryption.stopped')} nothingLost />}
      {!work && (
        <div className={styles.folder}>
          {on ? (
            <>
              <Button size="small" onClick={() => onAsk('change')}>
                {t('encryption.change')}
              </Button>
              <Button size="small" onClick={() => onAsk('off')}>
                {t('encryption.turnOff')}
              </Button>
            </>
          ) : (
            <Button size="small" onClick={() => onAsk('on')}>
              {t('encryption.turnOn')}
            </Button>
          )}
        </div>
      )}
      {on && keychain === 'no_keychain' && <p className={styles.text}>{t('encryption.noKeychain')}</p>}
      {on && keychain !== 'no_keychain' && (
        <SwitchRow
          name={t('encryption.keep')}
          text={t('encryption.keepText')}
          checked={keychain === 'kept'}
          onChange={(keep) => void keepInKeychain(keep)}
        />
      )}
    </>
  )
}

/** As long as the engine wants it, and typed the same twice. */
function isFilledIn(secret: string, again: string): boolean {
  return Array.from(secret).length >= passphraseLength.least && secret === again
}

interface DialogProps {
  readonly onClose: () => void
}

function TurnOn({ canKeep, onClose }: DialogProps & { readonly canKeep: boolean }) {
  const { t } = useTranslation('settings')
  const [secret, setSecret] = useState('')
  const [again, setAgain] = useState('')
  const [keep, setKeep] = useState(canKeep)
  return (
    <FormDialog
      title={t('encryption.turnOnTitle')}
      submitText={t('encryption.turnOnNow')}
      ready={isFilledIn(secret, again)}
      onSubmit={{ tried: () => turnEncryptionOn(secret, keep) }}
      onClose={onClose}
    >
      <p className={styles.text}>{t('encryption.lost')}</p>
      <NewPassphrase secret={secret} again={again} onSecret={setSecret} onAgain={setAgain} />
      {canKeep && (
        <SwitchRow name={t('encryption.keep')} text={t('encryption.keepText')} checked={keep} onChange={setKeep} />
      )}
    </FormDialog>
  )
}

function Change({ onClose }: DialogProps) {
  const { t } = useTranslation('settings')
  const [now, setNow] = useState('')
  const [secret, setSecret] = useState('')
  const [again, setAgain] = useState('')
  return (
    <FormDialog
      title={t('encryption.changeTitle')}
      submitText={t('encryption.changeNow')}
      ready={now !== '' && isFilledIn(secret, again)}
      onSubmit={{ tried: () => changeEncryptionPassphrase(now, secret) }}
      onClose={onClose}
    >
      <Passphrase label={t('encryption.now')} value={now} onChange={setNow} />
      <NewPassphrase secret={secret} again={again} onSecret={setSecret} onAgain={setAgain} />
    </FormDialog>
  )
}

function TurnOff({ onClose }: DialogProps) {
  const { t } = useTranslation('settings')
  const [now, setNow] = useState('')
  return (
    <FormDialog
      title={t('encryption.turnOffNow')}
      submitText={t('encryption.turnOffNow')}
      ready={now !== ''}
      onSubmit={{ tried: () => turnEncryptionOff(now) }}
      onClose={onClose}
    >
      <p className={styles.text}>{t('encryption.turnOffText')}</p>
      <Passphrase label={t('encryption.now')} value={now} onChange={setNow} />
    </FormDialog>
  )
}

interface PassphraseProps {
  readonly label: string
  readonly hint?: string
  readonly isNew?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

function Passphrase({ label, hint, isNew = false, value, onChange }: PassphraseProps) {
  return (
    <TextField
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      label={label}
      hint={hint}
      value={value}
      maxLength={passphraseLength.most}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface NewPassphraseProps {
  readonly secret: string
  readonly again: string
  readonly onSecret: (value: string) => void
  readonly onAgain: (value: string) => void
}

function NewPassphrase({ secret, again, onSecret, onAgain }: NewPassphraseProps) {
  const { t } = useTranslation('settings')
  const differ = again !== '' && !secret.startsWith(again)
  return (
    <>
      <Passphrase isNew label={t('encryption.new')} hint={t('encryption.newHint')} value={secret} onChange={onSecret} />
      <Passphrase
        isNew
        label={t('encryption.again')}
        hint={differ ? t('encryption.differ') : ''}
        value={again}
        onChange={onAgain}
      />
    </>
  )
}
