import { gapSearches, nameSearches } from './follow-up-searches'
import type { DeepSearchRooms, DeepSearchState, PlannedSearch } from './deep-search-types'
import type { Reading } from './reading'
import { readRounds } from './round-record'

/** Names followed in a round, over all sub-questions. */
const mostNames = 14

/** The first round: each sub-question as it is, by every way there is. */
export function firstSearches({ sub_questions }: DeepSearchState, rooms: DeepSearchRooms): PlannedSearch[] {
  return sub_questions.flatMap(({ id, text }) => {
    const search = (reason: PlannedSearch['reason']) => ({ query: text, reason, for: id })
    return [search('question'), ...(rooms.earlier ? [search('earlier')] : []), ...(rooms.tools ? [search('tool')] : [])]
  })
}

/** A further round: what was proposed, what is open, and where the passages found so far lead; nothing is searched twice. */
export function followUps(state: DeepSearchState, reading: Reading): PlannedSearch[] {
  const open = state.sub_questions.filter(({ covered }) => !covered)
  const done = new Set(readRounds(state).rounds.flatMap(({ searches }) => searches.map(keyOf)))
  const isNew = (search: PlannedSearch) => !done.has(keyOf(search))
  const each = Math.ceil(mostNames / Math.max(1, open.length))
  const evidence = new Set(state.evidence)
  const passages = state.candidates.map(({ passage }) => passage).filter(({ chunk }) => evidence.has(chunk.id))
  return open.flatMap((one) => {
    const gaps = gapSearches(one, passages, reading).filter(isNew)
    const own = (one.proposed ?? [])
      .map((query): PlannedSearch => ({ query, reason: 'model', for: one.id }))
      .filter(isNew)
    return [...own, ...gaps, ...nameSearches(one, state.candidates, reading).filter(isNew).slice(0, each)]
  })
}

function keyOf({ query, for: id }: PlannedSearch): string {
  return `${id}\n${query.toLowerCase()}`
}
