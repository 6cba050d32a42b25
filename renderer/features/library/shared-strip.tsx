import { CloudOff, KeyRound, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { libraryNotice, useSharedLibrary } from '@renderer/state/library/library-access'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './activity-strip.module.css'

/** Why a library that several share cannot be changed now, or shows nothing new. */
export function SharedStrip() {
  const { t, i18n } = useTranslation('library')
  const notice = libraryNotice(useSharedLibrary(({ access }) => access))
  if (notice === null) return null
  const Icon = notice.kind === 'othersWrite' ? UsersRound : notice.kind === 'refused' ? KeyRound : CloudOff
  const time = (at: number) => new Date(at).toLocaleTimeString(i18n.language, { hour: '2-digit', minute: '2-digit' })
  const text =
    notice.kind === 'othersWrite'
      ? t('shared.othersWrite', { who: safeName(notice.who), time: time(notice.since) })
      : t(`shared.${notice.kind}`)
  return (
    <div className={styles.strip} role="status">
      <Icon size={16} strokeWidth={1.75} className={styles.faint} aria-hidden />
      <span className={classes('numeric', styles.result)}>{text}</span>
    </div>
  )
}
