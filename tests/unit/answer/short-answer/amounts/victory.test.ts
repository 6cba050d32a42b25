import { expect, test } from 'vitest'
import { sideIn, victoryQuestionOf } from '@engine/answer/short-answer/amounts/victory'

test.each([
  ['Who defeated Harold Finch?', 'victor', 'Harold Finch'],
  ['Which team beat the Reds in 1998?', 'victor', 'the Reds'],
  ['Who was Harold Finch defeated by?', 'victor', 'Harold Finch'],
  ['Who did Alfred Stone defeat?', 'loser', 'Alfred Stone'],
  ['Who was beaten by Otto Brandt?', 'loser', 'Otto Brandt'],
  ['Whom did the Otters beat in the final?', 'loser', 'the Otters'],
  ['Which club did the Otters beat?', 'loser', 'the Otters'],
  ['哪支球队在决赛中击败了水獭队？', 'victor', '水獭队'],
  ['谁在1288年打败了蒙古人？', 'victor', '蒙古人'],
  ['赵子明被谁打败？', 'victor', '赵子明'],
  ['李文山击败了谁？', 'loser', '李文山'],
  ['谁被李文山击败？', 'loser', '李文山'],
])('%s asks for the %s', (question, wants, other) => {
  expect(victoryQuestionOf(question)).toEqual({ wants, other })
})

test.each([
  'Who wrote the beaten track?',
  '谁写了这本书？',
  'In what year did the Normans defeat the Saxons?',
  'In which battle was Harold Finch defeated by Alfred Stone?',
  'By what margin did the Herons beat the Otters?',
  'Which final did the Herons win?',
  '哪个赛季水獭队击败了天鹅队？',
])('asks for no side of a victory: %s', (question) => {
  expect(victoryQuestionOf(question)).toBeNull()
})

test.each([
  ['Who defeated Finch?', 'In 1471 Stone defeated Finch at Reading.', ['Stone'], ['Reading']],
  ['Who defeated Stone?', 'In 1471 Stone defeated Finch at Reading.', [], ['Finch', 'Reading', '1471']],
  ['Who beat Quill?', 'Later Quill was beaten in Bath by Brandt.', ['Brandt'], ['Bath', 'Later']],
  ['Who beat Brandt?', 'Later Quill was beaten in Bath by Brandt.', [], ['Quill', 'Bath']],
  ['Who beat Lowe?', 'Lowe lost to Marsh in 1988.', ['Marsh'], []],
  ['Who did Marsh beat?', 'Marsh won the cup after a victory over Lowe.', ['Lowe'], ['cup']],
  ['谁击败了王大成？', '李文山在河桥击败了王大成。', ['李文山'], []],
  ['谁击败了李文山？', '李文山在河桥击败了王大成。', [], ['王大成']],
  ['谁打败了赵子明？', '赵子明在决赛中被钱学文打败。', ['钱学文'], ['决赛']],
  ['谁打败了钱学文？', '赵子明在决赛中被钱学文打败。', [], ['赵子明']],
  ['Who beat Lowe?', 'Nothing is told of Lowe but of Marsh.', ['Marsh'], []],
])('%s — %s', (question, sentence, can, cannot) => {
  const asked = victoryQuestionOf(question)
  if (!asked) throw new Error('It asks for a side.')
  const isOnSide = sideIn(sentence, asked)
  const place = (word: string) => ({ start: sentence.indexOf(word), end: sentence.indexOf(word) + word.length })
  expect(can.filter((word) => !isOnSide(place(word)))).toEqual([])
  expect(cannot.filter((word) => isOnSide(place(word)))).toEqual([])
})
