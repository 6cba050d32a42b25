import { expect, test } from 'vitest'
import { asksForNewest, isToCome, latestYear } from '@engine/answer/sentences/newest'
import { isReferenceEntry } from '@engine/answer/sentences/reference-entry'

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
  ['The report of 2021 counts 40 boats.', 2021],
  ['In 2019 revenue rose.', 2019],
  ['Year: 2018; Boats: 1700', 2018],
  ['2018 | 1700 | 12', 2018],
  ['On 3 March 2017 it closed.', 2017],
  ['截至2020年，员工有1800人。', 2020],
  ['It was 2016-05-01.', 2016],
])('%s tells of %s', (text, expected) => {
  expect(latestYear(text)).toBe(expected)
})

test.each([
  'The plant employs 1800 people.',
  'The plant now employs 1800 people, after 300 in 2010.',
  'Since 1998 Marta Quist has been the director.',
  'By 2040 the plant will employ 2600 people.',
  'Boats: 1700; Harbour: Dun',
  '目前有1900人。',
  '1998年起由王明担任厂长。',
])('outdates nothing and is not outdated: %s', (text) => {
  expect(latestYear(text)).toBeNull()
})

test('what is to come is not how it is', () => {
  expect(isToCome('By 2040 the plant will employ 2600 people.')).toBe(true)
  expect(isToCome('It now employs 1800 people and will employ more.')).toBe(false)
})

test.each([
  '12. Smith, J. (2004). The Harbour Town. Northern Press.',
  'Okafor, Ben and Silva, Dora (May 2011). Tides and Towers.',
  '^ a b "Harbour opens". The Daily Post. Retrieved 24 April 2019.',
  '2005/2006. Harpenden: Queen Anne Press. p. 348. ISBN 1-85291-665-6.',
  'Guardian. p. 32. Retrieved 29 July 2020 – via Newspapers.com.',
])('an entry of a list of references: %s', (text) => {
  expect(isReferenceEntry(text)).toBe(true)
})

test.each([
  'Smith, Jones and others (2004) opened the harbour.',
  'However, Norsk Metall bought the harbour (2013), which had been for sale.',
  'Sydney, Australia (2000), had the games before Athens.',
  'Atlanta, United States (1996).',
  'The Press was free.',
  'See https://example.org for the rules of the harbour.',
  'The harbour was opened in April 2019 and retrieved its name.',
])('prose: %s', (text) => {
  expect(isReferenceEntry(text)).toBe(false)
})
