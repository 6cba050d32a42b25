import { expect, test } from 'vitest'
import { localTime } from '@shared/dates/local-time'
import { CairnError } from '@shared/errors'
import { FakeEngine } from '../../../fakes/fake-engine'
import { terminal } from './terminal'

// Would catch a command that shows a time as programs write it, beside others that show it by the clock here.
test.each([[['sessions']], [['traces', 'list']], [['traces', 'show', 'aaaa']]])(
  '%j shows times by the clock here',
  async (argv) => {
    const { out } = await terminal().run(...argv)
    expect(out).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/u)
    expect(out).not.toMatch(/\d{4}-\d\d-\d\dT\d\d/u)
  },
)

test('so does the sentence about a store that is open elsewhere, in both languages', async () => {
  const since = '2026-12-01T12:43:24.256Z'
  const openFailure = new CairnError(
    'STORE_LOCKED',
    `Another Cairn (process 7) has had this store open since ${since}.`,
  )
  for (const language of ['en', 'zh']) {
    const { err } = await terminal(new FakeEngine(), { openFailure }).run('sessions', '--lang', language)
    expect(err).toContain(localTime(since))
    expect(err).not.toContain(since)
  }
})
