import { describe, expect, test } from 'vitest'
import { libraryQuestionOf } from '@engine/question/library/library-question'

/** What of a reading is not as in the question what there is. */
function read(question: string) {
  const asked = libraryQuestionOf(question)
  if (!asked) return null
  const { sort, added, ...others } = asked
  const limits = Object.entries(others).filter(([, value]) => value !== null && value !== false)
  return {
    ...Object.fromEntries(limits),
    ...(sort ? { sort: sort.label.en.other } : {}),
    ...(added ? { added: `${added.edge} ${added.time.spec}` } : {}),
  }
}

// Would catch a language that is read less well than the other.
test.each([
  ['How many documents are there?', '有多少份文档？', {}],
  ['what files do you have', '库里有哪些文件', {}],
  ['Which files failed, and why?', '哪些文件导入失败了？为什么？', { state: 'failed' }],
  ['Is there anything you could not read?', '有没有读不了的文件？', { state: 'failed' }],
  ['Which documents are still being read?', '哪些文档还没读完？', { state: 'waiting' }],
  ['Which documents were only partly read?', '哪些文档没读全？', { state: 'partial' }],
  ['How many PDFs do I have?', '我有几个 PDF？', { sort: 'PDF files' }],
  ['Show me my Word documents', '把我的 Word 文档列出来', { sort: 'Word files' }],
  ['What did I add last week?', '我上周添加了什么？', { added: 'in calendar week 1' }],
  ['What was added in the last week?', '最近一周加了哪些文件？', { added: 'in rolling week 1' }],
  ['Which files were added since Monday?', '星期一以来添加了哪些文件？', { added: 'since named' }],
  ['Which PDFs did I add in October?', '十月份添加了哪些PDF？', { sort: 'PDF files', added: 'in named' }],
  ['What are the five largest files?', '最大的五个文件是哪些？', { order: 'largest', most: 5 }],
  ['What is the newest document?', '最新的文档是哪个？', { order: 'newest' }],
  ['Do I have the same file twice?', '有没有重复的文件？', { copies: true }],
  ['Which documents mention “Siskin R80”?', '哪些文档提到了“Siskin R80”？', { mentions: 'Siskin R80' }],
  ['Is there a document about the budget?', '有没有关于预算的文件？', { mentions: 'budget' }],
  ['Where is the file budget.csv?', 'budget.csv 这个文件在哪里？', { named: { name: 'budget.csv', by: 'file' } }],
  ['Where is the file report 77?', '文件 report 77 在哪里？', { named: { name: 'report 77', by: 'file' } }],
  ['Do I have a file called Minutes?', '有没有叫 Minutes 的文件？', { named: { name: 'Minutes', by: 'called' } }],
])('%s and %s are read alike', (english, chinese, asked) => {
  expect(read(english)).toEqual(asked)
  const inChinese = 'mentions' in asked && asked.mentions === 'budget' ? { ...asked, mentions: '预算' } : asked
  expect(read(chinese)).toEqual(inChinese)
})

// What came in files; would catch a language that is read less well, and names that keep the words around them.
test.each([
  ['What is in old.zip?', 'old.zip里有什么文件？', { name: 'old.zip', as: 'contents' }],
  ["What's inside the archive old.zip?", '压缩包old.zip里面都有哪些文件？', { name: 'old.zip', as: 'contents' }],
  ['Which files are in “old.zip”?', '“old.zip”中有哪些文件？', { name: 'old.zip', as: 'contents' }],
  ['What does old.zip contain?', 'old.zip包含哪些文件？', { name: 'old.zip', as: 'contents' }],
  ['Which files came with that mail?', '那封邮件带了哪些附件？', { name: null, as: 'attached' }],
  ['What is attached to the mail about Holm?', '关于Holm的邮件有哪些附件？', { name: 'Holm', as: 'attached' }],
  ['Which attachments does a.eml have?', 'a.eml有哪些附件？', { name: 'a.eml', as: 'attached' }],
])('%s and %s ask what came in a file', (english, chinese, inside) => {
  expect(libraryQuestionOf(english)?.inside).toEqual(inside)
  expect(libraryQuestionOf(chinese)?.inside).toEqual(inside)
})

test.each([
  'What files are in the library?',
  '库里有哪些文件？',
  'Which documents are about snow?',
  'What is the roof made of?',
])('%s asks for nothing that came in a file', (question) => {
  expect(libraryQuestionOf(question)?.inside ?? null).toBeNull()
})

// Each was read so before the catalogue was asked; would catch a question that is no longer.
test.each([
  ['How many documents mention avalanches?', 'avalanches'],
  ['How many of my documents talk about the budget?', 'budget'],
  ['Which files are about snow?', 'snow'],
  ['In which documents is the pump mentioned?', 'pump'],
  ['List all documents that mention the visitor rules.', 'visitor rules'],
  ['Do I have anything on Kestrel Col?', 'Kestrel Col'],
  ['Which reports mention delays in 2023?', 'delays in 2023'],
  ['有多少篇文档提到雪崩？', '雪崩'],
  ['列出所有提到梁思远的文档', '梁思远'],
  ['雪崩在哪些文档里出现过？', '雪崩'],
])('%s asks which documents mention something', (question, topic) => {
  expect(libraryQuestionOf(question)?.mentions).toBe(topic)
})

// Would catch a question that documents answer and the catalogue takes away.
test.each([
  'How many files does the archive hold?',
  'Which report was delayed in 2024?',
  'What is the largest file size the system accepts?',
  'How many documents must visitors sign?',
  'What is a document?',
  'What does the document say about snow?',
  'Is there anything about smoking in the handbook?',
  'What was added in version 2?',
  'Where is the station?',
  'Where is Lhasa?',
  'Which files are needed for the application?',
  'What is the newest report about?',
  'When was the file format introduced?',
  'What failed and why?',
  '档案室里保存了多少份文件？',
  '去年提交了几份报告？',
  '最新的报告里水位是多少？',
  '访客需要填写哪些文件？',
  '这份文件是什么时候发布的？',
  '拉萨在哪里？',
  '关于请假的规定有哪些？',
  '介绍一下预算的文件',
  'What do the files mention about snow?',
])('%s is asked of what documents say', (question) => {
  expect(libraryQuestionOf(question)).toBeNull()
})

describe('a hostile question', () => {
  // Would catch text of a question that becomes a pattern, and time that grows with its length.
  test.each(['(a+)+$', '.*', '[', '\\', '$& $1', '{n}', 'a'.repeat(200), '的'.repeat(200)])(
    'is searched for letter for letter: %s',
    (topic) => {
      expect(libraryQuestionOf(`Which documents mention ${topic}?`)?.mentions).toBe(
        topic.replace(/[.?]+$/u, '') || null,
      )
    },
  )

  test('that is longer than questions are is none', () => {
    expect(libraryQuestionOf(`Which documents mention ${'x'.repeat(400)}?`)).toBeNull()
  })
})
