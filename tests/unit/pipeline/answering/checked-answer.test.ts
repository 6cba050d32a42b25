import { describe, expect, test } from 'vitest'
import type { Critique } from '@shared/events'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { type Check, composeChecked } from '@engine/pipeline/answering/checked-answer'
import { evidence } from '../../critic/evidence-fixture'

const answer = (response: string): CitedAnswer => ({ response, refs: [], evidence: [evidence(1, response)] })
const first = answer('first')
const second = answer('second')
const signal = new AbortController().signal

function critique(confidence: number, returns: boolean, wrong = 0): Critique {
  const sentences = Array.from({ length: wrong }, () => ({
    start: 0,
    end: 1,
    verdict: 'unsupported' as const,
    refs: [1],
    issues: [],
  }))
  const evaluation = {
    label: 'complete_good' as const,
    confidence,
    reasoning: '',
    specific_issues: [],
    suggestions: [],
  }
  return {
    evaluation: { ...evaluation, should_return_to_chief: returns, ready_for_output: !returns },
    sentences,
    issues: [],
  }
}

/** The first answer is sent back; each answer has the confidence given. */
function checkOf(
  confidences: Record<string, number>,
  again: Check['again'],
  wrong: Record<string, number> = {},
): Check {
  return {
    judge: ({ response }, mayReturn) =>
      critique(confidences[response] ?? 0, mayReturn && response === 'first', wrong[response] ?? 0),
    again,
  }
}

const shown = async (check: Check, budget = 800) => {
  const {
    answer: chosen,
    critique: verdict,
    summary,
    problems,
  } = await composeChecked({ compose: () => first, check }, budget, () => 0, signal)
  return {
    response: chosen.response,
    returns: verdict?.evaluation.should_return_to_chief,
    notes: [...summary, ...problems].map(({ key }) => key),
  }
}

describe('an answer that is sent back', () => {
  test('gives way to a better one', async () => {
    const check = checkOf({ first: 0.4, second: 0.9 }, () => Promise.resolve(second))
    expect(await shown(check)).toEqual({ response: 'second', returns: false, notes: ['searched_wider'] })
  })

  test.each([
    ['no better', { first: 0.6, second: 0.61 }, {}],
    ['better covered but less true', { first: 0.6, second: 0.9 }, { second: 1 }],
  ])('stays when the second is %s, with its own verdict', async (_name, confidences, wrong) => {
    const check = checkOf(confidences, () => Promise.resolve(second), wrong)
    expect(await shown(check)).toEqual({ response: 'first', returns: false, notes: [] })
  })

  test('stays when nothing more was found, and when what was found answers nothing', async () => {
    const refusal = { response: 'second', refs: [], evidence: [] }
    for (const again of [null, refusal]) {
      const check = checkOf({ first: 0.4, second: 0.9 }, () => Promise.resolve(again))
      expect(await shown(check)).toEqual({ response: 'first', returns: false, notes: [] })
    }
  })

  // Would catch a second search that costs the turn its first answer.
  test('stays when the second search fails or hangs, which is said', async () => {
    const failing = checkOf({ first: 0.4 }, () => Promise.reject(new Error('index gone')))
    const hanging = checkOf({ first: 0.4 }, () => new Promise(() => undefined))
    const expected = { response: 'first', returns: false, notes: ['wider_search_failed'] }
    expect(await shown(failing)).toEqual(expected)
    expect(await shown(hanging, 5)).toEqual(expected)
  })

  test('is sent back once only', async () => {
    let attempts = 0
    const check: Check = {
      judge: (_answer, mayReturn) => critique(0.4, mayReturn),
      again: () => {
        attempts += 1
        return Promise.resolve(second)
      },
    }
    await shown(check)
    expect(attempts).toBe(1)
  })
})

describe('checking', () => {
  test('leaves alone what cites nothing', async () => {
    const plain = { response: 'Hello.', refs: [], evidence: [] }
    const check = checkOf({}, () => Promise.reject(new Error('never asked')))
    const result = await composeChecked({ compose: () => plain, check }, 800, () => 0, signal)
    expect(result).toEqual({ answer: plain, critique: null, summary: [], quoted: false, problems: [] })
  })

  test('that breaks does not break the answer', async () => {
    const check: Check = {
      judge: () => {
        throw new Error('bug')
      },
      again: () => Promise.resolve(null),
    }
    expect(await shown(check)).toEqual({ response: 'first', returns: undefined, notes: ['check_failed'] })
  })

  // Catches "all sentences are supported" under passages that nobody looked for an answer in.
  test('is neither checked nor made again when composing was late', async () => {
    const check = checkOf({ first: 0.4 }, () => Promise.reject(new Error('never asked')))
    const result = await composeChecked(
      { compose: () => new Promise(() => undefined), fallback: () => first, check },
      5,
      () => 0,
      signal,
    )
    expect(result.problems.map(({ key }) => key)).toEqual(['late'])
    expect(result).toMatchObject({ critique: null, quoted: true })
  })

  test('ends with the turn', async () => {
    const controller = new AbortController()
    const check = checkOf({ first: 0.4 }, () => {
      controller.abort()
      return new Promise(() => undefined)
    })
    const result = composeChecked({ compose: () => first, check }, 800, () => 0, controller.signal)
    await expect(result).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
