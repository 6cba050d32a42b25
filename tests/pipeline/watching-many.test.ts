import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { measureWatching } from '../../bench/watch/watch-bench'
import { rounds } from '../rounds'

const resources = resolve(import.meta.dirname, '../../resources')

const files = rounds(300, 1000)

// Would catch a change that is missed among many, a document that is read twice, and a restart that reads everything again.
test(`${files} files, changed at random while questions run and while Cairn is closed, are the library’s in the end`, async () => {
  const sizes = { files, changes: rounds(60, 100), restSeconds: 0, seed: 3 }
  const found = await measureWatching(sizes, { resources, progress: () => undefined })
  expect(found).toMatchObject({ wrong: [], after_restart_wrong: [], read_twice: 0 })
  expect(found.contents_read).toBeLessThanOrEqual(found.created + found.changed)
  expect(found.contents_read).toBeGreaterThan(0)
  expect(found.questions).toBeGreaterThan(0)
}, 600_000)
