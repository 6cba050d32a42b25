import type { SearchFilter } from '@shared/documents'
import {
  Ban,
  CircleHelp,
  CircleSlash,
  Filter,
  Hourglass,
  Library,
  type LucideIcon,
  Quote,
  SearchX,
  Zap,
} from 'lucide-react'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { useChat } from '@renderer/state/chat/chat-store'
import { useSelectedTurn } from '@renderer/state/chat/evidence-selection'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { showPassages } from '@renderer/state/window/panel-tab'
import { Button } from '@renderer/ui/controls/button'
import { ChoicesBar } from '@renderer/answer/choices-bar'
import { moveInList } from '@renderer/ui/list-keys'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { safeName } from '@renderer/ui/text/safe-name'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { useLibrary } from '@renderer/state/library/library-store'
import { scopeName } from '@renderer/ui/documents/scope-name'
import { collectionName } from '@renderer/ui/documents/file-name'
import { listText } from '@renderer/ui/text/figure-text'
import { textLanguage } from '@renderer/ui/text/text-language'
import { EvidenceCard } from './evidence-card'
import styles from './evidence-panel.module.css'
import { bestScore, type PanelState, panelStateOf } from './panel-state'

/** The passages behind the selected answer. */
export function EvidencePanel() {
  const { t } = useTranslation('evidence')
  const turn = useSelectedTurn()
  const behind = useChat(({ sessions }) => {
    const turns = turn && sessions[turn.session_id]?.turns
    return turns?.some(({ status, turn_id: id }) => status === 'running' && id !== turn?.turn_id) ?? false
  })
  if (!turn) return <EmptyState icon={Quote} title={t('nothingYet')} text={t('nothingYetText')} />
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <p className={styles.question} title={turn.question}>
          <bdi lang={textLanguage(turn.question)}>{turn.question}</bdi>
        </p>
        {turn.evidence.length > 0 && <Counts evidence={turn.evidence} />}
        {turn.model !== undefined && (
          <p className={styles.count}>{t('writtenBy', { replace: { model: safeName(turn.model) } })}</p>
        )}
        {turn.filter && <FilterUsed filter={turn.filter} />}
      </header>
      <Content turn={turn} state={panelStateOf(turn, behind)} />
    </div>
  )
}

/** How many passages there are, and how many results of tools. */
function Counts({ evidence }: Pick<Turn, 'evidence'>) {
  const { t } = useTranslation('evidence')
  const results = evidence.filter(({ kind }) => kind === 'tool').length
  const passages = evidence.length - results
  const counts = [
    results > 0 && t('results', { count: results }),
    passages > 0 && t('count', { count: passages }),
  ].filter((text) => text !== false)
  return <p className={styles.count}>{counts.join(' · ')}</p>
}

const emptyIcons: Partial<Record<PanelState, LucideIcon>> = {
  queued: Hourglass,
  askedBack: CircleHelp,
  aboutCairn: Zap,
  fromList: Library,
  notFound: SearchX,
  ended: CircleSlash,
}

function Content({ turn, state }: { readonly turn: Turn; readonly state: PanelState }) {
  const { t } = useTranslation('evidence')
  if (state === 'list') {
    return (
      <>
        <EvidenceList
          key={turn.turn_id}
          turnId={turn.turn_id}
          sessionId={turn.session_id}
          evidence={turn.evidence}
          refs={turn.refs}
        />
        {turn.status === 'complete' && <ChangeSources />}
        <ChoicesBar turn={turn} />
      </>
    )
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
  readonly sessionId: string
}

/** Takes no turn, because that is another with every word of the answer. */
const EvidenceList = memo(function EvidenceList({ turnId, sessionId, evidence, refs }: EvidenceListProps) {
  const { t } = useTranslation('evidence')
  const best = useMemo(() => bestScore(evidence), [evidence])
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons
    <ol className={styles.list} aria-label={t('list')} onKeyDown={moveInList}>
      {evidence.map((item) => (
        <EvidenceCard key={item.number} turnId={turnId} sessionId={sessionId} item={item} refs={refs} best={best} />
      ))}
    </ol>
  )
})

const mostNamed = 3

/** The filter of the search. */
function FilterUsed({ filter }: { readonly filter: SearchFilter }) {
  const { t } = useTranslation('evidence')
  const documents = useLibrary(
    useShallow((state) => (filter.documents ?? []).map((id) => state.documents.get(id)?.name ?? null)),
  )
  const names = [
    ...(filter.collections ?? []).map(collectionName),
    ...(filter.tags ?? []).map((tag) => `#${tag}`),
    ...documents.map((name) => name ?? t('goneName')),
    ...(filter.formats ?? []).map((one) => scopeName('formats', one)),
    ...(filter.dates ?? []).map((range) => scopeName('dates', range)),
    ...(filter.changed ?? []).map((range) => scopeName('changed', range)),
  ].map((name) => `\u2068${safeName(name)}\u2069`)
  if (names.length === 0) return null
  const more = names.length - mostNamed
  const shown = more > 0 ? [...names.slice(0, mostNamed), t('more', { count: more })] : names
  return (
    <p className={styles.filter} title={listText(names)}>
      <Filter size={12} strokeWidth={1.75} aria-hidden />
      <span>{t('filtered', { list: listText(shown) })}</span>
    </p>
  )
}

/** The way to where passages are pinned and excluded: who sees a wrong source sees it here. */
function ChangeSources() {
  const { t } = useTranslation('evidence')
  return (
    <Button look="quiet" size="small" icon={Ban} className={styles.change} onClick={showPassages}>
      {t('changeSources')}
    </Button>
  )
}
