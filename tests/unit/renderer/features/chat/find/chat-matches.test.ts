import { expect, test } from 'vitest'
import { matchesIn } from '@renderer/features/chat/find/use-chat-find'
import { beginTurn, type Turn } from '@renderer/state/chat/turns/turn-reducer'

const turn = (question: string, response: string): Turn => ({
  ...beginTurn({ session_id: 's', turn_id: question, question, filter: null, replaces: null, asked_at: '' }),
  status: 'complete',
  response,
})

// Would catch words that are not found across emphasis, in a question, or behind turns that are still to be read.
test('finds words of questions and answers in the order of the conversation', () => {
  const turns = [
    turn('How deep is the lake?', 'The **lake** is 41 m deep.'),
    undefined,
    turn('湖有多深？', 'ＬＡＫＥ 41 m'),
  ]
  expect(matchesIn(turns, 'lake')).toEqual([
    { place: 0, nth: 0 },
    { place: 0, nth: 1 },
    { place: 2, nth: 0 },
  ])
  expect(matchesIn(turns, 'the lake is 41')).toEqual([{ place: 0, nth: 0 }])
  expect(matchesIn(turns, '多深')).toEqual([{ place: 2, nth: 0 }])
  expect(matchesIn(turns, ' ')).toEqual([])
})
