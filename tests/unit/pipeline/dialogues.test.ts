import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { standaloneOf } from '@engine/pipeline/rewrite/standalone'
import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { TermBook } from '@engine/retrieval/terms/term-book'
import { chineseDialogues } from './chinese-dialogues'
import type { Dialogue } from './dialogue'
import { englishDialogues } from './english-dialogues'

/** What the rules get wrong today, by question and the question before it. A test fails when one of them is mended. */
const knownFailures: ReadonlySet<string> = new Set([
  'Does the warranty cover water damage? / And theft?',
  '保修包括进水损坏吗？ / 那盗窃呢？',
])

let terms: TermTable
beforeAll(async () => {
  const shipped = resolve(import.meta.dirname, '../../../resources/terms')
  terms = (await TermBook.open({ shipped, own: '', write: () => Promise.resolve() })).table
})

function nameOf({ turns, question }: Dialogue): string {
  return `${turns.at(-1)?.[0] ?? ''} / ${question}`
}

describe.each([
  ['English', englishDialogues],
  ['Chinese', chineseDialogues],
])('%s dialogues', (_language, dialogues) => {
  test.each(dialogues.map((dialogue) => [nameOf(dialogue), dialogue] as const))('%s', (name, dialogue) => {
    const history = dialogue.turns.map(([question, answer]) => ({ question, answer, wasClarification: false }))
    const { text } = standaloneOf(dialogue.question, history, terms)
    const lower = text.toLowerCase()
    const missing = dialogue.holds.filter((part) => !lower.includes(part.toLowerCase()))
    const wrong = (dialogue.lacks ?? []).filter((part) => lower.includes(part.toLowerCase()))
    if (knownFailures.has(name)) expect([...missing, ...wrong], text).not.toEqual([])
    else expect({ missing, wrong }, text).toEqual({ missing: [], wrong: [] })
  })
})

test('there are at least 80 dialogues, and the rules explain nine in ten of them', () => {
  const count = englishDialogues.length + chineseDialogues.length
  expect(count).toBeGreaterThanOrEqual(80)
  expect(knownFailures.size).toBeLessThanOrEqual(count / 10)
})
