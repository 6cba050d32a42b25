import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { AnswerRef, EvidenceItem, SentenceVerdict } from '@shared/events'
import { classes } from '@renderer/ui/classes'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { textLanguage } from '@renderer/ui/text/text-language'
import { AnswerContext } from './citation'
import { type AnswerBlock, answerBlocks } from './text/answer-blocks'
import { answerParts } from './text/answer-sentences'
import { placeholders, prepare } from './text/pieces'
import { settledText } from './text/split-blocks'
import styles from './answer.module.css'
import textStyles from './answer-text.module.css'

const markdownBlock = () => import('./text/markdown-block').then((file) => file.MarkdownBlock)
const MarkdownBlock = lazyPart(markdownBlock)

/** Fetches what the first answer needs while nothing else is to be done, so that its first frames do not wait for it. */
export function prepareForAnswers(): () => void {
  const waiting = requestIdleCallback(() => void markdownBlock().catch(() => undefined), { timeout: 3000 })
  return () => cancelIdleCallback(waiting)
}

/** A long last block is parsed less often: once in as many milliseconds as it has this many characters. */
const charactersPerMs = 60
const longestCalmMs = 300
const shortestCalmMs = 40
/** From this length on, in UTF-16 units, even cutting the answer into blocks takes longer than a frame should. */
const longAnswer = 20_000
const longAnswerCalmMs = 100

const noVerdicts: readonly SentenceVerdict[] = []

interface AnswerTextProps {
  /** What its citations, sentences and cards are lit by; the id of its turn, where it has one. */
  readonly turnId: string
  readonly response: string
  readonly refs: readonly AnswerRef[]
  readonly evidence: readonly EvidenceItem[]
  /** The critic's; empty until the answer is whole. */
  readonly verdicts?: readonly SentenceVerdict[]
  /** Whether a language model wrote it. */
  readonly written: boolean
  /** It is still growing. */
  readonly running?: boolean
  /** How its opening stands apart. */
  readonly lead?: 'fact' | 'sentence' | null
}

/** The text of an answer, whole or as far as it has come, as Markdown with its citations. */
export function AnswerText(props: AnswerTextProps) {
  const { turnId, refs, evidence, verdicts = noVerdicts, written, running = false, lead = null } = props
  const context = useMemo(
    () => ({ turnId, evidence: new Map(evidence.map((item) => [item.number, item])), verdicts }),
    [turnId, evidence, verdicts],
  )
  const isLong = props.response.length > longAnswer
  const response = useCalm(props.response, running && isLong ? longAnswerCalmMs : 0)
  const blocks = useMemo(() => {
    const text = running ? settledText(response) : response
    const parts = answerParts({ response: text, refs, evidence, verdicts, written })
    return answerBlocks(prepare(text, parts, evidence, !running))
  }, [response, refs, evidence, verdicts, running, written])
  const lang = useMemo(() => textLanguage(response), [response])
  return (
    <AnswerContext value={context}>
      <div
        className={classes(
          'answer',
          textStyles.text,
          styles.answer,
          lead && styles.led,
          lead === 'fact' && styles.fact,
        )}
        dir="auto"
        lang={lang}
        aria-busy={running}
      >
        {blocks.map((block, at) => (
          <Block key={at} {...block} growing={running && at === blocks.length - 1} />
        ))}
      </div>
    </AnswerContext>
  )
}

const Block = memo(function Block({ text, pieces, first, growing }: AnswerBlock & { readonly growing: boolean }) {
  const block = useMemo(() => ({ text, pieces, first }), [text, pieces, first])
  const pause = growing ? Math.min(longestCalmMs, Math.round(text.length / charactersPerMs)) : 0
  const shown = useCalm(block, pause > shortestCalmMs ? pause : 0)
  return (
    <Suspense fallback={<p>{shown.text.replace(placeholders, ' ')}</p>}>
      <MarkdownBlock {...shown} />
    </Suspense>
  )
})

/** The newest value, but changing at most once in `pauseMs`; at once where that is 0. */
function useCalm<T>(value: T, pauseMs: number): T {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  if (pauseMs === 0 && shown !== value) setShown(value)
  useEffect(() => {
    latest.current = value
    if (pauseMs === 0) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setShown(latest.current)
    }, pauseMs)
  }, [value, pauseMs])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return pauseMs === 0 ? value : shown
}
