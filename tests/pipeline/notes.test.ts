import { describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { type NoteKey, noteText, noteTexts } from '@shared/note'
import type { PipelineRooms } from '@engine/pipeline/turn'
import { viewOfSession } from '@engine/session/history/view-session'
import { fakeRooms, runTurn } from '../fakes/pipeline-rooms'

const documents = [
  { name: 'pumps.md', text: 'The main pump was replaced in March 2021. It moves 40 litres per second.' },
]
const question = 'When was the main pump replaced?'
const never = () => new Promise<never>(() => undefined)
const header = { id: 's1', title: '', message_count: 2, created_at: '', updated_at: '', pinned: false }

/** The keys of all notes in a turn's events. Fails where a sentence has no notes, or other ones. */
function keysOf(events: readonly CairnEvent[]): NoteKey[] {
  return events.flatMap((event) => {
    if (event.type === 'shortcut') {
      expect(event.reason_note && noteText(event.reason_note)).toBe(event.reason)
      return event.reason_note ? [event.reason_note.key] : []
    }
    if (event.type !== 'stage_end') return []
    const { reason, reason_notes: reasons = [], summary, summary_notes: summaries = [] } = event
    expect(noteTexts(reasons)).toBe(reason ?? '')
    expect(noteTexts(summaries)).toBe(summary ?? '')
    return [...reasons, ...summaries].map(({ key }) => key)
  })
}

type Broken = Awaited<ReturnType<typeof fakeRooms>>

// Would catch a stage or shortcut that says something in English only.
describe('everything a turn says of its stages is there as notes', () => {
  const cases: [string, string, (broken: Broken) => Partial<PipelineRooms>, readonly NoteKey[]][] = [
    ['an answer', question, () => ({}), ['new_session', 'topic_documents', 'clear', 'blocks', 'sources']],
    ['shortcut A', 'pump', () => ({}), ['unsure', 'shortcut_a']],
    ['shortcut A for a pronoun', 'How much does it cost?', () => ({}), ['refers_to_nothing']],
    ['shortcut B', 'Hello!', () => ({}), ['topic_greeting', 'about_cairn', 'shortcut_b']],
    ['shortcut C', 'Who painted the Mona Lisa?', () => ({}), ['nothing_relevant', 'shortcut_c']],
    [
      'one broken channel',
      question,
      ({ index }) => {
        index.vectorSearch = () => Promise.reject(new Error('gone'))
        return {}
      },
      ['vector_search_failed', 'passages'],
    ],
    [
      'one hanging channel',
      question,
      ({ index }) => {
        index.textSearch = never
        return {}
      },
      ['text_search_late'],
    ],
    [
      'every channel broken',
      question,
      ({ index }) => {
        index.vectorSearch = () => Promise.reject(new Error('gone'))
        index.textSearch = () => Promise.reject(new Error('gone'))
        return {}
      },
      ['every_search_failed', 'vector_search_failed', 'search_failed'],
    ],
    [
      'a slow answer',
      question,
      ({ rooms }) => ({ answerEmbedder: { ...rooms.embedder, embedPassages: never } }),
      ['late', 'sources'],
    ],
    [
      'a stage with a fault',
      question,
      () => ({
        terms: {
          match: () => {
            throw new Error('odd')
          },
        },
      }),
      ['failed'],
    ],
  ]

  test.each(cases)('%s', async (_name, asked, breaking, expected) => {
    const fake = await fakeRooms(documents)
    const rooms = { ...fake.rooms, ...breaking(fake) }
    const events = await runTurn(asked, rooms, { firstTokenBudget: 200 })
    expect(keysOf(events)).toEqual(expect.arrayContaining([...expected]) as unknown)
    // The record tells the same.
    const told = events.flatMap((event) => (event.type === 'stage_end' ? [event] : []))
    const [turn] = viewOfSession(header, await fake.sessions.load('s1'), []).turns
    expect(turn?.stages.map(({ reason_notes, summary_notes }) => ({ reason_notes, summary_notes }))).toEqual(
      told.map(({ reason_notes, summary_notes }) => ({ reason_notes, summary_notes })),
    )
    const shortcut = events.find((event) => event.type === 'shortcut')
    expect(turn?.shortcut?.reason_note).toEqual(shortcut?.reason_note)
  })
})
