import { describe, expect, it } from 'vitest'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { labelledCellsOf } from '@engine/answer/short-answer/cells/row-cells'
import { toPassage } from '@engine/retrieval/passage'

function candidates(text: string, format: 'text' | 'code' = 'text') {
  const chunk = {
    ...{ id: 'd:1:0', doc_id: 'd', doc_name: 'd.txt', title: '', revision: '1', collection: '', index: 0 },
    ...{ text, context: '', start: 0, end: text.length, heading_path: [], page: null, format, token_count: 1 },
    ...{ window_start: 0, window_end: text.length },
  }
  return candidatesOf([toPassage({ chunk, vector: new Float32Array(1), search: '' }, [])])
}

const items = (text: string): string[] => candidates(text).flatMap((one) => (one.item ? [one.text] : []))

describe('rows of tables', () => {
  it('are lines that share their labels with the next, whatever their values hold', () => {
    const rows = ['Name: Acme Inc.; Note: It was sold. Nobody knew.', 'Name: Birch; Price (EUR): 4; Note: None.']
    expect(items(`Some words before.\n${rows.join('\n')}\nAnd behind.`)).toEqual(rows)
  })

  it('are single lines of nothing but short labels and values', () => {
    expect(items('姓名: 顾浩然; 职务: 数据管理员')).toHaveLength(1)
    expect(
      items('SNB22-3; Brinell HBW / HB: 293; Tensile strength: 1000\nSNB5; Brinell HBW / HB: 2; Tensile strength: 1'),
    ).toHaveLength(2)
  })

  // Would catch a whole paragraph quoted as one item of a list.
  it.each([
    'The Amazon rainforest (Portuguese: Floresta Amazônica or Amazônia; Spanish: Selva Amazónica; French: Forêt amazonienne) is large. It is wet.',
    'Note: the lamp is red; warning: the door is open; the rest follows. Another sentence here.',
    'Two rules hold: nobody works alone; one more: call the duty phone.',
    'He wrote three things: it was late; he also said: it was cold; and left.',
  ])('are not %s', (text) => expect(items(text)).toEqual([]))

  it('have cells that hold semicolons', () => {
    const line = 'Name: Blind; Results: 34.5%, n=1; 1199 sec, n=1; Left: 4'
    const [row] = candidates(`${line}\n${line.replace('Blind', 'Deaf')}`)
    const cells = row ? [...labelledCellsOf(row)].map(([label, { text }]) => [label, text]) : []
    expect(cells).toEqual([
      ['Name', 'Blind'],
      ['Results', '34.5%, n=1; 1199 sec, n=1'],
      ['Left', '4'],
    ])
  })
})

it('a sentence in brackets goes with the one before it', () => {
  const texts = (text: string) => candidates(text).map((one) => one.text)
  expect(texts('The limit is 1.5 mm. (Halden says 1.55 mm.) Wear gloves.')).toEqual([
    'The limit is 1.5 mm. (Halden says 1.55 mm.)',
    'Wear gloves.',
  ])
  expect(texts('（先看这里。）盘厚不得小于1.5毫米。（哈尔登为1.55毫米。）')).toHaveLength(2)
  expect(texts('A line.\n(Another line.)')).toHaveLength(2)
  expect(texts('The fee is £5. (Why so low?)')).toHaveLength(2)
  expect(texts('What is the fee? (Members only.)')).toHaveLength(2)
})

it('cuts lines of code that no one could read', () => {
  const line = '<tr> <td>GHS</td> <td>Ghana cedi</td> </tr> '.repeat(200)
  const texts = candidates(`short line\n${line}`, 'code').map(({ text }) => text)
  expect(texts[0]).toBe('short line')
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(310)
  expect(texts.join('').replace(/\s/gu, '')).toBe(`shortline${line.replace(/\s/gu, '')}`)
})
