import { Check, ChevronDown, CircleAlert, CircleSlash, TriangleAlert, Zap } from 'lucide-react'
import { memo, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { classes } from '@renderer/ui/classes'
import { durationText } from '@renderer/ui/text/figure-text'
import styles from './pipeline-strip.module.css'
import { StageCard } from './stage-card'
import { lookOf, skippedStages, stageName, troubledStages } from './stage-look'

/** The eight stages of a turn: cards until its answer begins, which fold into one line that opens to them. */
export const PipelineStrip = memo(function PipelineStrip({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('pipeline')
  const cardsId = useId()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [held, setHeld] = useState(false)
  // Folded before there is anything of the answer to press, which would move from under the pointer.
  const rest = useFolding((turn.status === 'running' && turn.response === '') || held)
  const open = chosen ?? rest !== 'folded'
  const [one, two, three, ...others] = turn.stages
  const card = (stage: Turn['stages'][number] | undefined, paired = false) =>
    stage && <StageCard stage={stage} look={lookOf(stage, turn)} shortcut={turn.shortcut} paired={paired} />
  return (
    <div className={styles.strip} role="group" aria-label={t('label')}>
      {open && (
        // Somebody who points at a card or has the focus there is about to open it; opened, it stays. The pointer may go on to
        // press something below, which must not move: the cards are held until it leaves the turn.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its cards are what is pressed
        <ol
          id={cardsId}
          className={classes(styles.cards, chosen === null && rest === 'folding' && styles.folding)}
          onPointerEnter={({ currentTarget }) => {
            setHeld(true)
            const article = currentTarget.closest('article')
            article?.addEventListener('pointerleave', () => setHeld(false), { once: true })
          }}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onClick={() => setChosen(true)}
        >
          <li>{card(one)}</li>
          <li className={styles.pair} aria-label={t('parallel')}>
            {card(two, true)}
            {card(three, true)}
          </li>
          {others.map((stage) => (
            <li key={stage.stage}>{card(stage)}</li>
          ))}
        </ol>
      )}
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={open ? cardsId : undefined}
        onClick={() => setChosen(!open)}
      >
        <Summary turn={turn} />
        <ChevronDown
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className={classes(styles.chevron, open && styles.turned)}
        />
      </button>
    </div>
  )
}, sameButWords)

/** How long the cards take to fold, in milliseconds. */
const foldsMs = 200

/** Cards stay open while a turn is without an answer; those of a turn that had ended before are folded. */
function useFolding(running: boolean): 'open' | 'folding' | 'folded' {
  const [isFolded, setFolded] = useState(!running)
  useEffect(() => {
    if (running) return
    const timer = setTimeout(() => setFolded(true), foldsMs)
    return () => clearTimeout(timer)
  }, [running])
  if (running) return 'open'
  return isFolded ? 'folded' : 'folding'
}

function Summary({ turn }: { readonly turn: Turn }) {
  const { t, i18n } = useTranslation('pipeline')
  const { status, stages, shortcut, total_ms: totalMs, firstTokenMs, response } = turn
  if (status === 'running') {
    const current = stages.findLast((stage) => stage.status === 'running')
    return (
      <span className={styles.words}>
        <span className={styles.dot} aria-hidden />
        {current ? t('now', { stage: current.stage, name: stageName(current, t) }) : t('starting')}
      </span>
    )
  }
  const troubled = troubledStages(turn)
  const failed = status === 'error' || status === 'interrupted'
  const Icon = failed
    ? CircleAlert
    : status === 'cancelled'
      ? CircleSlash
      : troubled.length > 0
        ? TriangleAlert
        : shortcut
          ? Zap
          : Check
  const tone = failed ? styles.error : troubled.length > 0 || shortcut ? styles.shortcut : styles.done
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const skipped = list.format(skippedStages(stages).map(String))
  return (
    <span className={styles.words}>
      <Icon size={14} strokeWidth={2} aria-hidden className={status === 'cancelled' ? styles.skipped : tone} />
      <span>{t(`ended.${status}`, { time: durationText(totalMs) })}</span>
      {firstTokenMs !== null && response !== '' && (
        <span className={styles.more}>{t('firstToken', { time: durationText(firstTokenMs) })}</span>
      )}
      {shortcut && (
        <span className={styles.shortcut}>
          {t(`shortcut.${shortcut.reason_note?.key === 'about_library' ? 'library' : shortcut.shortcut}`)}
          {skipped !== '' && ` ${t('skips', { stages: skipped })}`}
        </span>
      )}
      {troubled.length > 0 && (
        <span className={styles.shortcut}>
          {t('troubled', { names: list.format(troubled.map((stage) => stageName(stage, t))) })}
        </span>
      )}
    </span>
  )
}
