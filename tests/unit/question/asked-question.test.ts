import { describe, expect, test } from 'vitest'
import { formOf, readQuestion } from '@engine/question/asked-question'
import { standaloneOf } from '@engine/question/follow-up/standalone'

/** A follow-up as stage 2 hands it over. */
function followUp(question: string, before: string, answer = '') {
  const { text } = standaloneOf(question, [{ question: before, answer }])
  return readQuestion({ written: question, standalone: text, parts: [text] })
}

describe('a follow-up', () => {
  // Would catch "since when?" that is answered with a name, because the question before it asked who.
  test('is read by its own words', () => {
    const asked = followUp('Since when?', 'Who is the director of the station?')
    expect(asked.text).toBe('Who is the director of the station? Since when?')
    expect(asked).toMatchObject({ type: 'when', from: 36, fills: '' })
    expect(asked.text.slice(asked.word.en.start, asked.word.en.end)).toBe('when')
  })

  // Would catch the answer to the question before it being given again for a year that no document has.
  test('that asks for nothing itself asks as before, and says what its answer must say', () => {
    const asked = followUp('And in 2022?', 'How many litres of diesel did the generator burn in 2024?')
    expect(asked).toMatchObject({ type: 'quantity', from: 0, fills: 'And in 2022?' })
  })

  test('takes along whom the answer before named, where that is quoted', () => {
    expect(followUp('When was she hired?', 'Who leads it?', 'Marta Lindqvist leads it. [1]').text).toContain('Marta')
    expect(followUp('When was she hired?', 'Who leads it?', 'Nothing says so.').text).not.toContain('Nothing')
  })
})

describe('forms', () => {
  // Would catch a list of all items where documents that mention something are asked for.
  test('are in the order they are tried, none for a compound question', () => {
    const read = (text: string, parts = [text]) => readQuestion({ written: text, standalone: text, parts })
    const mentions = read('List all documents that mention the hut.')
    expect(mentions.forms.map(({ is }) => is)).toEqual(['mentions'])
    expect(formOf(read('Compare tea with coffee'), 'comparison')?.sides).toEqual(['tea', 'coffee'])
    expect(read('Compare tea with coffee. Why?', ['Compare tea with coffee', 'Why']).forms).toEqual([])
  })
})
