import type { ImportedSession } from '@shared/session/turn-context'
import { Check, CircleAlert, Equal, GitMerge, type LucideIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeExchange } from '@renderer/state/library/exchange'
import { type ImportFile, retryImport } from '@renderer/state/library/imports'
import { go } from '@renderer/state/window/address'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from './import-dialog.module.css'
import { countOutcomes, inOrderOfNote, outcomeWording } from './import-report'

/** Rows at first, and more with each press: a bundle may hold thousands. */
const rowsAtOnce = 50

/** A file of the import: its progress, and the outcome of each of its chats. */
export function ImportFileReport({ file }: { readonly file: ImportFile }) {
  const { t, i18n } = useTranslation(['exchange', 'app'])
  const { id, state, sent, size, sessions, error } = file
  const name = safeName(file.name)
  const [most, setMost] = useState(rowsAtOnce)
  const shown = inOrderOfNote(sessions).slice(0, most)
  const said = useCountWords(file)
  // In English the engine's own sentences say it more exactly.
  const isForeign = error?.code === 'INVALID_INPUT' && i18n.language !== 'en'
  const inWords = isForeign ? { message: t('import.invalid'), action: t('import.invalidAction') } : undefined
  return (
    <li className={styles.file}>
      {state !== 'failed' && (
        <p className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </p>
      )}
      {state === 'sending' && <ProgressBar done={sent} total={size} label={t('import.sending', { name })} />}
      {state === 'done' ? (
        <p className={styles.good}>
          <Check size={16} strokeWidth={2} aria-hidden />
          <span className="numeric">{said.length === 0 ? t('import.empty') : said.join(t('import.comma'))}</span>
        </p>
      ) : (
        state !== 'failed' && <p className={styles.hint}>{t(`import.states.${state}`)}</p>
      )}
      {state === 'stopped' && (
        <Button size="small" className={styles.again} onClick={() => retryImport(id)}>
          {t('app:retry')}
        </Button>
      )}
      {error && (
        <ErrorNote
          title={t('import.failed', { name: `\u2068${name}\u2069` })}
          error={error}
          inWords={inWords}
          nothingLost
          onRetry={() => retryImport(id)}
        />
      )}
      {shown.length > 0 && (
        <ul className={styles.sessions}>
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions.length > shown.length && (
        <Button size="small" look="quiet" className={styles.again} onClick={() => setMost(most + 10 * rowsAtOnce)}>
          {t('import.more', {
            count: sessions.length - shown.length,
            number: numberText(sessions.length - shown.length),
          })}
        </Button>
      )}
    </li>
  )
}

/** How many of each kind were added, merged and known. */
function useCountWords({ sessions, parts }: ImportFile): string[] {
  const { t } = useTranslation('exchange')
  const counts = countOutcomes(sessions)
  const added = (kind: 'research' | 'notebook') =>
    parts.filter((part) => part.kind === kind && part.outcome === 'added').length
  const all = { ...counts, research: added('research'), notebook: added('notebook') }
  return (['added', 'merged', 'unchanged', 'research', 'notebook'] as const)
    .filter((each) => all[each] > 0)
    .map((each) => t(`import.counts.${each}`, { count: all[each], number: numberText(all[each]) }))
}

const icons: Readonly<Record<ImportedSession['outcome'], LucideIcon>> = {
  added: Plus,
  merged: GitMerge,
  unchanged: Equal,
}

function SessionRow({ session }: { readonly session: ImportedSession }) {
  const { t } = useTranslation('exchange')
  const title = safeName(session.title)
  const differs = session.conflicts.length > 0
  const Icon = differs ? CircleAlert : icons[session.outcome]
  const words = outcomeWording(session).map(({ key, count }) =>
    t(`outcome.${key}`, { count, number: numberText(count) }),
  )
  return (
    <li className={styles.session}>
      <Icon size={15} strokeWidth={1.75} className={differs ? styles.differs : styles.icon} aria-hidden />
      <div className={styles.words}>
        <button
          type="button"
          className={styles.title}
          title={t('import.open', { title })}
          onClick={() => {
            closeExchange()
            go({ view: 'chat', sessionId: session.id })
          }}
        >
          <bdi>{title}</bdi>
        </button>
        <p className={styles.hint}>{words.join(' ')}</p>
      </div>
    </li>
  )
}
