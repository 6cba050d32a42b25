import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, CircleAlert, MessageSquareText } from 'lucide-react'
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { emptySession } from '@renderer/state/chat/chat-session'
import { loadSession, useChat, wasAskedHere } from '@renderer/state/chat/chat-store'
import { placesOf, shownVersion, type TurnPlace } from '@renderer/state/chat/turns/turn-versions'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { usePrinting } from '@renderer/ui/use-printing'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { sentencesText } from '@renderer/ui/text/figure-text'
import styles from './chat-view.module.css'
import { EmptyChat } from './empty-chat'
import { FindInChat } from './find/find-in-chat'
import { useFollowEnd } from './use-follow-end'
import { useEditing } from './editing'
import { TurnArticle } from './turn/turn-article'

/** The conversation of one session, or why it is not there. */
export function Conversation({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation(['chat', 'app'])
  const { load, error, turns, earlier } = useChat((state) => state.sessions[sessionId] ?? emptySession)
  const errorText = useErrorText()
  // A turn that only grew changes no other place, so those keep their objects.
  const places = useMemo(() => placesOf(turns, earlier === null), [turns, earlier])
  if (places.length > 0) return <PlaceList sessionId={sessionId} places={places} ahead={earlier?.places ?? 0} />
  if (load === 'failed' && error) {
    const { message, action } = errorText(error)
    const gone = error.code === 'NOT_FOUND'
    return (
      <div className={styles.state}>
        <EmptyState
          failed
          icon={gone ? MessageSquareText : CircleAlert}
          title={gone ? t('goneTitle') : t('loadFailed')}
          text={gone ? t('goneText') : sentencesText([message, action])}
          action={!gone && <Button onClick={() => void loadSession(sessionId)}>{t('app:retry')}</Button>}
        />
      </div>
    )
  }
  if (load === 'ready' && !earlier) return <EmptyChat />
  return (
    <div className={styles.state}>
      <div className={styles.column}>
        <Skeleton lines={6} label={t('loading')} />
      </div>
    </div>
  )
}

/** Up to this many places are all in the page, so that the browser's own search finds them. */
const allDrawnUpTo = 30
const drawnBeyond = 4
const likelyHeight = 260

interface PlaceListProps {
  readonly sessionId: string
  readonly places: readonly TurnPlace[]
  /** How many places before these are still to be read. They have their room, so that nothing moves when they come. */
  readonly ahead: number
}

function PlaceList({ sessionId, places, ahead }: PlaceListProps) {
  const { t } = useTranslation('chat')
  const scroller = useRef<HTMLDivElement>(null)
  const sizer = useRef<HTMLDivElement>(null)
  const { away, toEnd } = useFollowed(places, scroller, sizer)
  const count = ahead + places.length
  const printing = usePrinting()
  const getItemKey = useCallback((index: number) => places[index - ahead]?.id ?? index, [places, ahead])
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => likelyHeight,
    getItemKey,
    overscan: printing ? count : count <= allDrawnUpTo ? allDrawnUpTo : drawnBeyond,
    paddingStart: 24,
    paddingEnd: 32,
  })
  const items = virtualizer.getVirtualItems()
  const running = places.find(({ versions }) => versions.some(({ status }) => status === 'running'))?.id
  return (
    <>
      <FindInChat places={places} ahead={ahead} virtualizer={virtualizer} scroller={scroller} />
      {/* eslint-disable jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={t('conversation')}
        tabIndex={0}
      >
        {/* eslint-enable jsx-a11y/no-noninteractive-tabindex */}
        <div ref={sizer} className={styles.sizer} style={{ height: virtualizer.getTotalSize() }}>
          <div className={styles.rows} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map(({ index, key }) => {
              const place = places[index - ahead]
              if (!place) return <AwaitedRow key={key} isTold={index === items[0]?.index} />
              return (
                <div key={key} data-index={index} ref={virtualizer.measureElement} className={styles.row}>
                  <div className={styles.column}>
                    <TurnRow
                      sessionId={sessionId}
                      place={place}
                      newest={index === count - 1}
                      queued={running !== undefined && place.id !== running}
                    />
                  </div>
                </div>
              )
            })}
          </div>
        </div>
      </div>
      <div className={styles.end}>{away && <ToNewestButton onPress={toEnd} />}</div>
      <AnswerAnnouncer turn={places.at(-1)?.versions.at(-1)} />
    </>
  )
}

function ToNewestButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation('chat')
  return (
    <Button size="small" className={styles.newest} onClick={onPress} icon={ArrowDown}>
      {t('toNewest')}
    </Button>
  )
}

/** A place that is still to be read, as high as the list takes it to be. `isTold`: screen readers are told of it. */
function AwaitedRow({ isTold }: { readonly isTold: boolean }) {
  const { t } = useTranslation('chat')
  return (
    <div className={classes(styles.row, styles.awaited)} style={{ height: likelyHeight }} aria-hidden={!isTold}>
      <div className={styles.column}>
        <Skeleton lines={6} label={t('loading')} />
      </div>
    </div>
  )
}

type ListPart = RefObject<HTMLDivElement | null>

/** Follows the list's end; a question that was just asked in this window is shown, wherever the reader was. */
function useFollowed(places: readonly TurnPlace[], ...list: readonly [ListPart, ListPart]) {
  const newest = places.at(-1)?.id
  const asked = newest !== undefined && wasAskedHere(newest)
  const { away, toEnd, toAsked } = useFollowEnd(...list, asked)
  const before = useRef(newest)
  const show = useRef(toAsked)
  useEffect(() => {
    show.current = toAsked
  }, [toAsked])
  useLayoutEffect(() => {
    const mine = before.current === undefined || asked
    if (before.current !== newest && mine) show.current()
    before.current = newest
  }, [newest, asked])
  return { away, toEnd }
}

/** Tells screen readers how far the newest answer is; its text is left for them to read when they like. */
function AnswerAnnouncer({ turn }: { readonly turn: Turn | undefined }) {
  const { t } = useTranslation('chat')
  const status = turn?.status
  const words =
    status === 'running'
      ? t('announce.running')
      : status === 'complete' && Number.isFinite(turn?.lastSeq)
        ? t('announce.complete', { count: turn?.evidence.length ?? 0 })
        : status === 'cancelled'
          ? t('announce.cancelled')
          : ''
  return (
    <p role="status" className="unseen">
      {words}
    </p>
  )
}

interface TurnRowProps {
  readonly sessionId: string
  readonly place: TurnPlace
  readonly newest: boolean
  /** Another question of this session is being answered first. */
  readonly queued: boolean
}

/** A place of the conversation with the version that is on show. Rendered again only when its own turns change. */
const TurnRow = memo(
  function TurnRow({ sessionId, place, newest, queued }: TurnRowProps) {
    const chosen = useChat((state) => state.versions[place.id])
    // One that is being edited stays, whatever becomes the newest.
    const edited = useEditing(({ turnId }) =>
      place.versions.some(({ turn_id }) => turn_id === turnId) ? turnId : null,
    )
    const turn = shownVersion(place, edited ?? chosen)
    const selected = useChat(({ selected: all, sessions }) => {
      const id = all[sessionId] ?? sessions[sessionId]?.turns.at(-1)?.turn_id
      return id === turn?.turn_id
    })
    if (!turn) return null
    return (
      <TurnArticle
        // Each version has its own editor and strip.
        key={turn.turn_id}
        turn={turn}
        place={place}
        newest={newest}
        queued={queued && turn.status === 'running' && turn.lastSeq < 0}
        selected={selected}
      />
    )
  },
  (before, after) =>
    before.newest === after.newest &&
    before.queued === after.queued &&
    before.place.versions.length === after.place.versions.length &&
    before.place.versions.every((turn, at) => turn === after.place.versions[at]),
)
