import { expect, test } from 'vitest'
import { exchangesOf } from '@engine/session/history/conversation'
import { viewOfSession } from '@engine/session/history/view-session'
import { fakeRooms, runTurn } from '../../fakes/pipeline-rooms'

test('what is told of a turn while it runs is what its record says, though writing it takes time', async () => {
  const { rooms, sessions } = await fakeRooms([{ name: 'a.md', text: 'The battery is charged every Monday.' }])
  let now = 0
  const events = await runTurn('When is the battery charged?', rooms, { clock: () => (now += 7) })
  const final = events.find((event) => event.type === 'final')
  const first = events.find((event) => event.type === 'first_token')
  const context = await sessions.load('s1')
  expect(exchangesOf(context)[0]?.trace?.total_ms).toBe(final?.total_ms)
  const header = { session_id: 's1', title: '', created_at: 0, updated_at: 0 }
  const [turn] = viewOfSession(header as never, context, []).turns
  expect(turn).toMatchObject({ total_ms: final?.total_ms, first_token_ms: first?.ms })
})
