import { expect, it } from 'vitest'
import { leadsSomewhere } from '@engine/research/deep-search/leads-somewhere'

it.each([
  ['kWh', 'It used 40 kWh in March.', false],
  ['Yellow', 'Yellow | 2.50 m | hydrology group\nYellow: call nobody.', false],
  ['Yellow', 'She works for Yellow and for others.', true],
  ['Paris', 'Paris is large.', true],
  ['Mautner', 'Mautner opened the hut.', true],
  ['Kestrel Col', 'Kestrel Col is a pass.', true],
  ['水位监测', '水位监测规程', true],
])('%s in %j is worth a search: %s', (name, text, is) => {
  expect(leadsSomewhere(name, text)).toBe(is)
})
