import { describe, expect, test } from 'vitest'
import { sourceOf } from '@engine/critic/source'
import { statementOf } from '@engine/critic/claims/statement'
import { support } from '@engine/critic/support'
import { evidence } from './evidence-fixture'

const prices = [
  'Code,Item,Half day (EUR),Day (EUR),Weight (kg),Note',
  'H120,Circular saw,11,17,4.9,',
  'H122,Jigsaw,8,12,2.6,Blades extra',
  'H125,Tile cutter,22,35,42.0,',
].join('\n')
const staff =
  '| Name | Role | Extension |\n|---|---|---|\n| Zhou Min | Finance officer | 19 |\n| Ines Okafor | Safety officer | 20 |'
const rent =
  "The Tenants may leave on giving two months' notice in writing; the Landlord must give three months' notice. The rent is £1,180 a month."
const winter = '十二月至次年三月由四人值守，何静任冬季值守组长。\n\n纳迪娅·科瓦尔提醒，蓄电池室的通风格栅需要清扫。'

const verdictOn = (claim: string, source: string) => support(statementOf(claim), sourceOf(evidence(1, source))).verdict

describe('a value belongs to its row and its column', () => {
  test.each([
    // Each would catch a critic that only asks whether a figure stands somewhere in the passage.
    ['another row', 'The jigsaw costs 11 euros for half a day.', prices],
    ['another column', 'The jigsaw (H122) costs 12 euros per half day.', prices],
    ['another person', 'The safety officer, Ines Okafor, has extension 19.', staff],
    ['another side of a contrast', "The Tenants must give three months' notice, the Landlord only two.", rent],
    ['another name', '冬季值守组长由纳迪娅·科瓦尔担任。', winter],
  ])('%s is found', (_name, claim, source) => expect(verdictOn(claim, source)).toBe('unsupported'))

  test.each([
    ['a cell in words', 'For half a day the jigsaw (H122) costs 8 euros.', prices],
    ['a row in words', 'The tile cutter weighs 42 kg and costs 35 euros a day.', prices],
    ['a role', 'Ines Okafor is the safety officer, on extension 20.', staff],
    ['both sides of a contrast', "The Landlord has to give three months' notice, the Tenants only two.", rent],
    ['a name', '何静担任冬季值守组长。', winter],
  ])('%s is supported', (_name, claim, source) => expect(verdictOn(claim, source)).toBe('supported'))
})

describe('what can be worked out is given', () => {
  test.each([
    // Would catch an objection to every sum that is not written down.
    [
      'a difference of two rows',
      'At 42 kg the tile cutter weighs 39.4 kg more than the jigsaw, which has 2.6 kg.',
      prices,
    ],
    [
      'a product',
      'Eighteen months at £1,180 a month add up to £21,240 of rent.',
      `${rent} It runs for eighteen months.`,
    ],
    [
      'a percentage',
      'The limit went from 25 MB to 40 MB, 60 percent more.',
      'Attachments may be up to 40 MB each (previously 25 MB): the limit.',
    ],
    [
      'a span of days',
      'The stay was six nights, from 22 to 28 October 2024.',
      'The stay: admitted 22 October 2024, discharged 28 October 2024.',
    ],
  ])('%s', (_name, claim, source) => expect(verdictOn(claim, source)).toBe('supported'))

  test.each([
    // Would catch a critic that lets any figure pass once a sentence calculates.
    ['a sum', 'The circular saw (17 euros) and the tile cutter (35 euros) cost 62 euros together for a day.', prices],
    [
      'a difference',
      'The limit went from 25 MB to 40 MB, so it grew by 25 percent.',
      'Attachments may be up to 40 MB each (previously 25 MB): the limit.',
    ],
  ])('%s that is wrong is found', (_name, claim, source) => expect(verdictOn(claim, source)).toBe('unsupported'))
})

describe('prose in other words', () => {
  test.each([
    // Would catch an objection to wording alone.
    ['a paraphrase', 'Renters can end the tenancy with written notice of two months.', `The tenancy: ${rent}`],
    [
      'running characters',
      '离入住不到两天才取消的话，定金就拿不回来了。',
      '入住前两天以内取消的，定金不退。预订时付定金。',
    ],
  ])('%s is supported', (_name, claim, source) => expect(verdictOn(claim, source)).toBe('supported'))

  // Would catch a permission that turns what the source forbids into what it allows.
  test('what the source forbids is not allowed', () => {
    const source =
      'Private electric heaters are not allowed in the bedrooms. Private laptops may join the guest network.'
    expect(verdictOn('Staff may use their own electric heaters in the bedrooms.', source)).toBe('unsupported')
  })
})
