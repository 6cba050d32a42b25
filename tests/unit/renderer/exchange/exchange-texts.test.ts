import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { ImportedSession } from '@shared/session/turn-context'
import { countOutcomes, inOrderOfNote, outcomeWording } from '@renderer/features/exchange/import-report'
import { redactionText } from '@renderer/ui/text/redaction-text'
import en from '@renderer/locales/en/exchange.json'
import zh from '@renderer/locales/zh/exchange.json'

const i18n = createInstance()
await i18n.init({
  lng: 'en',
  resources: { en: { exchange: en }, zh: { exchange: zh } },
  interpolation: { escapeValue: false },
})
const say = (language: string) => i18n.getFixedT(language, 'exchange')
const both = { leaveOutSensitive: true, replacePaths: true }

describe('what was left out', () => {
  it.each([
    [{ passages: 2, sentences: 3, paths: 1 }, ['2 passages and 3 sentences left out.', '1 file path replaced.']],
    [{ passages: 1, sentences: 0, paths: 1200 }, ['1 passage left out.', '1,200 file paths replaced.']],
    [{ passages: 0, sentences: 0, paths: 0 }, ['Nothing is marked as sensitive.', 'No file paths were found.']],
  ])('%o is said in words', (report, words) => {
    expect(redactionText(report, both, say('en'))).toEqual(words)
  })

  it('is said in Chinese too', () => {
    const said = redactionText({ passages: 2, sentences: 3, paths: 4 }, both, say('zh'))
    expect(said).toEqual(['已略去 2 个段落和 3 个句子。', '已替换 4 处文件路径。'])
  })

  // Would catch "nothing is marked" under a switch that is off.
  it('is not spoken of where it was not asked for', () => {
    const off = { leaveOutSensitive: false, replacePaths: false }
    expect(redactionText({ passages: 0, sentences: 0, paths: 0 }, off, say('en'))).toEqual([])
  })
})

const imported = (fields: Partial<ImportedSession>): ImportedSession => ({
  id: 's',
  title: 'Stones',
  outcome: 'added',
  turns: 0,
  messages: 0,
  evidences: 0,
  conflicts: [],
  ...fields,
})

describe('an import’s report', () => {
  it.each<[Partial<ImportedSession>, string]>([
    [{ turns: 5, messages: 10 }, 'Added: 5 turns.'],
    [{ messages: 1 }, 'Added: 1 message.'],
    [{ outcome: 'merged', turns: 1, messages: 2 }, 'Merged: 1 new turn.'],
    [{ outcome: 'merged', evidences: 4 }, 'Merged: 4 new passages.'],
    [{ outcome: 'merged' }, 'Merged: a few details were added.'],
    [
      { outcome: 'unchanged', conflicts: ['t1', 't2'] },
      'Already here, unchanged. 2 turns differ here; yours were kept.',
    ],
  ])('says of %o: %s', (fields, words) => {
    const said = outcomeWording(imported(fields)).map(({ key, count }) =>
      say('en')(`outcome.${key}`, { count, number: String(count) }),
    )
    expect(said.join(' ')).toBe(words)
  })

  // Would catch the one conflict among thousands of chats standing where nobody looks.
  it('begins with what needs a look', () => {
    const sessions = [
      imported({ id: 'same', outcome: 'unchanged' }),
      imported({ id: 'new' }),
      imported({ id: 'merged', outcome: 'merged' }),
      imported({ id: 'conflict', outcome: 'unchanged', conflicts: ['t'] }),
    ]
    expect(inOrderOfNote(sessions).map(({ id }) => id)).toEqual(['conflict', 'merged', 'new', 'same'])
    expect(countOutcomes(sessions)).toEqual({ added: 1, merged: 1, unchanged: 2 })
  })
})
