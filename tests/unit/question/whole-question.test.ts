import { expect, test } from 'vitest'
import { documentQuestionOf, overviewQuestionOf } from '@engine/question/forms/whole-question'

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
  ['Summarise everything about the pumps', 'pumps'],
  ['Give me an overview of what my notes say about Mirador.', 'Mirador'],
  ['What are the key ideas on storage in the library?', 'storage'],
  ['Summarise  everything\u3000 about the \n new  pumps', 'new pumps'],
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

// Catches a length that is measured before one character becomes eighteen.
test('a question that is too long once its characters are written out is answered from passages', () => {
  expect(overviewQuestionOf(`Summarise everything about ${'\ufdfa'.repeat(150)}`)).toBeNull()
})

test.each([
  ['Summarize the document about the Black Death.', 'Black Death'],
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
  // Would catch a title in quotation marks that is taken for a request.
  '《暴政的假面游行》为了抗议什么而写的?',
  '什么是“乡里制”？',
  'Who wrote the paper that the "hockey stick" graph was based on?',
  `Summarise the document about ${'x'.repeat(300)}`,
])('%s does not', (question) => {
  expect(documentQuestionOf(question)).toBeNull()
})
