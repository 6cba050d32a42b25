import { expect, it } from 'vitest'
import { beginTurn, sameButWords, type Turn } from '@renderer/state/chat/turn-reducer'

const turn = beginTurn({
  session_id: 's',
  turn_id: 't',
  question: 'How deep?',
  filter: null,
  replaces: null,
  asked_at: '2026-01-02T03:04:05.678Z',
})
const after = (change: Partial<Turn>): Turn => ({ ...turn, ...change })

// Would catch a strip that is drawn again with every word.
it('takes a turn for the same while only its words grow', () => {
  expect(sameButWords({ turn }, { turn: after({ response: 'It is', lastSeq: 9 }) })).toBe(true)
})

// Would catch a strip that stands still, or actions of a turn that is over and are not offered.
it.each<Partial<Turn>>([
  { status: 'complete', response: 'It is 41 metres.' },
  { stages: [] },
  { model: 'Tiny' },
  { firstTokenMs: 12 },
])('takes it for another one after %j', (change) => {
  expect(sameButWords({ turn }, { turn: after(change) })).toBe(false)
})

it('compares the other properties as well', () => {
  expect(sameButWords({ turn, newest: true }, { turn, newest: false })).toBe(false)
})
