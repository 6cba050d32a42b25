import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { AnswerRef } from '@shared/events'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { classes } from '@renderer/ui/classes'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { AnswerContext } from './citation'
import { type AnswerBlock, answerBlocks } from './text/answer-blocks'
import styles from './answer.module.css'
import textStyles from './answer-text.module.css'
import { CheckLine } from './check-line'
import { ClosestPassages } from './closest-passages'
import { CatalogueAnswer, ListedDocuments } from './listed-documents'
import { OpinionLine } from './opinion-line'
import { textLanguage } from '@renderer/ui/text/text-language'
import { placeholders, prepare } from './text/pieces'
import { answerParts } from './text/answer-sentences'
import { settledText } from './text/split-blocks'

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

/** What opens a quoted answer: a short answer that a later quotation holds, a sentence by itself, or nothing that stands apart. */
function leadOf({ response, refs, model }: Turn): 'fact' | 'sentence' | null {
  const [first] = refs
  if (!first || model !== undefined) return null
  const { response_start: start, response_end: end } = first
  if (/[\n|]|^- /u.test(response.slice(0, start)) || !/^ ?(?:\[\d+\])+\n\n/u.test(response.slice(end))) return null
  const fact = response.slice(start, end)
  const holds = refs.some((ref) => ref.response_start > end && quoted(response, ref).includes(fact))
  return holds ? 'fact' : 'sentence'
}

function quoted(response: string, { response_start: start, response_end: end }: AnswerRef): string {
  return response.slice(start, end)
}

/** The text of an answer, whole or as far as it has come. */
export function Answer({ turn }: { readonly turn: Turn }) {
  const { turn_id: turnId, refs, evidence, status, critique, second_opinion: opinion } = turn
  const written = turn.model !== undefined
  const running = status === 'running'
  const verdicts = useMemo(() => (running ? [] : (critique?.sentences ?? [])), [running, critique])
  const context = useMemo(
    () => ({ turnId, evidence: new Map(evidence.map((item) => [item.number, item])), verdicts }),
    [turnId, evidence, verdicts],
  )
  const isLong = turn.response.length > longAnswer
  const response = useCalm(turn.response, running && isLong ? longAnswerCalmMs : 0)
  const blocks = useMemo(() => {
    const text = running ? settledText(response) : response
    const parts = answerParts({ response: text, refs, evidence, verdicts, written })
    return answerBlocks(prepare(text, parts, evidence, !running))
  }, [response, refs, evidence, verdicts, running, written])
  const lang = useMemo(() => textLanguage(response), [response])
  if (!running && turn.outcome === 'closest') return <ClosestPassages turn={turn} />
  const { listed } = turn
  const lead = leadOf(turn)
  if (!running && listed && turn.outcome === 'direct') return <CatalogueAnswer turn={turn} listed={listed} />
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
      {!running && listed && <ListedDocuments listed={listed} from={listed.named} />}
      {!running && critique && <CheckLine critique={critique} written={written} evidence={evidence} />}
      {!running && critique && opinion && (
        <OpinionLine opinion={opinion} critique={critique} response={turn.response} />
      )}
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
