import { expect, test } from 'vitest'
import { asking, askingAspect, askingOwn, searchedFor } from '@engine/research/plan/plan-words'

// Would catch searches for "said" and 说明, which documents do not say of what they speak of.
test('what Cairn asks is searched for without the words that only ask', () => {
  expect(searchedFor(asking('about', { topic: 'the old pier' }, 'en'), 'en')).toBe('the old pier')
  expect(searchedFor(askingOwn('rust', 'the pier', 'en'), 'en')).toBe('the pier rust')
  expect(searchedFor(askingOwn('锈蚀', '旧码头', 'zh'), 'zh')).toBe('旧码头 锈蚀')
  expect(searchedFor(asking('more_links', { topic: '甲和乙' }, 'zh'), 'zh')).toBe('甲和乙')
  expect(searchedFor(`${asking('both', { topic: 'A and B' }, 'en')} Port Ferris`, 'en')).toBe('A and B Port Ferris')
})

test('what somebody else asks, and what it asks besides, is left as it is', () => {
  for (const question of ['Why did the pier fall?', '码头为什么倒塌？', 'Who said so?', ''])
    expect([searchedFor(question, 'en'), searchedFor(question, 'zh')]).toEqual([question, question])
  const dates = askingAspect('dates', 'the pier', 'en')
  expect(searchedFor(dates, 'en')).toBe(dates)
})
