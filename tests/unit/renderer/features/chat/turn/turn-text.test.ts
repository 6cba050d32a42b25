import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { note } from '@shared/note'
import { brokeOffText, namedDocuments } from '@renderer/features/chat/turn/turn-text'
import { en } from '@renderer/locales/en'
import { zh } from '@renderer/locales/zh'
import { aDocument } from '../document-fixture'

beforeAll(() => i18next.init({ lng: 'en', resources: { en, zh }, interpolation: { escapeValue: false } }))

const say = (language: string, of: ReturnType<typeof note>) =>
  brokeOffText(of, i18next.getFixedT(language, 'chat'), i18next.getFixedT(language, 'pipeline'))

describe('an answer that ends before its end', () => {
  it('says who stopped, why, and that what was written is kept', () => {
    const stopped = note('model_broke_off', { model: 'Tiny', message: 'Its process ended.' })
    expect(say('en', stopped)).toBe('Tiny stopped before its end: Its process ended. What it wrote is kept.')
    expect(say('zh', stopped)).toBe('Tiny 没有写完就停止了：Its process ended。已写出的内容已保留。')
    expect(say('en', note('model_cut_off'))).toMatch(/longest length here/u)
    expect(say('en', note('late', { ms: 500 }))).toBe(
      'The answer ends early: took longer than its 500 ms. What was written is kept.',
    )
  })

  // Would catch a model's name that turns the line around, or fills in one of our own values.
  it('shows names as they are', () => {
    const said = say('en', note('model_broke_off', { model: 'a\u202Eb {{message}}', message: 'Gone' }))
    expect(said).toContain('a[U+202E]b')
    expect(said).not.toContain('\u202E')
  })
})

describe('namedDocuments', () => {
  it('finds the documents a refusal names, in its order, in both languages', () => {
    const documents = [
      aDocument({ id: 'a', title: 'Lake' }),
      aDocument({ id: 'b', title: '规程' }),
      aDocument({ id: 'c', title: '' }),
    ]
    expect(namedDocuments('The nearest documents are “规程”, “Lake”.', documents).map(({ id }) => id)).toEqual([
      'b',
      'a',
    ])
    expect(namedDocuments('最接近的文档是《规程》。', documents).map(({ id }) => id)).toEqual(['b'])
    expect(namedDocuments('Lake 规程', documents)).toEqual([])
  })
})
