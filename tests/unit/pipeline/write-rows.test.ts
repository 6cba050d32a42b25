import { expect, test } from 'vitest'
import { toPassage } from '@engine/retrieval/passage'
import { cite } from '@engine/pipeline/forms/rows/write-sentences'
import type { AskedWords, Said } from '@engine/pipeline/forms/rows/write-rows'

function passageOf(text: string, format = 'markdown') {
  const chunk = {
    id: 'c',
    format,
    doc_id: 'd',
    doc_name: 'd',
    heading_path: [],
    page: null,
    start: 0,
    end: text.length,
    text,
  }
  return toPassage({ chunk: chunk as never, vector: new Float32Array(), search: '' }, [])
}

/** What is written of parts of one passage; the words that are asked are given. */
function written(text: string, said: readonly (Partial<Said> & { readonly text: string })[], ...asked: string[]) {
  const quotes = said.map((one): Said => {
    const start = text.indexOf(one.text)
    return { passage: 0, start, end: start + one.text.length, listItem: false, ...one }
  })
  const askedWords: AskedWords = (cell) => asked.filter((word) => cell.includes(word))
  const answer = cite([quotes], { passages: [passageOf(text)], ids: ['e1'] }, askedWords)
  for (const { selector, response_start: start, response_end: end } of answer.refs) {
    const [from, to] = selector.replace('chars:', '').split('-').map(Number)
    expect(answer.response.slice(start, end)).toBe(text.slice(from, to))
  }
  return answer.response
}

const pipes = 'Quarter | Budget | Spent\nQ1 | 182 | 176\nQ2 | 236 | 241'
const labelled = 'id: 8; item: Ice drill; location: Store B; price: 1960\nid: 9; item: Snow stake; location: Cellar'
const row = (text: string) => ({ text, listItem: true })
const head = { text: 'Quarter | Budget | Spent', heads: true }

// Would catch cells under the wrong name, a column that nobody asked for, and a table that lost its row's name.
test('rows are a table of what is asked and what it is asked of, each cell a quotation', () => {
  expect(written(pipes, [head, row('Q2 | 236 | 241')], 'Spent', 'Q2')).toBe(
    '| Quarter | Spent |\n|---|---|\n| Q2 | 241 [1] |',
  )
  expect(written(pipes, [head, row('Q1 | 182 | 176'), row('Q2 | 236 | 241')])).toBe(
    '| Quarter | Budget | Spent |\n|---|---|---|\n| Q1 | 182 | 176 [1] |\n| Q2 | 236 | 241 [1] |',
  )
  const [first = '', second = ''] = labelled.split('\n')
  expect(written(labelled, [row(first), row(second)], 'item', 'price')).toBe(
    '| id | item | price |\n|---|---|---|\n| 8 | Ice drill | 1960 [1] |\n| 9 | Snow stake [1] |  |',
  )
})

// Would catch a bare number as the first line of an answer, with nothing that says what it is of.
test('a number alone is led by what it is of; the words that name a value lead instead of it', () => {
  expect(written(pipes, [{ text: '241', short: true }, head, row('Q2 | 236 | 241')], 'Q2')).toBe(
    'Spent: 241 [1]\n\n| Quarter | Spent |\n|---|---|\n| Q2 | 241 [1] |',
  )
  const code = 'Door code: 7741.'
  expect(written(code, [{ text: '7741', short: true }, { text: code }])).toBe('Door code: 7741. [1]')
  const prose = 'The code is 7741.'
  expect(written(prose, [{ text: '7741', short: true }, { text: prose }])).toBe('7741 [1]\n\nThe code is 7741. [1]')
})

test('whole sentences stand together: that the first answers better than the second is not known', () => {
  const text = 'It opened in 1968. It has four beds. It is closed.'
  const all = ['It opened in 1968.', 'It has four beds.', 'It is closed.'].map((one) => ({ text: one }))
  expect(written(text, all)).toBe('It opened in 1968. [1] It has four beds. [1] It is closed. [1]')
})

// Would catch a Chinese answer whose table has English heads that no mail and no person wrote.
test('the fields of a mail are named in the language of the answer, those of other documents as they stand there', () => {
  const mail = 'From: 李明 <li@example.org>; To: 王芳; Subject: 泵; Room: 7'
  const answer = (format: string, language: 'en' | 'zh') => {
    const evidence = { passages: [passageOf(mail, format)], ids: ['e1'] }
    const said = { passage: 0, start: 0, end: mail.length, text: mail, listItem: true }
    return cite([[said]], evidence, () => [], language).response.split('\n')[0]
  }
  expect(answer('eml', 'zh')).toBe('| 发件人 | 收件人 | 主题 | Room |')
  expect(answer('msg', 'en')).toBe('| From | To | Subject | Room |')
  expect(answer('csv', 'zh')).toBe('| From | To | Subject | Room |')
})
