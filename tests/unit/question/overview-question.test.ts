import { createContext, Script } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overviewQuestionOf } from '@engine/question/forms/overview-question'

test.each([
  'What are the main themes of my documents?',
  'What are the key topics and themes across all of my files?',
  'What is all this about?',
  "What's everything about?",
  'What are these documents about?',
  'What are my notes mainly about?',
  'What do my documents talk about?',
  'Summarise everything.',
  'Please summarize all my documents.',
  'Can you sum up the whole library for me?',
  'Give me an overview of the library',
  'Give me a short overview of everything here, please',
  'overview of my documents',
  'I need a high-level summary of these files.',
  'Which themes run through all these documents?',
  'What topics do my documents cover?',
  'What are the main topics?',
  'List the main topics of my collection.',
  '这些资料主要讲了什么？',
  '总结所有文档',
  '有哪些主题？',
  '我的文档都讲了些什么',
  '請總結一下所有文件',
  '资料库里有哪些主要主题？',
  '这些文档的核心主题是什么？',
  '给我一个知识库的概览',
  '帮我把全部资料归纳一下',
  '概括一下这些文件的主要内容',
  '列出所有文档的主题',
  '所有的文件涉及哪些方面',
])('%s is about the whole library', (question) => {
  expect(overviewQuestionOf(question)).toEqual({ topic: null })
})

test.each([
  ['What are the main themes in my documents about avalanche safety?', 'avalanche safety'],
  ['Summarise everything about the pumps', 'the pumps'],
  ['Give me an overview of what my notes say about Mirador.', 'Mirador'],
  ['What are the key ideas on storage in the library?', 'storage'],
  ['Summarise  everything\u3000 about the \n new  pumps', 'the new pumps'],
  ['总结一下所有关于雪崩的文档', '雪崩'],
  ['资料库中关于水泵的主题有哪些', '水泵'],
])('%s is about what the library holds of a topic', (question, topic) => {
  expect(overviewQuestionOf(question)).toEqual({ topic })
})

test.each([
  'What is the main theme of Hamlet?',
  'What are the main themes of the novel?',
  'Give me an overview of the retrieval pipeline',
  'what are the topics of the meeting on Monday',
  'Summarise section 5.2 of the lease.',
  'Summarise the minutes of the April meeting.',
  'Summarise this document',
  'summarise the lease',
  'What is this document about?',
  'What is the library of Alexandria about?',
  'What does the data policy say about backups?',
  'What do my documents say about the budget?',
  'What is everything made of?',
  'Which documents are in the library?',
  'How many documents do you have?',
  'What are the main ideas behind PageRank?',
  'Show me an overview of the 2024 figures',
  'What subjects does Maria teach?',
  'List all documents that mention the hut.',
  'Sum up the numbers in the table',
  'What is it about?',
  'What is in my library?',
  'List all topics of the agenda',
  '总结一下第三章',
  '总结四月会议的纪要',
  '这份文档讲了什么？',
  '会议有哪些主题？',
  '《红楼梦》的主题是什么？',
  '给我一个检索流程的概述',
  '资料室在哪里？',
  '文件的保存期限是多少？',
  '所有文档都需要签字吗？',
  '总结报告什么时候交？',
  '哪些文档提到了水位？',
  '库里有哪些文档？',
  '这些资料由谁保管？',
  '主题公园有哪些项目？',
  '',
])('%s is answered from passages', (question) => {
  expect(overviewQuestionOf(question)).toBeNull()
})

test('a long line of words that almost match costs no time to speak of', () => {
  expect(overviewQuestionOf('what are the main '.repeat(20_000))).toBeNull()
  expect(overviewQuestionOf(`总结${'所有的'.repeat(60)}`)).toBeNull()
})

const call = new Script('ask(question)')
const room = createContext({ ask: overviewQuestionOf, question: '' })

/** Asks where running on and on is an error: a runner cannot interrupt a regular expression by itself. */
function asked(question: string): unknown {
  room['question'] = question
  return call.runInContext(room, { timeout: 30_000 })
}

/** What leads to a loop, and all that may be repeated in it. */
const loops: readonly (readonly [lead: readonly string[], repeated: readonly string[]])[] = [
  [
    ['', '麻烦'],
    ['请', '帮我', '请帮我', '给我', '麻烦', '能否', '能不能', '可以', '你能', '给我请'],
  ],
  [
    ['', '总结', '总结一下'],
    [
      '我的',
      '我们的',
      '你的',
      '这些',
      '那些',
      '所有',
      '全部',
      '全体',
      '整个',
      '现有',
      '上传的',
      '库里',
      '库中',
      '这里的',
    ],
  ],
  [
    ['', '所有文档', '这些资料', '资料库里', '资料'],
    ['主要', '都', '大致', '大概', '总体', '究竟', '到底', '整体', '总共', '一共', '是', '在', '上', '的'],
  ],
  [
    ['有哪些', '所有文档的', '列出所有', '资料库中关于水泵的', '总结所有文档的'],
    ['主要', '核心的', '重要', '共同的', '重点', '关键', '总体', '大致', '不同的', '的'],
  ],
  [
    ['what are the ', 'which ', 'list all the ', 'what are the main topics about ', 'what are the '],
    ['main ', 'key and ', 'big ', 'biggest ', 'important ', 'most important ', 'various ', 'topics ', 'and ', '  '],
  ],
  [
    ['give me a ', '', 'write an '],
    ['short ', 'brief ', 'general ', 'high-level ', 'overall ', 'good ', 'overview '],
  ],
  [
    ['what is everything', 'what do my documents', 'what is all this'],
    [' mainly', ' mostly', ' generally', ' really', ' overall', ' all', ' in all', ' of'],
  ],
  [
    ['what are the main themes about x', 'summarise everything about x'],
    [' in all of my documents', ' of', ' for everything', ' in all', ' across the library', '   '],
  ],
]

// Catches a repetition in which a word can be read in two ways: every one more doubles the time.
test('words of each repetition, alone and mixed, up to the longest question there is, come to an end', () => {
  for (const [leads, repeated] of loops) {
    for (const lead of leads) {
      for (const word of repeated) {
        for (const length of [50, 100, 198]) {
          const line = (lead + word.repeat(200)).slice(0, length)
          for (const end of ['x', '。x']) expect(asked(line + end)).not.toEqual({ topic: null })
        }
      }
    }
  }
  const [anyLead, anyWord] = [loops.flatMap(([leads]) => leads), loops.flatMap(([, words]) => words)]
  const mixed = fc.array(fc.constantFrom(...anyWord), { minLength: 20, maxLength: 100 })
  fc.assert(
    fc.property(fc.constantFrom(...anyLead), mixed, (lead, words) => {
      expect(asked(`${(lead + words.join('')).slice(0, 197)}。xq`)).not.toEqual({ topic: null })
    }),
    { numRuns: 500 },
  )
})

// Catches a length that is measured before one character becomes eighteen.
test('a question that is too long once its characters are written out is answered from passages', () => {
  expect(overviewQuestionOf(`Summarise everything about ${'\ufdfa'.repeat(150)}`)).toBeNull()
})
