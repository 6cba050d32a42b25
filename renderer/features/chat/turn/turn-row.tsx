import { memo } from 'react'
import { useChat } from '@renderer/state/chat/chat-store'
import { shownVersion, type TurnPlace } from '@renderer/state/chat/turns/turn-versions'
import { useEditing } from '../editing'
import { type StripComponent, TurnArticle } from './turn-article'

interface TurnRowProps {
  readonly sessionId: string
  readonly place: TurnPlace
  readonly strip: StripComponent
  readonly newest: boolean
  /** Another question of this session is being answered first. */
  readonly queued: boolean
}

/** One place of the conversation with the version of it that is on show. Drawn again only when its own turns change. */
export const TurnRow = memo(
  function TurnRow({ sessionId, place, strip, newest, queued }: TurnRowProps) {
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
        strip={strip}
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
