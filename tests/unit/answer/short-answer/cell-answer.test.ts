import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPart } from '@engine/question/asked-question'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { cellAnswerIn } from '@engine/answer/short-answer/cells/cell-answer'
import { loadShortAnswerer } from '@engine/answer/short-answer/load-short-answerer'
import type { Attribute } from '@engine/answer/short-answer/cells/column-names'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { toPassage } from '@engine/retrieval/passage'

const statistics = { chunkCount: 100, documentFrequency: () => 2 }
const noTerms = createTermTable([])

let attributes: readonly Attribute[] = []
beforeAll(async () => {
  const answerer = await loadShortAnswerer(resolve(import.meta.dirname, '../../../../resources'))
  attributes = answerer.attributes
})

function answer(question: string, text: string, title = ''): string | undefined {
  const chunk = {
    ...{ id: 'd:1:0', doc_id: 'd', doc_name: 'd.txt', title, revision: '1', collection: '', index: 0 },
    ...{ text, context: '', start: 0, end: text.length, heading_path: [], page: null, kind: 'paragraph' as const },
    ...{ format: 'text' as const, token_count: 1, window_start: 0, window_end: text.length },
  }
  const candidates = candidatesOf([toPassage({ chunk, vector: new Float32Array(1), search: '' }, [])])
  const found = cellAnswerIn(readPart(question), keyTermsOf(question, noTerms, statistics), candidates, attributes)
  if (found) expect(text.slice(found.cell.start, found.cell.end)).toBe(found.cell.text)
  return found?.cell.text
}

const inventory = [
  'item: Ice drill 150 mm; quantity: 1; location: Store room B; purchased: 2019-10-11; unit_price_eur: 1960; responsible: Lu Wenbo',
  'item: Defibrillator; quantity: 1; location: Mess room; purchased: 2020-01-15; unit_price_eur: 1890; responsible: Ines Okafor',
].join('\n')
const comparison = [
  '| Property | Hydra P3 | Siskin R80 |',
  '|---|---|---|',
  '| Accuracy | ±3 mm | ±2 mm |',
  '| Unit price | 1,870 euros | 4,950 euros |',
].join('\n')
const roles = [
  '| Name | Role | Extension |',
  '|---|---|---|',
  '| Marta Lindqvist | Station director | 11 |',
  '| Ines Okafor | Safety officer | 20 |',
].join('\n')
const countries =
  'name: Canada; leader: Justin Trudeau; sport: Hockey\nname: France; leader: Emmanuel Macron; sport: Soccer'
const prices = '项目: 床位（每晚）; 普通价: 48; 学生价: 32\n项目: 早餐; 普通价: 9; 学生价: 7'

const hire = [
  'Item: Floor sander; Half day (EUR): 37; Day (EUR): 58; Weekend (EUR): 93; Deposit (EUR): 250; Weight (kg): 78.0',
  'Item: Edge sander; Half day (EUR): 21; Day (EUR): 33; Weekend (EUR): 53; Deposit (EUR): 150; Weight (kg): 14.0',
].join('\n')

describe('cells that answer', () => {
  test.each([
    // The column's name is no price, but it is in euros.
    ['What does it cost to hire a floor sander for a weekend?', hire, '93'],
    // "Half day" is a day as well.
    ['floor sander daily rate', hire, '58'],
    ['What does the ladder cost for a weekend?', hire, undefined],
    ['What does the floor sander cost?', hire, undefined],
    ['Which sport is played in France?', countries, 'Soccer'],
    ['Where is the defibrillator?', inventory, 'Mess room'],
    ['What does the ice drill cost?', inventory, '1960'],
    ['When was the defibrillator bought?', inventory, '2020-01-15'],
    ['Who is responsible for the defibrillator?', inventory, 'Ines Okafor'],
    // The thing is the column here, and what is told of it the row.
    ['What is the price of the Siskin R80?', comparison, '4,950 euros'],
    ['How accurate is the Hydra P3?', comparison, '±3 mm'],
    ['Who is the safety officer?', roles, 'Ines Okafor'],
    ['What is the extension of the station director?', roles, '11'],
    ['早餐多少钱？', prices, '9'],
    // Both columns are prices; the question names one.
    ['床位学生价是多少？', prices, '32'],
  ])('%s', (question, text, expected) => {
    expect(answer(question, text)).toBe(expected)
  })

  // Would catch a cell that is shown although the table does not tell, or tells several things.
  test.each([
    ['Where is the satellite messenger?', inventory],
    ['What colour is the defibrillator?', inventory],
    ['Who built the station?', roles],
    ['多少钱？', prices],
    ['What does breakfast cost?', 'item: Breakfast A; price: 9\nitem: Breakfast B; price: 11'],
    ['How heavy is the Hydra P3?', comparison],
  ])('none: %s', (question, text) => {
    expect(answer(question, text)).toBeUndefined()
  })

  test('the same amount in two rows is one answer', () => {
    const text = 'item: Siskin R80; price: 4950\nitem: Siskin R80 sensor; price: 4,950 euros'
    expect(answer('What is the price of the Siskin R80?', text)).toBe('4950')
  })
})
