import { describe, expect, test } from 'vitest'
import type { Chunk } from '@shared/documents'
import { extremeRowsIn } from '@engine/pipeline/forms/extreme/extreme-rows'
import { superlativeQuestionOf } from '@engine/question/forms/superlative-question'
import { rowsOfChunks } from '@engine/pipeline/forms/extreme/table-rows'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { numberOfCell } from '@engine/text/tables/cell-number'

const statistics = { chunkCount: 50, documentFrequency: () => 1 }
const table = { version: 0, match: () => [] }

function chunkOf(text: string, start = 0, context = ''): Chunk {
  const place = { start, end: start + text.length, window_start: start, window_end: start + text.length }
  const names = { id: `c${start}`, doc_id: 'd', doc_name: 'list.csv', title: 'list', revision: '', collection: '' }
  return {
    ...names,
    ...place,
    format: 'csv',
    index: start,
    text,
    page: null,
    heading_path: [],
    context,
    token_count: 0,
  }
}

function extremeOf(question: string, chunks: readonly Chunk[], title = 'list') {
  const asked = superlativeQuestionOf(question)
  if (!asked) return null
  const keyTerms = keyTermsOf(asked.rest, table, statistics)
  const found = extremeRowsIn(rowsOfChunks(chunks), { question: asked, keyTerms }, title)
  return found && { names: found.rows.map(({ says }) => says?.text), of: `${found.compared}/${found.total}` }
}

const suppliers = chunkOf(
  [
    'Supplier: Acme; Product: Bolts; Price: 99.95; Founded: 1980',
    'Supplier: Borealis; Product: Nuts; Price: 1,250.00; Founded: 1920',
    'Supplier: Cobalt; Product: Bolts; Price: 103.00; Founded: 2001',
    'Supplier: Delta; Product: Nuts; Price: on request; Founded: 1999',
    'Supplier: Total; Product: –; Price: 1,452.95; Founded: –',
  ].join('\n'),
)

describe('the highest of a column', () => {
  test.each([
    ['Which supplier has the highest price?', ['Borealis'], '3/4'],
    ['Which supplier is the cheapest?', ['Acme'], '3/4'],
    ['Which supplier of bolts has the highest price?', ['Cobalt'], '2/2'],
    ['Which supplier was founded first?', ['Borealis'], '4/4'],
    ['What is the newest supplier?', ['Cobalt'], '4/4'],
  ])('%s', (question, names, of) => {
    expect(extremeOf(question, [suppliers])).toEqual({ names, of })
  })

  test.each([
    'Which supplier has the most bananas?',
    'Which bank has the highest price?',
    'Which supplier has at least one price?',
    'Who is the supplier with a price?',
  ])('is not claimed: %s', (question) => {
    expect(extremeOf(question, [suppliers])).toBeNull()
  })

  test('is looked for in every chunk, under the names that stand in the first one', () => {
    const first = '| Lake | Depth (m) |\n|---|---|\n| Blue Lake | 45 |\n| Tarn | 9 |'
    const second = '| Long Lake | 130 |\n| Mirror | 12 |'
    const chunks = [chunkOf(first), chunkOf(second, 100, '| Lake | Depth (m) |')]
    expect(extremeOf('What is the deepest lake?', chunks)).toEqual({ names: ['Long Lake'], of: '4/4' })
  })

  test('is read in Chinese, and by the name of a column that the question is about', () => {
    const chunk = chunkOf('供应商: 安吉公司; 月份: 1; 交期: 7天\n供应商: 长风公司; 月份: 2; 交期: 3天')
    expect(extremeOf('哪家供应商的交期最短？', [chunk])).toEqual({ names: ['长风公司'], of: '2/2' })
    expect(extremeOf('哪个月份的交期最长？', [chunk])).toEqual({ names: ['1'], of: '2/2' })
  })

  test('is none of amounts in several units', () => {
    const chunk = chunkOf('Walk: Ridge; Length: 800 m\nWalk: Shore; Length: 2 km')
    expect(extremeOf('Which walk has the greatest length?', [chunk])).toBeNull()
  })

  test('is shared by rows that have the same', () => {
    const chunk = chunkOf('Team: Reds; Cups: 2\nTeam: Blues; Cups: 2\nTeam: Greens; Cups: 1')
    expect(extremeOf('Which team has the most cups?', [chunk])?.names).toEqual(['Reds', 'Blues'])
  })
})

const pumps = chunkOf(
  [
    '| Model | Maximum pressure (bar) | Weight | Price | Last service |',
    '|---|---|---|---|---|',
    '| P-1 | 12 | 35 kg | €1,250 | 2023-04-01 |',
    '| P-2 | 16 | 28 kg | €1,800 | 2024-01-15 |',
    '| P-3 | 10 | 42 kg | €980 | 2022-11-30 |',
    '| **Total pumps:** | 38 | 105 kg | €4,030 | |',
  ].join('\n'),
)

describe('what is said of the row at the end', () => {
  test.each([
    ['Which pump is the most expensive?', 'P-2'],
    ['What is the highest price?', '€1,800'],
    ['How much does the cheapest pump cost?', '€980'],
    ['How much does the lightest pump cost?', '€1,800'],
    ['What is the price of the lightest pump?', '€1,800'],
    ['Which pump has the highest maximum pressure?', 'P-2'],
    ['When was the latest service?', '2024-01-15'],
    ['最贵的 Model 多少钱？', '€1,800'],
  ])('%s %s', (question, says) => {
    expect(extremeOf(question, [pumps], 'Pumps')).toEqual({ names: [says], of: '3/3' })
  })

  test.each([
    'Which pump has the second highest price?',
    'What are the three most expensive pumps?',
    'What are the top 3 prices?',
    'What is the maximum pressure of the P-2?',
  ])('more than the one end is not claimed: %s', (question) => {
    expect(extremeOf(question, [pumps], 'Pumps')).toBeNull()
  })

  test('nothing, where a cell that holds a number cannot be compared', () => {
    const chunk = chunkOf('Peak: Ald; Height: 812\nPeak: Berg; Height: 640\nPeak: Corm; Height: 900–950')
    expect(extremeOf('Which peak is the tallest?', [chunk])).toBeNull()
  })

  test('numbers that could be years are amounts beside others', () => {
    const chunk = chunkOf('Job: Cook; Pay: 1500\nJob: Smith; Pay: 1900\nJob: Guard; Pay: 900')
    expect(extremeOf('Which job has the highest pay?', [chunk])?.names).toEqual(['Smith'])
  })

  test('the nearest is not the latest', () => {
    const chunk = chunkOf('酒店: 松风; 开业年份: 2009\n酒店: 云海; 开业年份: 2021')
    expect(extremeOf('离车站最近的酒店是哪家？', [chunk])).toBeNull()
    expect(extremeOf('最近开业的酒店是哪家？', [chunk])?.names).toEqual(['云海'])
  })
})

test.each([
  ['1,250.00', 1250, ''],
  ['1.250,50 €', 1250.5, '€'],
  ['143,1', 143.1, ''],
  ['(814)', -814, ''],
  ['7 days', 7, 'day'],
  ['**7**', 7, ''],
  ['3.2 million', 3_200_000, ''],
  ['12万人', 120_000, '人'],
])('a cell says %s', (text, value, unit) => {
  expect(numberOfCell(text)).toEqual({ value, unit, isDate: false })
})

test('days are set in their order, names and ranges in none', () => {
  expect(numberOfCell('2021-03-09')).toEqual({ value: 20210309, unit: '', isDate: true })
  expect(numberOfCell('1420')).toEqual({ value: 14200000, unit: '', isDate: true })
  expect(['Town242', '10–20', 'on request', ''].map(numberOfCell)).toEqual([null, null, null, null])
})
