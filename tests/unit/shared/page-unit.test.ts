import { describe, expect, it } from 'vitest'
import { partLabels } from '@engine/ingest/parsers/structure/part-labels'
import { pageUnit, placeToSay, slideHeading } from '@shared/session/page-unit'

describe('placeToSay', () => {
  // Would catch "Slide 3: Results · slide 3", and a slide that is called a page.
  it('says the number of a slide once, in the words for slides', () => {
    const place = { heading_path: ['Slide 3: Results', 'Notes'], page: 3 }
    expect(placeToSay(place, 'pptx')).toEqual({ heading_path: ['Results', 'Notes'], page: 3, unit: 'slide' })
    expect(placeToSay({ heading_path: ['Slide 4'], page: 4 }, 'odp')).toEqual({
      heading_path: [],
      page: 4,
      unit: 'slide',
    })
  })

  // Would catch a heading of a report that loses its beginning.
  it('leaves every other place as it is', () => {
    const place = { heading_path: ['Slide 3: Results'], page: 3 }
    expect(placeToSay(place, 'pdf')).toEqual({ ...place, unit: 'page' })
    expect(placeToSay({ ...place, page: 4 }, 'pptx')).toEqual({ ...place, page: 4, unit: 'slide' })
    expect(placeToSay({ ...place, page: null }, 'pptx')).toEqual({ ...place, page: null, unit: 'slide' })
  })
})

it('reads headings as the parsers write them', () => {
  expect(slideHeading('Slide 12 (hidden): A: b\nc')).toEqual({ number: 12, isHidden: true, title: 'A: b\nc' })
  const labels = partLabels('这是一份中文演示文稿，讲的是明年的预算。')
  expect(slideHeading(labels.slide(3, '预算', true))).toEqual({ number: 3, isHidden: true, title: '预算' })
  expect(slideHeading(labels.slide(4, '', false))).toEqual({ number: 4, isHidden: false, title: '' })
  expect(slideHeading('Slide rules')).toBeNull()
  expect(pageUnit(null)).toBe('page')
})
