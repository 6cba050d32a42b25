import type { SessionContext } from '@shared/session/session-context'
import { readableSession } from './readable-session'

/** A passage that an answer cites, with what a reader needs to find it in its document. */
export interface CitedPassage {
  readonly turn_id: string
  readonly number: number
  readonly evidence_id: string
  readonly document: string
  readonly heading_path: readonly string[]
  readonly page: number | null
  /** Which parts of the text are cited. */
  readonly selectors: readonly string[]
  readonly text: string | null
}

/** The passages cited in a session as it reads now, in the order of its answers. */
export function citedPassages(context: SessionContext): CitedPassage[] {
  return readableSession(context).turns.flatMap((turn) =>
    turn.sources
      .filter(({ selectors }) => selectors.length > 0)
      .map((source) => ({
        turn_id: turn.id,
        number: source.number,
        evidence_id: source.evidenceId,
        document: source.name,
        heading_path: source.headingPath,
        page: source.page,
        selectors: source.selectors,
        text: source.text,
      })),
  )
}
