import { Sensitivity } from '@shared/session/session-context'
import type { TurnContext } from '@shared/session/turn-context'
import { Circle, CircleDot } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { markEvidence } from '@renderer/state/chat/turns/turn-contexts'
import { usePanelTab } from '@renderer/state/window/panel-tab'
import { AnchoredMenu } from '@renderer/ui/controls/menu'
import { ChoicesBar } from '@renderer/answer/choices-bar'
import { AnswerCheck } from './check/answer-check'
import { BlockList } from './blocks/block-list'
import styles from './context-panel.module.css'
import { DroppedList } from './dropped-list'
import { PromptHead } from './blocks/prompt-head'
import { shownBlocksOf } from './blocks/shown-blocks'
import { OpinionList } from './opinion-list'
import { TimelineTable } from './timeline/timeline-table'

interface ContextViewProps {
  readonly turn: Turn
  readonly context: TurnContext
}

/** The prompt of an answer block by block, what was left out of it, and how the time went. */
export function ContextView({ turn, context }: ContextViewProps) {
  const { t } = useTranslation('context')
  const blocks = useMemo(() => shownBlocksOf(context), [context])
  const [marking, setMarking] = useState<{ readonly place: Element; readonly evidenceId: string } | null>(null)
  const mark = useCallback((place: Element, evidenceId: string) => setMarking({ place, evidenceId }), [])
  const passages = usePassageAim()
  const endedEarly = turn.shortcut !== null || turn.status !== 'complete'
  const list = { turn, blocks, asked: context.choices, onMark: mark }
  return (
    <>
      <div ref={passages} className={styles.scroll}>
        <AnswerCheck turn={turn} />
        {blocks.length > 0 ? (
          <PromptHead context={context} />
        ) : (
          <p className={styles.note}>{t(endedEarly ? 'noPrompt' : 'noBlocks')}</p>
        )}
        <BlockList {...list} title={t('blocks')} cut={false} />
        <BlockList {...list} title={t('leftOut')} cut />
        <DroppedList passages={context.dropped} />
        <OpinionList turn={turn} />
        <TimelineTable context={context} />
      </div>
      <ChoicesBar turn={turn} />
      <AnchoredMenu
        place={marking?.place ?? null}
        label={t('sensitivity.menu')}
        onClose={() => setMarking(null)}
        items={marking ? levelItems(marking.evidenceId) : []}
      />
    </>
  )

  function levelItems(evidenceId: string) {
    const current = context.evidences[evidenceId]?.evidence.sensitivity ?? null
    return [null, ...Sensitivity.options].map((level) => ({
      id: level ?? 'none',
      text: t(`sensitivity.${level ?? 'none'}`),
      icon: level === current ? CircleDot : Circle,
      run: () => void markEvidence(turn.session_id, evidenceId, level),
    }))
  }
}

/** Goes to the first passage once the way there was taken; the focus goes on to its acts. */
function usePassageAim() {
  const scroll = useRef<HTMLDivElement>(null)
  const aim = usePanelTab((state) => state.aim)
  useEffect(() => {
    if (aim === null) return
    usePanelTab.setState({ aim: null })
    const first = scroll.current?.querySelector<HTMLElement>('[data-passage]')
    first?.scrollIntoView({ block: 'start' })
    first?.querySelector('button')?.focus({ preventScroll: true })
  }, [aim])
  return scroll
}
