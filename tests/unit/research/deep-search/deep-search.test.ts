import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { deepSearch } from '@engine/research/deep-search/deep-search'
import type { DeepSearchResult, FoundPassage } from '@engine/research/deep-search/deep-search-types'
import { fakeLibrary, passageOf } from './fake-library'

const film = passageOf('Fist Power', 'Fist Power is a 2000 action film made in Calder Bay and directed by Aman Chang.')
const bay = passageOf('History of Calder Bay', 'Calder Bay was taken by the British in 1842, after a short war.')
const noise = Array.from({ length: 14 }, (_, at) =>
  passageOf(`Note ${at}`, `The country of note ${at} was produced and taken for granted.`, { relevant: false }),
)
const library = [...noise, film, bay]
const asked = 'When was the country that produced Fist Power taken by the British?'
const { signal } = new AbortController()

const search = (limits = {}, more = {}) => deepSearch(asked, fakeLibrary(library, more), { limits, signal })

function ids({ evidence }: Pick<DeepSearchResult, 'evidence'>): string[] {
  return evidence.map(({ chunk }) => chunk.id)
}

describe('deepSearch', () => {
  it('follows a name of what it found to a passage that the question itself does not lead to', async () => {
    const shallow = fakeLibrary(library, {
      // The first search sees only the film and noise, as where thousands of passages share more words with the question.
      search: (query, { limit }, within) =>
        fakeLibrary(query === asked ? library.slice(0, -1) : library).search(query, { limit, graph: false }, within),
    })
    const result = await deepSearch(asked, shallow, { signal })
    expect(ids(result)).toContain(bay.chunk.id)
    const made = result.rounds.flatMap(({ searches }) => searches)
    expect(made.some(({ reason, via }) => reason === 'name' && via?.name === 'Calder Bay')).toBe(true)
    expect(result.rounds.length).toBeGreaterThan(1)
  })

  it('ends after one round where one passage speaks of all that is asked', async () => {
    const result = await deepSearch('When was Calder Bay taken?', fakeLibrary(library), { signal })
    expect(result.ended_by).toBe('covered')
    expect(result.rounds).toHaveLength(1)
    expect(result.sub_questions.map(({ covered, missing }) => ({ covered, missing }))).toEqual([
      { covered: true, missing: [] },
    ])
  })

  it('ends after one round where four relevant passages speak of what is asked together, and not with three', async () => {
    const showings = ['to visitors', 'to visitors of spring', 'at the harbour', 'at the harbour by night'].map(
      (where) => passageOf(`Shown ${where}`, `Fist Power was shown ${where}.`),
    )
    const ended = async (question: string, passages: readonly FoundPassage[]) => {
      const result = await deepSearch(question, fakeLibrary([...noise, ...passages]), { signal })
      return [result.ended_by, result.rounds.length, result.sub_questions[0]?.covered]
    }
    const question = 'Was Fist Power shown to visitors of the harbour?'
    expect(await ended(question, showings)).toEqual(['relevant', 1, false])
    expect(await ended(question, showings.slice(1))).not.toContain('relevant')
    expect(await ended('Was Fist Power shown to visitors of the orchestra?', showings)).not.toContain('relevant')
  })

  it('ends when a round changes nothing', async () => {
    const result = await deepSearch('Who founded the orchestra of Fist Power?', fakeLibrary([film]), { signal })
    expect(result.ended_by).toBe('nothing_new')
    expect(result.sub_questions[0]?.missing).toContain('orchestra')
  })

  it('keeps to its limits and says which one ended it', async () => {
    const rounds = await search({ rounds: 1 })
    expect([rounds.ended_by, rounds.rounds.length]).toEqual(['rounds', 1])
    const searches = await search({ searches: 1, rounds: 5 })
    expect([searches.ended_by, searches.cost.searches]).toEqual(['budget', 1])
    const passages = await search({ passages: 3 })
    expect(passages.evidence).toHaveLength(3)
    const late = await search({ ms: 1 })
    expect([late.ended_by, late.rounds.length]).toEqual(['budget', 1])
  })

  it('searches each side of a comparison, and gives each a share of the evidence', async () => {
    const alder = Array.from({ length: 12 }, (_, at) => passageOf(`Alder ${at}`, `Alder report ${at} speaks of risk.`))
    const birch = passageOf('Birch', 'The Birch report speaks of risk once.')
    const question = 'Compare the Alder report and the Birch report'
    const result = await deepSearch(question, fakeLibrary([...alder, birch]), { signal, limits: { passages: 4 } })
    expect(result.sub_questions).toHaveLength(2)
    expect(ids(result)).toContain('Birch')
    expect(ids(result)).toHaveLength(4)
  })

  it('goes on from the state after any round, in another process, to the same end', async () => {
    const states: string[] = []
    const onRound = ({ state }: DeepSearchResult) => void states.push(JSON.stringify(state))
    const whole = await deepSearch(asked, fakeLibrary(library), { signal, onRound })
    expect(states.length).toBeGreaterThan(1)
    for (const state of states) {
      const resumed = await deepSearch('', fakeLibrary(library), { signal, state: JSON.parse(state) })
      expect(ids(resumed)).toEqual(ids(whole))
      expect(resumed.rounds.map(({ searches }) => searches)).toEqual(whole.rounds.map(({ searches }) => searches))
    }
  })

  it('searches nothing twice', async () => {
    const fake = fakeLibrary(library)
    await deepSearch(asked, fake, { signal, limits: { rounds: 5 } })
    expect(new Set(fake.asked).size).toBe(fake.asked.length)
  })

  it('goes on without a search that fails, and says why; where all fail it throws', async () => {
    const earlier = () => Promise.reject(new CairnError('STORE_UNUSABLE', 'The chats are away.'))
    const result = await search({}, { earlier })
    expect(ids(result)).toContain(film.chunk.id)
    expect(result.rounds[0]?.searches.find(({ reason }) => reason === 'earlier')?.failed).toBe('The chats are away.')
    const broken = { search: () => Promise.reject(new CairnError('STORE_UNUSABLE', 'The store is away.')) }
    await expect(search({}, broken)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })

  it('takes what earlier chats and tools say as evidence, where they may be asked', async () => {
    const chat = passageOf('chat:1', 'Earlier: Calder Bay came up.')
    const tool = passageOf('tool:1', 'A result of a tool.')
    const result = await search({}, { earlier: () => Promise.resolve([chat]), tools: () => Promise.resolve([tool]) })
    expect(ids(result)).toEqual(expect.arrayContaining(['chat:1', 'tool:1']))
  })

  it('refuses an empty question and a state that is none; stops when it is cancelled', async () => {
    const rooms = fakeLibrary(library)
    await expect(deepSearch('  ', rooms, { signal })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(deepSearch(asked, rooms, { signal, state: { question: 1 } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(deepSearch(asked, rooms, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(rooms.asked).toEqual([])
  })
})
