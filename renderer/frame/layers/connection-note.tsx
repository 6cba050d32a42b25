import { Check, Unplug } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { useUnlock } from '@renderer/state/unlock'
import { classes } from '@renderer/ui/classes'
import styles from './connection-note.module.css'

const backMs = 2500
const longMs = 15_000

/** Says that the engine is away, and for a moment that it is back. It covers nothing and stops nothing. */
export function ConnectionNote() {
  const { t } = useTranslation('app')
  const status = useConnection((state) => state.status)
  // The engine waits for a person then, and they are asked elsewhere.
  const isAsked = useUnlock((state) => state.wanted !== null)
  const [wasLost, setWasLost] = useState(false)
  const [long, setLong] = useState(false)
  if (status === 'lost' && !wasLost) setWasLost(true)
  if (status === 'open' && long) setLong(false)
  useEffect(() => {
    if (status === 'open' && !wasLost) return
    const timer = setTimeout(
      () => (status === 'open' ? setWasLost(false) : setLong(true)),
      status === 'open' ? backMs : longMs,
    )
    return () => clearTimeout(timer)
  }, [status, wasLost])
  const back = status === 'open' && wasLost
  const text = back
    ? t('reconnected')
    : status === 'lost'
      ? t(long ? 'lostLong' : 'lost')
      : status === 'connecting' && long && !isAsked
        ? t('connectingLong')
        : ''
  return (
    <div className={styles.place} role="status">
      {text !== '' && (
        <p className={classes(styles.note, back && styles.back)}>
          {back ? <Check size={14} strokeWidth={2} aria-hidden /> : <Unplug size={14} strokeWidth={1.75} aria-hidden />}
          <span className={styles.text} title={text}>
            {text}
          </span>
        </p>
      )}
    </div>
  )
}
