import { describe, expect, test } from 'vitest'
import { attributeAskedIn } from '@engine/retrieval/question/asked-attribute'

describe('what a question asks for', () => {
  test.each([
    [
      'Who is the mayor of Fresno?',
      'The mayor and seven members sit on the council.',
      'The west side of Fresno is old.',
    ],
    ['How many employees does NASA have?', 'NASA employed 34,000 people.', 'Seamans headed a committee in July 1961.'],
    ['Where was Luther born?', 'He came from Eisleben, his birthplace.', 'Luther wrote many hymns.'],
    ['When did Kublai die?', 'Kublai (1215–1294) ruled from 1260.', 'The dynasty had debts after 1279.'],
    ['How tall is the tower?', 'It rises 96 metres.', 'The tower was built by two brothers.'],
    ['What does a ticket cost?', 'Tickets are €12.', 'Tickets are valid for one day.'],
    ['What is the boiling point of oxygen?', 'Oxygen boils at 90 K.', 'Oxygen was discovered twice.'],
    ['忽必烈是哪一年去世的？', '忽必烈驾崩于 1294 年。', '1279 年后面临财政困难。'],
    ['元朝的首都在哪里？', '元朝定都大都。', '元朝有四个等级。'],
    ['纽卡斯尔的人口是多少？', '全市有 28 万人。', '格兰杰市场于 1835 年开放。'],
    ['《红楼梦》是谁写的？谁写了它？', '此书为曹雪芹所著。', '贾府有两座园子。'],
  ])('%s', (question, says, silent) => {
    const speaks = attributeAskedIn(question)
    expect(speaks?.(says)).toBe(true)
    expect(speaks?.(silent)).toBe(false)
  })

  test('is told in either language', () => {
    expect(attributeAskedIn('Who is the mayor of Fresno?')?.('弗雷斯诺的市长是他。')).toBe(true)
    expect(attributeAskedIn('弗雷斯诺的市长是谁？')?.('Its mayor is elected.')).toBe(true)
  })

  test.each([
    'What is the name of the bridge?',
    'Why was the bridge closed?',
    '这座桥叫什么？',
    'Which river is it on?',
    'How much does the sonde weigh?',
    '',
  ])('cannot be told by a word: %s', (question) => expect(attributeAskedIn(question)).toBeNull())

  test('comes to an end for long texts that nearly match', () => {
    const speaks = attributeAskedIn('Where was Luther born?')
    for (const piece of ['(', '(1', '1', 'how many people ']) {
      expect(speaks?.(piece.repeat(50_000))).toBe(false)
      expect(attributeAskedIn(piece.repeat(50_000))).toBeNull()
    }
  })
})
