import { describe, expect, test } from 'vitest'
import { judge } from '@engine/critic/judge'
import { evidence, nothingAsked } from './evidence-fixture'

const milk = 'Turn the knob and wait about 40 seconds. Stop frothing at 65 °C. Empty the drip tray every day.'
const prices = '| Item | Half day (EUR) | Day (EUR) |\n|---|---|---|\n| Jigsaw | 8 | 12 |\n| Belt sander | 10 | 15 |'
const rent = 'The rent is £1,180 per calendar month, payable in advance by standing order. A late payment costs £25.'
const river = '五、观测\n\n前三天共排出多余水分约4.6升，体重下降。出院时体重66.2公斤。'
const gauge =
  '**水尺零点**是指水尺读数为零的那个高程。奥里尔湖的水尺零点高程为海拔 2781.40 米。\n\n**径流系数**是指同一时段内径流深与降水量之比。' +
  '\n\n**阵风**是指三秒钟平均风速的最大值。'

function correction(response: string, ...texts: readonly string[]) {
  const items = texts.map((text, at) => evidence(at + 1, text))
  const answer = { response, refs: [], evidence: items }
  const { sentences } = judge(answer, { ...nothingAsked, text: 'written', mayReturn: false })
  const [found] = sentences.flatMap((one) => one.correction ?? [])
  return found && { ...found, at: response.slice(found.start, found.end) }
}

describe('the right value for a wrong figure', () => {
  test.each([
    ['a measure', 'Stop frothing the milk at 75 °C [1].', milk, '75 °C', '65 °C'],
    ['a price', 'The rent is £1,380 per calendar month, payable in advance [1].', rent, '£1,380', '£1,180'],
    ['a cell', 'The jigsaw costs 9 euros for half a day [1].', prices, '9 euros', '8'],
    ['another row’s', 'The jigsaw costs 10 euros for half a day [1].', prices, '10 euros', '8'],
    ['Chinese', '前三天一共排出约6.4升多余的水分[1]。', river, '6.4升', '4.6升'],
  ])('is the source’s, as the source writes it: %s', (_kind, response, source, stated, found) => {
    expect(correction(response, source)).toMatchObject({ stated, at: stated, found, number: 1, evidence_id: 'e1' })
  })

  test('is marked where it stands, behind other sentences and as it was written', () => {
    const response = 'Empty the drip tray every day [1]. Stop frothing the milk at 75 ℃ [1].'
    expect(correction(response, milk)).toMatchObject({ stated: '75 ℃', at: '75 ℃', found: '65 °C' })
  })

  test('may be another source’s, if only that one has it', () => {
    const response = 'Clean the tank weekly [1]. Stop frothing the milk at 75 °C [1].'
    expect(correction(response, 'Clean the tank weekly.', milk)).toMatchObject({ found: '65 °C', number: 2 })
    expect(correction(response, 'Clean the tank weekly.', milk, milk)).toBeUndefined()
  })

  test('of a date has its year', () => {
    const source = 'The test began on the morning of January 27, 1967, and was plagued with problems.'
    expect(correction('The test began on the morning of January 23, 1967 [1].', source)).toMatchObject({
      at: 'January 23, 1967',
      found: 'January 27, 1967',
    })
  })

  // Catches a right figure that is "corrected" from another source, because a "not" made the sentence wrong.
  test('is not sought for a figure that the cited source has', () => {
    const response = 'Empty the tank weekly [2]. Stop not frothing the milk at 65 °C [1].'
    expect(correction(response, milk, 'Stop frothing the milk at 70 °C. Empty the tank weekly.')).toBeUndefined()
  })

  test.each([
    // Each would catch a value that is named though nobody can know it.
    [
      'where two could be meant',
      'The museum takes 6000 visitors [1].',
      'The museum takes 8000 visitors on Sundays and the museum takes 5000 visitors on Mondays.',
    ],
    ['for two wrong figures', 'Wait about 30 seconds and stop frothing at 75 °C [1].', milk],
    ['of another kind', 'Stop frothing at 3 bar [1].', milk],
    ['for a sum', 'Together the jigsaw and the belt sander cost 19 euros for half a day [1].', prices],
    ['whose words stand elsewhere in the source', '奥里尔湖的最大水深为 47 米 [1]。', gauge],
    ['for another thing', 'The boiler of the station holds 75 litres of oil [1].', milk],
    ['across languages', '牛奶打到 75 °C 时停止 [1]。', milk],
    ['where all is right', 'Stop frothing at 65 °C [1].', milk],
    [
      'where more than the figure is wrong',
      'Never stop frothing at 75 °C [1].',
      'Always stop frothing at 65 °C, Marta Lindqvist says.',
    ],
  ])('is not guessed %s', (_case, response, source) => {
    expect(correction(response, source)).toBeUndefined()
  })
})
