import { expect, test } from 'vitest'
import { documentQuestionOf } from '@engine/question/forms/document-question'

test.each([
  ['Summarize the document about the Black Death.', 'the Black Death'],
  ['Summarize the Black Death document.', 'Black Death'],
  ['Could you sum up this article on oxygen, please?', 'oxygen'],
  ['Give me a summary of the article on oxygen.', 'oxygen'],
  ['A short summary of the paper called "Silent Rivers"', 'Silent Rivers'],
  ['What does the article about Fresno say?', 'Fresno'],
  ['What is the report on flood control about?', 'flood control'],
  ['Summarize norwich-city.txt', 'norwich-city.txt'],
  ['Summarise the file annual report 2023.pdf', 'annual report 2023.pdf'],
  ["What's in budget.csv?", 'budget.csv'],
  ['What are the important points of the test document?', 'test'],
  ['总结一下关于元朝的文档。', '元朝'],
  ['这篇关于药学的文章讲了什么？', '药学'],
  ['總結一下關於元朝的文檔。', '元朝'],
  ['请总结《黑死病》这篇文章', '黑死病'],
  ['《黑死病》主要讲了什么？', '黑死病'],
  ['黑死病这篇文章讲了什么', '黑死病'],
  ['把素数的文档总结一下', '素数'],
  ['给我写一份元朝文档的摘要', '元朝'],
  ['report.pdf的主要内容是什么？', 'report.pdf'],
])('%s asks for the document by %s', (question, subject) => {
  expect(documentQuestionOf(question)).toEqual({ subject, isExplicit: true })
})

test.each([
  ['Summarize the Patriot Act.', 'Patriot Act'],
  ['总结一下黑死病的主要内容', '黑死病'],
])('%s may ask for the document of that title', (question, subject) => {
  expect(documentQuestionOf(question)).toEqual({ subject, isExplicit: false })
})

test.each(['Summarize the document.', 'What is this paper about?', '这篇文章讲了什么？', '总结这份文档'])(
  '%s asks for the one document there is',
  (question) => {
    expect(documentQuestionOf(question)).toEqual({ subject: '', isExplicit: true })
  },
)

test.each([
  'What does the handbook say about credit cards?',
  'What does the report say about the costs of the dam?',
  'What is section 105 of the Patriot Act about?',
  'Who wrote the article about Fresno?',
  'What is oxygen used for?',
  'What happened in the first document?',
  '总结第三章',
  '元朝的首都在哪里？',
  '哪些文档提到了法国？',
  `Summarise the document about ${'x'.repeat(300)}`,
])('%s does not', (question) => {
  expect(documentQuestionOf(question)).toBeNull()
})

// Catches a repetition in which a word can be read in two ways: every one more doubles the time.
test('words of each repetition, up to the longest question there is, come to an end', () => {
  const repeated = '请 帮我 总结 一下 主要 都 到底 在 重要的 一篇 这份 文档 的 关于 内容'.split(' ')
  const words = [
    'the ',
    'document ',
    'about ',
    'main ',
    'key and ',
    'short ',
    'summary of ',
    'report ',
    'really ',
    'x. ',
  ]
  for (const word of [...repeated, ...words]) {
    for (const lead of ['', '总结', '文档', '关于文档的', 'summarise the document about ', 'what is the report ']) {
      const line = (lead + word.repeat(200)).slice(0, 196)
      expect(() => documentQuestionOf(`${line}。xq`)).not.toThrow()
    }
  }
})
