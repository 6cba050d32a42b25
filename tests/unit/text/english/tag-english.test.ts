import { expect, it } from 'vitest'
import { tagEnglish } from '@engine/text/english/tag-english'
import { forgetAll } from '@engine/text/loading/forgettable'

/** As many rests as a day has, or as many characters as a library of a thousand megabytes. */
const times = 30

it('tags as well after it was loaded often (bug: a part of the package doubled each time, until it was too long for a string)', () => {
  const first = tagEnglish('The pump failed at night.')
  for (let time = 0; time < times; time += 1) {
    forgetAll()
    expect(tagEnglish('The pump failed at night.')).toEqual(first)
  }
})
