import { describe, expect, test } from 'vitest'
import { recalledTopic } from '@engine/question/forms/recall-question'

describe('questions about earlier chats', () => {
  test.each([
    ['What did we decide about the main pump?', 'main pump'],
    ['what have we said regarding TKT-1042', 'TKT-1042'],
    ['When did I ask you about snow depth?', 'snow depth'],
    ['What was in our earlier chats on avalanches?', 'was avalanches'],
    ['关于主泵我们决定了什么？', '主泵'],
    ['我们上次讨论的预算是怎么定的？', '预算'],
    ['之前的对话里提到雪深了吗？', '雪深'],
  ])('%s', (question, topic) => {
    expect(recalledTopic(question)).toContain(topic.split(' ').at(-1))
  })

  test.each([
    'Who is the data manager of the station?',
    'What did the council decide about the budget?',
    '会议没有批准什么提议？',
    '谁在预算表决中投了弃权票？',
    'What did we decide?',
    '我们讨论了什么？',
    'Which formats does Cairn read?',
  ])('%s is none, or names nothing', (question) => {
    expect(recalledTopic(question)).toBeNull()
  })
})
