import type { ToolRun } from '@shared/tools/tool-run'
import { ChevronDown, ChevronUp, CircleAlert, Lock, Wrench } from 'lucide-react'
import { memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { foldToolCard, toolCardId, useToolCards } from '@renderer/state/chat/tool-cards-open'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { useToolConsents } from '@renderer/state/tools/tool-consents'
import { classes } from '@renderer/ui/classes'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { durationText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './tool-cards.module.css'

const ToolConsent = lazyPart(() => import('./tool-consent').then((file) => file.ToolConsent))
const ToolDetails = lazyPart(() => import('./tool-details').then((file) => file.ToolDetails))

/** The tools that ran for a turn, each with what was asked of it and what it gave. */
export const ToolCards = memo(function ToolCards({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  const { tools } = turn
  if (!tools || tools.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('tools.list')}>
      {tools.map((run) => (
        <ToolCard key={run.call_id} run={run} turn={turn} />
      ))}
    </ul>
  )
}, sameButWords)

const icons = { starting: Wrench, running: Wrench, done: Wrench, failed: CircleAlert, needs_consent: Lock }

function ToolCard({ run, turn }: { readonly run: ToolRun; readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  const { call_id: id, state, title, server } = run
  const isUnfolded = useToolCards(({ unfolded }) => unfolded[id]) ?? state === 'needs_consent'
  const Icon = icons[state]
  const Chevron = isUnfolded ? ChevronUp : ChevronDown
  const said = useStateText(run)
  return (
    <li id={toolCardId(id)} className={classes(styles.card, styles[state])}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isUnfolded}
        onClick={() => foldToolCard(id, !isUnfolded)}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        <bdi className={styles.title}>{safeName(title)}</bdi>
        {server !== undefined && (
          <span className={styles.server}>{t('tools.of', { replace: { server: safeName(server) } })}</span>
        )}
        <span className={classes(styles.state, 'numeric')}>{said}</span>
        <Chevron size={14} strokeWidth={1.75} aria-hidden />
      </button>
      {isUnfolded && (
        <Suspense fallback={null}>
          {state === 'needs_consent' ? <ToolConsent run={run} turn={turn} /> : <ToolDetails run={run} />}
        </Suspense>
      )}
    </li>
  )
}

/** What became of a call; how long it took, where it is done. */
function useStateText({ state, ms, server, tool }: ToolRun): string {
  const { t } = useTranslation('chat')
  const isRefused = useToolConsents(
    ({ list }) =>
      state === 'needs_consent' &&
      (list?.some((one) => one.server === server && one.tool === tool && one.answer === 'never') ?? false),
  )
  if (isRefused) return t('tools.refused')
  return state === 'done' && ms !== undefined ? durationText(ms) : t(`tools.${state}`)
}
