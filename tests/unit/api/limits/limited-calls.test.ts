import { createRouterClient, ORPCError } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { contract } from '@shared/api/api'
import { ErrorReport } from '@shared/errors'
import { CallLimits, callLimitSizes } from '@engine/api/limits/call-limits'
import { limitsOf, unlimitedCalls } from '@engine/api/limits/limited-calls'
import { createRouter } from '@engine/api/router'
import { headlessActions } from '@shells/headless-actions'
import { FakeEngine } from '../../../fakes/fake-engine'
import { SteppedClock } from './stepped-clock'

function api(id?: string) {
  const clock = new SteppedClock()
  const engine = new FakeEngine()
  const limits = new CallLimits(clock, { ...callLimitSizes, waiting: { perClient: 0, overall: 0 } })
  const router = createRouter(engine, headlessActions(engine, ''), limits)
  return createRouterClient(router, { context: id === undefined ? {} : { client: { id } } })
}

/** The names of all calls of a contract, such as `chat.ask`. */
function namesIn(part: object, before = ''): string[] {
  return Object.entries(part).flatMap(([name, value]: [string, object]) =>
    '~orpc' in value ? [`${before}${name}`] : namesIn(value, `${before}${name}.`),
  )
}

describe('what the limits count', () => {
  it('tells a client how long to wait, in the typed error', async () => {
    const client = api('a')
    const failure = await client.settings.get().catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(ORPCError)
    const report = ErrorReport.parse((failure as ORPCError<string, unknown>).data)
    expect(report).toMatchObject({ code: 'RATE_LIMITED', retry_after_ms: 1 })
  })

  it('never keeps waiting who follows or ends something', async () => {
    const client = api('a')
    await expect(client.chat.stop({ turn_id: 't' })).resolves.toBeDefined()
    await expect(client.documents.stop_job({ job_id: 'j' })).resolves.toBeDefined()
  })

  it('leaves alone what the process does for itself', async () => {
    await expect(api().settings.get()).resolves.toBeDefined()
  })

  it('knows every call that follows or ends something', () => {
    const names = namesIn(contract)
    expect([...unlimitedCalls].filter((name) => !names.includes(name))).toEqual([])
    const ends = names.filter((name) => /(?:^|[._])(?:watch|follow|stop|cancel|pause)/u.test(name))
    expect(ends.filter((name) => !unlimitedCalls.has(name))).toEqual([])
  })

  it('is one for all ways to an engine', () => {
    const engine = new FakeEngine()
    expect(limitsOf(engine)).toBe(limitsOf(engine))
    expect(limitsOf(engine)).not.toBe(limitsOf(new FakeEngine()))
  })
})
