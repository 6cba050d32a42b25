import { expect, test } from 'vitest'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { namingWordsOf } from '@engine/question/words/naming-words'
import { absentWordsOf } from '@engine/retrieval/question/absent-words'
import { analyse } from '@engine/text/analyse'

const known = new Set(analyse('The lake is 47 m deep. 湖面在十二月结冰，水位每年测量。合作协议 model 公司 高度 机'))
const statistics = { chunkCount: 10, documentFrequency: (term: string) => (known.has(term) ? 3 : 0) }
const absent = (question: string) =>
  absentWordsOf(namingWordsOf(question), keyTermsOf(question, createTermTable([]), statistics), statistics)

test.each([
  ['一九七二年的国际象棋冠军是谁？', ['国际象棋冠军']],
  ['区块链共识机制有哪些类型？', ['区块链共识机制', '类型']],
  ['珠穆朗玛峰有多高？', ['珠穆朗玛峰']],
  ['怎样烤全麦面包？', ['全麦面包']],
  ['特斯拉Model 3续航多少？', ['特斯拉', '续航']],
  ['鲁迅写过哪些小说？', ['鲁迅', '小说']],
  ['湖面几月结冰？', []],
  // Would catch words cut out of longer ones, and what only says how much or in what way.
  ['2023年奥里尔湖最高涨到几米？', ['奥里尔湖', '2023']],
  ['除颤器放在那里？', []],
  ['关于红楼梦的文档有哪些？', ['红楼梦']],
  ['谁在预算表决中投了弃权票？', ['弃权票']],
  ['How soon must the mayor be called, and how badly?', ['mayor', 'called']],
  ['Who was the largest and badly frozen?', ['frozen']],
  ["What is the blockchain's consensus mechanism?", ['blockchain', 'consensus', 'mechanism']],
  ['Who sells sourdough-bread by the lake?', ['sells', 'sourdough-bread']],
])('%s quotes whole words', (question, words) => {
  expect(absent(question)).toEqual(words)
})
