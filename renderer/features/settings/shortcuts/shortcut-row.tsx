import { defaultShortcuts, type ShortcutAction } from '@shared/settings'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comboOf, fixedActions, fixedShortcuts, keysOf } from '@renderer/state/window/shortcuts'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { KeyCombo } from '@renderer/ui/controls/labels'
import { isKeptByBrowser, isUsable } from './assign-shortcut'
import styles from '../settings.module.css'

interface ShortcutRowProps {
  readonly action: ShortcutAction
  readonly combo: string
  readonly isDefault: boolean
  readonly recording: boolean
  readonly keptByBrowser: boolean
  /** The other action that has a combination now. */
  readonly holderOf: (combo: string) => ShortcutAction | undefined
  readonly onRecord: (on: boolean) => void
  readonly onAssign: (combo: string) => void
}

/** An action and its keys. While recording, the row takes the next combination; for one that is in use it asks first. */
export function ShortcutRow(props: ShortcutRowProps) {
  const { action, combo, isDefault, recording, keptByBrowser, holderOf, onRecord, onAssign } = props
  const { t } = useTranslation(['settings', 'app'])
  const [pressed, setPressed] = useState('')
  const name = t(`shortcuts.actions.${action}`)
  const holder = recording && pressed !== '' ? holderOf(pressed) : undefined
  const refused = recording && pressed !== '' && !isUsable(pressed)
  const record = (on: boolean) => {
    setPressed('')
    onRecord(on)
  }
  const take = (next: string) => {
    if (next === combo) record(false)
    else if (!isUsable(next) || holderOf(next) || fixedFor(next)) setPressed(next)
    else onAssign(next)
  }
  return (
    <li className={styles.shortcut}>
      <span className={styles.what}>
        {name}
        {keptByBrowser && isKeptByBrowser(combo) && <span className={styles.text}>{t('shortcuts.browserKeeps')}</span>}
        {recording && pressed !== '' && <Problem combo={combo} pressed={pressed} holder={holder} />}
      </span>
      {holder && !refused ? (
        <span className={styles.pair}>
          <Button size="small" onClick={() => onAssign(pressed)}>
            {t('shortcuts.swap')}
          </Button>
          <Button size="small" look="quiet" onClick={() => record(false)}>
            {t('app:cancel')}
          </Button>
        </span>
      ) : (
        <span className={styles.pair}>
          {!isDefault && !recording && (
            <IconButton
              icon={RotateCcw}
              label={t('shortcuts.reset', { name })}
              onClick={() => onAssign(defaultShortcuts[action])}
            />
          )}
          <KeyRecorder {...props} name={name} onRecord={record} onPress={take} />
        </span>
      )}
    </li>
  )
}

/** The action that a combination stands for and always will. */
function fixedFor(combo: string) {
  return fixedActions.find((action) => fixedShortcuts[action] === combo)
}

interface ProblemProps {
  readonly combo: string
  readonly pressed: string
  readonly holder: ShortcutAction | undefined
}

/** Why what was pressed cannot be taken as it is. */
function Problem({ combo, pressed, holder }: ProblemProps) {
  const { t } = useTranslation('settings')
  const fixed = fixedFor(pressed)
  const refused = !isUsable(pressed)
  const [keys, instead] = [keysOf(pressed).join('+'), keysOf(combo).join('+')]
  const texts = [
    refused && t('shortcuts.needsModifier'),
    fixed && t('shortcuts.fixedConflict', { keys, other: t(`shortcuts.fixed.${fixed}`) }),
    holder && !refused && t('shortcuts.conflict', { keys, other: t(`shortcuts.actions.${holder}`), instead }),
  ].filter((text) => typeof text === 'string')
  return texts.map((text) => (
    <span key={text} className={styles.warning} role="alert">
      {text}
    </span>
  ))
}

interface KeyRecorderProps extends Pick<ShortcutRowProps, 'action' | 'combo' | 'recording' | 'onRecord'> {
  readonly name: string
  readonly onPress: (combo: string) => void
}

/** The keys as they are; pressed, it takes the next combination. Tab goes on, Escape leaves. */
function KeyRecorder({ action, combo, recording, name, onRecord, onPress }: KeyRecorderProps) {
  const { t } = useTranslation('settings')
  return (
    <button
      type="button"
      className={classes(styles.keys, recording && styles.recording)}
      onClick={() => onRecord(!recording)}
      onBlur={() => recording && onRecord(false)}
      onKeyDown={(event) => {
        if (!recording || event.key === 'Tab') return
        event.preventDefault()
        event.stopPropagation()
        const next = comboOf(event.nativeEvent)
        if (next === 'escape' && action !== 'stop') onRecord(false)
        else if (next !== '' && !event.repeat) onPress(next)
      }}
    >
      {recording ? (
        t('shortcuts.pressKeys')
      ) : (
        <>
          <span className="unseen">{t('shortcuts.change', { name })} </span>
          <KeyCombo keys={keysOf(combo)} />
        </>
      )}
    </button>
  )
}
