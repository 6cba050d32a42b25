import { expect, it } from 'vitest'
import { byStep, smallScore } from '@renderer/features/context/dropped-steps'

const passage = (by: string, rank: number) => ({
  ...{ chunk_id: 'c', document_id: 'd', document_title: '', revision: '', start: 0, end: 1, score: 0 },
  ...{ by, rank },
})

it('gathers passages by the step that left them out, losing none', () => {
  const steps = byStep([passage('truncate', 1), passage('dedup', 2), passage('truncate', 3)])
  expect(steps.map(({ step, passages }) => [step, passages.map(({ rank }) => rank)])).toEqual([
    ['truncate', [1, 3]],
    ['dedup', [2]],
  ])
})

// Would catch the fused scores, which are hundredths, all shown as 0.02.
it('keeps small scores apart', () => {
  expect([0.01639, 0.01613, 0.7, 0, NaN].map((score) => smallScore(score, 'en'))).toEqual([
    '0.0164',
    '0.0161',
    '0.700',
    '0.00',
    '–',
  ])
})
