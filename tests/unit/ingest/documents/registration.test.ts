import { expect, test } from 'vitest'
import { collectionOfFolder } from '@engine/ingest/documents/registration'

test('a folder gives its collection the way from the added folder on, cut to what a name may hold', () => {
  expect(collectionOfFolder('station')).toBe('station')
  expect(collectionOfFolder('station/reports/2024')).toBe('station/reports/2024')
  expect(collectionOfFolder('station/reports', 'field work')).toBe('field work/reports')
  expect(collectionOfFolder('')).toBe('/')
  const long = collectionOfFolder(`a/${'x'.repeat(150)}/end`)
  expect(long).toHaveLength(100)
  expect(long.startsWith('…') && long.endsWith('/end')).toBe(true)
})
