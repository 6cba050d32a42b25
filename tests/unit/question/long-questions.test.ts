import { describe, expect, it } from 'vitest'
import { MAX_QUESTION_LENGTH } from '@shared/api/api'
import { judge } from '@engine/critic/judge'
import { readQuestion } from '@engine/question/asked-question'
import { languageOfWords } from '@engine/text/language'
import { evidence, nothingAsked } from '../critic/evidence-fixture'
import { growth, units } from '../growth'

const slowest = async (work: (run: string) => unknown, longest: number): Promise<string[]> => {
  const slow: string[] = []
  for (const unit of units) {
    const times = await growth((length) => {
      work(unit.repeat(length / unit.length))
      return Promise.resolve()
    }, longest / 8)
    if (times > 9) slow.push(`${JSON.stringify(unit)}: ${times.toFixed(1)}`)
  }
  return slow
}

// Catches a pattern that looks back over all of what was typed or quoted, once for each of its letters.
describe('one thing without end', () => {
  it('is read in its share of time as a question of the greatest length', async () => {
    const read = (run: string) => {
      const text = `When was the hut ${run} built?`
      languageOfWords(run)
      return readQuestion({ written: text, standalone: text, parts: [text] })
    }
    expect(await slowest(read, MAX_QUESTION_LENGTH - 40)).toEqual([])
  })

  it('is judged in its share of time where a passage or an answer holds it', async () => {
    const brief = { ...nothingAsked, text: 'written', mayReturn: false } as const
    const inPassage = (run: string) => {
      const items = [evidence(1, `The hut ${run} was built in 1998.`)]
      return judge({ response: 'The hut was built in 1998 [1].', refs: [], evidence: items }, brief)
    }
    const inAnswer = (run: string) => {
      const items = [evidence(1, 'The hut was built in 1998.')]
      return judge({ response: `The hut ${run} was built in 1998 [1].`, refs: [], evidence: items }, brief)
    }
    expect(await slowest(inPassage, 8000)).toEqual([])
    expect(await slowest(inAnswer, 8000)).toEqual([])
  })
})
