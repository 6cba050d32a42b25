import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { TurnContext } from '@shared/session/turn-context'
import { loadTurnContext, useTurnContexts } from '@renderer/state/chat/turns/turn-contexts'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { safeName } from '@renderer/ui/text/safe-name'
import { useScopeList } from '../question'
import styles from './compare-versions.module.css'
import type { VersionPair } from './version-pair'

interface VersionConditionsProps {
  readonly pair: VersionPair
  readonly names: Readonly<Record<'before' | 'after', string>>
}

/** What the two were asked with, where that differs: model, limits of the search, settings, choices of passages. */
export function VersionConditions({ pair: { before, after }, names }: VersionConditionsProps) {
  const { t } = useTranslation('chat')
  const [one, other] = [useContext(before), useContext(after)]
  const rowsBefore = useConditions(before, one?.context ?? null)
  const rowsAfter = useConditions(after, other?.context ?? null)
  const failed = [one, other].find((entry) => entry?.load === 'failed')
  const isReading = !failed && (!one?.context || !other?.context)
  const rows = rowsBefore
    .map(({ label, value }) => ({ label, before: value, after: rowsAfter.find((row) => row.label === label)?.value }))
    .filter((row) => row.before !== row.after && row.before !== undefined && row.after !== undefined)
  const again = () => {
    for (const turn of [before, after]) void loadTurnContext(turn.session_id, turn.turn_id)
  }
  if (isReading) return <Skeleton lines={2} label={t('compare.reading')} />
  return (
    <>
      {failed?.error && <ErrorNote error={failed.error} nothingLost onRetry={again} />}
      {rows.length === 0 && !failed && <p className={styles.note}>{t('compare.sameConditions')}</p>}
      {rows.length > 0 && (
        <table className={styles.conditions}>
          <thead>
            <tr>
              <td />
              <th scope="col">{names.before}</th>
              <th scope="col">{names.after}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td>{row.before}</td>
                <td>{row.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function useContext({ session_id: sessionId, turn_id: turnId }: Turn) {
  useEffect(() => void loadTurnContext(sessionId, turnId), [sessionId, turnId])
  return useTurnContexts(({ entries }) => entries[turnId])
}

interface Condition {
  readonly label: string
  /** undefined: the record does not say. */
  readonly value: string | undefined
}

function useConditions(turn: Turn, context: TurnContext | null): Condition[] {
  const { t } = useTranslation(['chat', 'settings'])
  const scope = useScopeList(turn.filter)
  const asked = context?.asked_with
  const retrieval = asked?.retrieval ?? undefined
  const onOff = (is: boolean | undefined) => (is === undefined ? undefined : t(is ? 'compare.on' : 'compare.off'))
  return [
    { label: t('compare.model'), value: turn.model === undefined ? t('compare.quoted') : safeName(turn.model) },
    { label: t('compare.scope'), value: scope === '' ? t('compare.everything') : scope },
    { label: t('settings:answers.graph'), value: retrieval && t(`graph.mode.${retrieval.graph}`) },
    { label: t('settings:answers.passages'), value: retrieval?.passages.toString() },
    { label: t('settings:answers.crossLanguage'), value: onOff(retrieval?.cross_language) },
    { label: t('settings:answers.askBack'), value: onOff(retrieval && retrieval.ask_back && !asked?.search_anyway) },
    { label: t('settings:answers.earlierChats'), value: onOff(retrieval?.earlier_chats) },
    { label: t('compare.embedder'), value: asked?.embedder === null ? undefined : asked?.embedder },
    { label: t('compare.pinned'), value: context?.choices.pinned.length.toString() },
    { label: t('compare.excluded'), value: context?.choices.excluded.length.toString() },
  ]
}
