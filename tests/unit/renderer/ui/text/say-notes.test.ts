import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { note } from '@shared/note'
import { sayNotes } from '@renderer/ui/text/say-notes'
import { en } from '@renderer/locales/en'
import { zh } from '@renderer/locales/zh'

async function speaking(lng: 'en' | 'zh') {
  const i18n = createInstance()
  await i18n.init({ lng, resources: { en, zh }, interpolation: { escapeValue: false } })
  return i18n.getFixedT(lng, 'pipeline')
}

const turns = [note('turns', { count: 1 }), note('summary_rolled')]

test('says notes in the language of the window', async () => {
  expect(sayNotes(turns, '?', await speaking('en'))).toBe('1 turn; summary rolled forward')
  expect(sayNotes(turns, '?', await speaking('zh'))).toBe('1 轮对话；已更新摘要')
})

test('says a sentence of an older record as it stands', async () => {
  expect(sayNotes(undefined, '3 turns', await speaking('zh'))).toBe('3 turns')
})

// Would catch a pronoun or a failure's message that is taken for an option, a text of the window or a value.
test.each(['$t(label)', '{{count}}', '<b>'])('a value %s stays a value', async (message) => {
  const odd = note('suggestions_failed', { message, defaultValue: 'x', lng: 'en', ns: 'chat' })
  expect(sayNotes([odd], '?', await speaking('zh'))).toBe(`没有追问建议：${message}`)
})

// Would catch an English sentence alone in a Chinese window.
test('a failure is said in the language of the window, before its own words', async () => {
  const failed = note('model_failed', { model: 'Tiny', message: 'The server answered 500.', code: 'MODEL_FAILED' })
  expect(sayNotes([failed], '?', await speaking('en'))).toBe('Tiny: The server answered 500')
  expect(sayNotes([failed], '?', await speaking('zh'))).toBe('Tiny：模型停止了工作（The server answered 500）')
})

// Would catch a card that says "ranked by onnx:bge" or "terminated.; quoted instead".
test('models have their names, and sentences within a sentence no full stop', async () => {
  const notes = [
    note('reranked_by', { model: 'onnx:bge' }),
    note('model_failed', { model: 'Tiny', message: 'It ended.' }),
    note('quoted_instead'),
  ]
  expect(sayNotes(notes, '?', await speaking('en'))).toBe(
    'ranked by bge; Tiny: It ended; quoted from the evidence instead',
  )
})
