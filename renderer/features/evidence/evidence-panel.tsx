import { CircleHelp, CircleSlash, Hourglass, type LucideIcon, Quote, SearchX, Zap } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelectedTurn } from '@renderer/state/chat/evidence-selection'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { safeName } from '@renderer/ui/text/safe-name'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { EvidenceCard } from './evidence-card'
import styles from './evidence-panel.module.css'
import { FilterUsed } from './filter-used'
import { type PanelState, panelStateOf } from './panel-state'

/** The passages behind the selected answer. */
export function EvidencePanel() {
  const { t } = useTranslation('evidence')
  const turn = useSelectedTurn()
  if (!turn) return <EmptyState icon={Quote} title={t('nothingYet')} text={t('nothingYetText')} />
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <p className={styles.question} title={turn.question}>
          <bdi>{turn.question}</bdi>
        </p>
        {turn.evidence.length > 0 && <p className={styles.count}>{t('count', { count: turn.evidence.length })}</p>}
        {turn.model !== undefined && (
          <p className={styles.count}>{t('writtenBy', { replace: { model: safeName(turn.model) } })}</p>
        )}
        {turn.filter && <FilterUsed filter={turn.filter} />}
      </header>
      <Content turn={turn} state={panelStateOf(turn)} />
    </div>
  )
}

const emptyIcons: Partial<Record<PanelState, LucideIcon>> = {
  queued: Hourglass,
  askedBack: CircleHelp,
  aboutCairn: Zap,
  notFound: SearchX,
  ended: CircleSlash,
}

function Content({ turn, state }: { readonly turn: Turn; readonly state: PanelState }) {
  const { t } = useTranslation('evidence')
  if (state === 'list') {
    return <EvidenceList key={turn.turn_id} turnId={turn.turn_id} evidence={turn.evidence} refs={turn.refs} />
  }
  if (state === 'searching' || state === 'composing') {
    return (
      <div className={styles.waiting}>
        <p>{t(state)}</p>
        <Skeleton lines={3} label={t(state)} />
        {state === 'composing' && <Skeleton lines={3} label={t(state)} />}
      </div>
    )
  }
  return <EmptyState icon={emptyIcons[state] ?? Quote} title={t(`${state}.title`)} text={t(`${state}.text`)} />
}

interface EvidenceListProps extends Pick<Turn, 'evidence' | 'refs'> {
  readonly turnId: string
}

/** Takes no turn, because that is another with every word of the answer. */
const EvidenceList = memo(function EvidenceList({ turnId, evidence, refs }: EvidenceListProps) {
  const { t } = useTranslation('evidence')
  const list = useRef<HTMLOListElement>(null)
  const best = useMemo(() => Math.max(...evidence.map(({ score }) => score)), [evidence])
  const move = useCallback((event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('li > button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    const button = to === undefined || at < 0 ? undefined : buttons[Math.min(Math.max(to, 0), buttons.length - 1)]
    if (!button) return
    event.preventDefault()
    button.focus()
  }, [])
  return (
    <ol ref={list} className={styles.list} aria-label={t('list')}>
      {evidence.map((item) => (
        <EvidenceCard key={item.number} turnId={turnId} item={item} refs={refs} best={best} onMove={move} />
      ))}
    </ol>
  )
})
