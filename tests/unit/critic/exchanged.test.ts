import { describe, expect, it } from 'vitest'
import { exchangedIn } from '@engine/critic/binding/exchanged'
import { statementOf } from '@engine/critic/claims/statement'
import { unitsOf } from '@engine/critic/passages/passage-units'

function exchanged(claim: string, source: string): string[] {
  return exchangedIn(statementOf(claim), unitsOf(source)).map(({ said, found }) => `${said.raw} for ${found.raw}`)
}

const tanks = 'The north tank holds 400 litres and the south tank holds 650 litres. Both were cleaned in May.'
const revenue = 'Revenue rose from 12 million euros in 2019 to 15 million euros in 2021.'
const pumps = '一号泵流量为每秒40升而二号泵流量为每秒25升。'

// Catches figures that are all in the source and yet said of each other's things.
describe('two figures of one sentence', () => {
  it.each([
    ['The capacity of the north tank is 650 litres and that of the south tank is 400 litres.', tanks],
    ['In 2019 revenue stood at 15 million euros and in 2021 at 12 million euros.', revenue],
    ['The opening of line A was in 1981 and that of line B in 1974.', 'Line A was opened in 1974 and line B in 1981.'],
    ['二号泵每秒抽40升，一号泵每秒抽25升。', pumps],
  ])('are found where they have changed places: %s', (claim, source) => {
    expect(exchanged(claim, source)).not.toEqual([])
  })

  it.each([
    ['The capacity of the south tank is 650 litres and that of the north tank 400.', tanks],
    ['The two tanks, north and south, take 400 and 650 litres respectively.', tanks],
    ['In 2021 revenue was 15 million euros, up from 12 million euros in 2019.', revenue],
    ['A tank holds 650 litres and another 400 litres.', tanks],
    ['The east tank holds 650 litres and the west tank holds 400 litres.', tanks],
    ['二号泵每秒抽25升，一号泵每秒抽40升。', pumps],
  ])('are left alone where they have not, or where nobody can tell: %s', (claim, source) => {
    expect(exchanged(claim, source)).toEqual([])
  })
})
