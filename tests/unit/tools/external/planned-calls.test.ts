import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlannedCalls } from '@engine/tools/external/planned-calls'
import { ExternalToolsKit } from '../../../fakes/external-tools-kit'

let kit: ExternalToolsKit
let planned: PlannedCalls
const { signal } = new AbortController()
const asked = { language: 'en' as const, signal }
const call = (word: string) => ({ server: 'peer', tool: 'say', args: { word } })

beforeEach(async () => {
  kit = await ExternalToolsKit.open()
  await kit.hostile('plain')
  planned = new PlannedCalls({ external: kit.tools, consents: kit.consents, timeZone: 'UTC', log: () => undefined })
})

afterEach(async () => {
  expect(await kit.close()).toEqual([])
})

// Catches a run that calls another program because a plan, whoever wrote it, says so.
test('a call runs only in the run whose plan the user saw, and with just its arguments', async () => {
  expect((await planned.run('r_1', call('heron'), asked)).error?.code).toBe('CONSENT_NEEDED')
  await planned.allow('r_1', [call('heron')], signal)
  const done = await planned.run('r_1', call('heron'), asked)
  expect(done).toMatchObject({ state: 'done', server: 'peer', title: 'peer/say', args: { word: 'heron' } })
  expect(done.text).toContain('You said heron')
  // A second try of the same task is the same call.
  expect((await planned.run('r_1', call('heron'), asked)).state).toBe('done')
  expect((await planned.run('r_1', call('otter'), asked)).error?.code).toBe('CONSENT_NEEDED')
  expect((await planned.run('r_2', call('heron'), asked)).error?.code).toBe('CONSENT_NEEDED')
  // Another plan of the run, without the call.
  await planned.allow('r_1', [], signal)
  expect((await planned.run('r_1', call('heron'), asked)).error?.code).toBe('CONSENT_NEEDED')
})

test('a tool that is allowed for good runs unseen; one that is refused for good never does', async () => {
  await kit.tools.list('peer', signal)
  const [tool] = kit.tools.known()
  const identity = { server: 'peer', tool: 'say', fingerprint: tool?.info.fingerprint ?? '' }
  await kit.consents.set(identity, 'always')
  expect((await planned.run('r_1', call('heron'), asked)).state).toBe('done')
  await kit.consents.set(identity, 'never')
  await planned.allow('r_1', [call('heron')], signal)
  expect((await planned.run('r_1', call('heron'), asked)).error?.code).toBe('TOOL_UNAVAILABLE')
})

test('a program or tool that is not there is told by the call, and costs the plan nothing else', async () => {
  await planned.allow(
    'r_1',
    [{ ...call('x'), tool: 'gone' }, { ...call('x'), server: 'nobody' }, call('heron')],
    signal,
  )
  expect((await planned.run('r_1', { ...call('x'), tool: 'gone' }, asked)).error?.code).toBe('TOOL_UNAVAILABLE')
  expect((await planned.run('r_1', { ...call('x'), server: 'nobody' }, asked)).error?.code).toBe('TOOL_UNAVAILABLE')
  expect((await planned.run('r_1', call('heron'), asked)).state).toBe('done')
})
