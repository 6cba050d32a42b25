import { expect, test } from 'vitest'
import { asksForNewest, latestYear } from '../../../electron/answer/newest'
import { isReferenceEntry } from '../../../electron/answer/reference-entry'

test.each([
  ['How many people does the workshop employ now?', true],
  ['What is the current price?', true],
  ['目前有多少员工？', true],
  ['How many people did the workshop employ until now?', false],
  ['What does an electric current do?', false],
  ['What was the current rate in 2019?', false],
])('%s wants the newest: %s', (question, expected) => {
  expect(asksForNewest(question)).toBe(expected)
})

test('the latest year of a text is no part of an amount', () => {
  expect(latestYear('From 1998 to March 2021 it had 2,035 members.')).toBe(2021)
  expect(latestYear('It had 2,035 members.')).toBeNull()
})

test.each([
  '12. Smith, J. (2004). The Harbour Town. Northern Press.',
  '^ a b "Harbour opens". The Daily Post. Retrieved 24 April 2019.',
  '2005/2006. Harpenden: Queen Anne Press. p. 348. ISBN 1-85291-665-6.',
  'Guardian. p. 32. Retrieved 29 July 2020 – via Newspapers.com.',
])('an entry of a list of references: %s', (text) => {
  expect(isReferenceEntry(text)).toBe(true)
})

test.each([
  'Smith, Jones and others (2004) opened the harbour.',
  'The Press was free.',
  'See https://example.org for the rules of the harbour.',
  'The harbour was opened in April 2019 and retrieved its name.',
])('prose: %s', (text) => {
  expect(isReferenceEntry(text)).toBe(false)
})
