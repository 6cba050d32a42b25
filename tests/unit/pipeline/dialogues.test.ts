import { describe, expect, test } from 'vitest'
import { standaloneOf } from '@engine/question/follow-up/standalone'
import { analyse } from '@engine/text/analyse'
import { chineseDialogues } from './chinese-dialogues'
import type { Dialogue } from './dialogue'
import { englishDialogues } from './english-dialogues'

function nameOf({ turns, question }: Dialogue): string {
  return `${turns.at(-1)?.[0] ?? ''} / ${question}`
}

describe.each([
  ['English', englishDialogues],
  ['Chinese', chineseDialogues],
])('%s dialogues', (_language, dialogues) => {
  // Would catch a follow-up that is searched without what it is about, and a question of its own that is searched with it.
  test.each(dialogues.map((dialogue) => [nameOf(dialogue), dialogue] as const))('%s', (_name, dialogue) => {
    const history = dialogue.turns.map(([question, answer]) => ({ question, answer }))
    const { text } = standaloneOf(dialogue.question, history)
    const terms = new Set(analyse(text))
    const missing = dialogue.holds.filter((part) => !analyse(part).every((term) => terms.has(term)))
    const wrong = (dialogue.lacks ?? []).filter((part) => analyse(part).every((term) => terms.has(term)))
    expect({ missing, wrong }, text).toEqual({ missing: [], wrong: [] })
  })
})
