import type { CommunityCard } from '@shared/graph'
import { useEffect, useEffectEvent, useState } from 'react'
import { useGraph } from '../../../state/graph'
import { describeCommunity } from '../../../state/graph-lookups'

interface Described {
  readonly card: CommunityCard | null
  /** The model that is writing about it at the moment; null where none is. */
  readonly writer: string | null
}

interface Answer {
  readonly key: string
  /** Null where asking failed. */
  readonly card: CommunityCard | null
}

/** Whoever only passes by asks for nothing. */
const staysMs = 500
/** An answer that is there by then needs no word that it is coming. */
const quickMs = 300

/** A card as it is, and once the chosen language model has written about it, with its title and summary. */
export function useDescription(read: CommunityCard | null): Described {
  const model = useGraph(({ state }) => state?.extraction?.model ?? null)
  const building = useGraph(({ state }) => state?.building ?? false)
  const key = descriptionKey(read, model?.id ?? null)
  const [asked, setAsked] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const isDue = key !== null && !building && answer?.key !== key
  const describe = useEffectEvent((signal: AbortSignal) => describeCommunity(read?.id ?? '', signal))
  useEffect(() => {
    if (!isDue) return
    const leaving = new AbortController()
    const late = setTimeout(() => setAsked(key), staysMs + quickMs)
    const timer = setTimeout(() => {
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
      setAsked(null)
    }
  }, [key, isDue])
  const mine = key !== null && answer?.key === key ? answer.card : null
  return { card: mine ?? read, writer: isDue && asked === key ? (model?.name ?? null) : null }
}

/** What a model would be asked about: another one for another text. Null where there is none, or a model wrote it. */
export function descriptionKey(card: CommunityCard | null, model: string | null): string | null {
  if (!card || model === null || card.summary.by !== null || card.summary.passages.length === 0) return null
  return JSON.stringify([model, card.id, card.title, card.summary.text])
}
