import { describe, expect, it } from 'vitest'
import { makesSense } from '@engine/ingest/ocr/recognition/makes-sense'

const words = (text: string): string[] => text.split(' ')
const han = (text: string): string[] => Array.from(text)

describe('makesSense', () => {
  it('believes what was read surely, in whatever language', () => {
    expect(makesSense(words('Der Wasserstand wird jeden Morgen um acht Uhr abgelesen'), 0.92)).toBe(true)
  })

  it('believes a bad scan of words that exist, slips and all', () => {
    const english = words('We had been tacking the maleficar for duys and finally had him cornered or so we thought')
    expect(makesSense(english, 0.72)).toBe(true)
    expect(makesSense(han('关千调整湾船旁次的通知各位乘客早班船七点二十分从码头开出'), 0.75)).toBe(true)
  })

  it('does not believe other scripts that were taken for these', () => {
    // What Tesseract made of vertical Japanese, of Korean, and of Russian.
    expect(makesSense(han('亿长戈持必垣仁出乙大心人十也心冉旭大心义炭名风出心挑仇刀坤坂时法松加为往聚小'), 0.71)).toBe(
      false,
    )
    expect(makesSense(han('个有切叫旭叫明入叫甲刑合小口尹史仑皂时韶皋见合山口曰昨切么引古手画州智耳卫旭'), 0.68)).toBe(
      false,
    )
    expect(
      makesSense(words('YypoBeHp YyTP BoCeMp daCOB pITIa oTKppITa Mae MOryT TeHP XparpcX ocTPOBa MeHPIIIEe'), 0.55),
    ).toBe(false)
  })

  it('judges neither a few letters nor figures', () => {
    expect(makesSense(['Xq', 'Zvw'], 0.5)).toBe(true)
    expect(makesSense(words('12.5 kPa 17.3 mVs 1204 xqz 88.2 rpm 1998 2004 abq'), 0.7)).toBe(true)
  })
})
