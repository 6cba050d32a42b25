import type { CommunityCard } from '@shared/graph'
import { useEffect, useEffectEvent, useState } from 'react'
import { useGraph } from '@renderer/state/graph/graph-store'
import { call } from '@renderer/state/connection'

interface Described {
  readonly card: CommunityCard | null
  /** The model that is writing about it at the moment; null where none is. */
  readonly writer: string | null
  /** Whether one was said to be writing about it and is no more. */
  readonly isOver: boolean
}

interface Answer {
  readonly key: string
  /** Null where asking failed. */
  readonly card: CommunityCard | null
}

interface Asking {
  /** Key of the description that is wanted; null where no description is. */
  readonly key: string | null
  /** Key of the last answer. */
  readonly answered: string | null
  /** Key of the call that is under way. */
  readonly begun: string | null
  /** Whether the graph is changing: another call would only follow this one. */
  readonly building: boolean
}

/** A card that is on the screen for less time asks for no description. */
const staysMs = 500
/** An answer that is there by then needs no word that it is coming. */
const quickMs = 300

/** A card as it is, and once the chosen language model has written about it, with its title and summary. */
export function useDescription(read: CommunityCard | null): Described {
  const model = useGraph(({ state }) => state?.extraction?.model ?? null)
  const building = useGraph(({ state }) => state?.building ?? false)
  const key = descriptionKey(read, model?.id ?? null)
  const [begun, setBegun] = useState<string | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  /** The community somebody was told about. */
  const [told, setTold] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const isDue = isAskingDue({ key, answered: answer?.key ?? null, begun, building })
  const id = read?.id ?? null
  const describe = useEffectEvent((signal: AbortSignal) =>
    call((client) => client.graph.describe_community({ id: read?.id ?? '' }, { signal })),
  )
  const tell = useEffectEvent(() => setTold(id))
  useEffect(() => {
    if (key === null || !isDue) return
    const leaving = new AbortController()
    const late = setTimeout(() => {
      setAsked(key)
      tell()
    }, staysMs + quickMs)
    const timer = setTimeout(() => {
      setBegun(key)
      describe(leaving.signal).then(
        (card) => leaving.signal.aborted || setAnswer({ key, card }),
        // What the documents say can be read all the same; it is not asked again before they change.
        () => leaving.signal.aborted || setAnswer({ key, card: null }),
      )
    }, staysMs)
    return () => {
      clearTimeout(timer)
      clearTimeout(late)
      leaving.abort()
      setBegun(null)
      setAsked(null)
    }
  }, [key, isDue])
  const mine = key !== null && answer?.key === key ? answer.card : null
  const writer = isDue && asked === key ? (model?.name ?? null) : null
  return { card: withDescription(read, mine), writer, isOver: writer === null && id !== null && told === id }
}

/** Whether a card is to be asked about, or is being asked about: a graph that changes only delays the beginning. */
export function isAskingDue({ key, answered, begun, building }: Asking): boolean {
  return key !== null && answered !== key && (!building || begun === key)
}

/** A card as it was read last, with the words a model has written about the same text; its members may be others by now. */
export function withDescription(read: CommunityCard | null, answer: CommunityCard | null): CommunityCard | null {
  if (!read || !answer || answer.summary.by === null) return read
  return { ...read, title: answer.title, summary: answer.summary }
}

/** A key of a model and a card's text. Null where there is no model or no text, or a model wrote the text. */
export function descriptionKey(card: CommunityCard | null, model: string | null): string | null {
  if (!card || model === null || card.summary.by !== null || card.summary.passages.length === 0) return null
  return JSON.stringify([model, card.id, card.title, card.summary.text])
}
