import { isUntaken } from '@renderer/state/chat/chat-session'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'

/**
 * The versions of a question that can be compared, in their order. A growing answer would change under the reader's eyes,
 * and of a question that the engine never took nothing is recorded. Apart from the comparison, which is fetched when it is asked for.
 */
export function settledVersions(versions: readonly Turn[]): readonly Turn[] {
  return versions.filter((turn) => turn.status !== 'running' && !isUntaken(turn))
}
