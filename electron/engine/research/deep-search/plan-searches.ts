import { gapSearch, nameSearches } from './follow-up-searches'
import type { DeepSearchRooms, DeepSearchState, PlannedSearch } from './deep-search-types'
import { openTerms } from './open-terms'
import type { Reading } from './reading'
import { readRounds } from './round-record'

/** Names followed in a round, over all sub-questions. */
const mostNames = 14

/** The first round: each sub-question as it is, by every way there is. */
export function firstSearches({ question, sub_questions }: DeepSearchState, rooms: DeepSearchRooms): PlannedSearch[] {
  const each = sub_questions.flatMap(({ id, text }) => {
    const search = (reason: PlannedSearch['reason']) => ({ query: text, reason, for: id })
    return [search('question'), ...(rooms.earlier ? [search('earlier')] : []), ...(rooms.tools ? [search('tool')] : [])]
  })
  // What a model split may need the words of its other parts to be found.
  const last = rooms.model && sub_questions.every(({ text }) => text !== question) ? sub_questions.at(-1) : undefined
  return last ? [...each, { query: question, reason: 'question', for: last.id }] : each
}

/** A further round: what was proposed, what is open, and where the passages found so far lead; nothing is searched twice. */
export function followUps(
  state: DeepSearchState,
  reading: Reading,
  proposed: readonly PlannedSearch[],
): PlannedSearch[] {
  const open = state.sub_questions.filter(({ covered }) => !covered)
  const done = new Set(readRounds(state).rounds.flatMap(({ searches }) => searches.map(keyOf)))
  const isNew = (search: PlannedSearch) => !done.has(keyOf(search))
  const each = Math.ceil(mostNames / Math.max(1, open.length))
  const evidence = new Set(state.evidence)
  const passages = state.candidates.filter(({ passage }) => evidence.has(passage.chunk.id))
  const spoken = new Set(passages.flatMap(({ passage }) => [...reading.wordsOf(passage).terms]))
  return open.flatMap((one) => {
    const asked = reading.askedIn(one.text)
    const gaps = gapSearch(one, asked, openTerms(asked, spoken)).filter(isNew)
    const own = proposed.filter((search) => search.for === one.id && isNew(search))
    return [...own, ...gaps, ...nameSearches(one, state.candidates, reading).filter(isNew).slice(0, each)]
  })
}

function keyOf({ query, for: id }: PlannedSearch): string {
  return `${id}\n${query.toLowerCase()}`
}
