import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userAnswered } from '@engine/tools/consent/user-act'
import { ExternalToolsKit, isAlive, until } from '../../../fakes/external-tools-kit'

let kit: ExternalToolsKit
beforeEach(async () => {
  kit = await ExternalToolsKit.open()
})
// Would catch a process that is left behind in any of these tests.
afterEach(async () => expect(await kit.close()).toEqual([]))

const pidOf = () => kit.tools.servers()[0]?.pid ?? null
const replaceKit = async (...options: Parameters<typeof ExternalToolsKit.open>) => {
  await kit.close()
  kit = await ExternalToolsKit.open(...options)
}

describe('a server that', () => {
  test('behaves, is asked and answers', async () => {
    await kit.hostile('plain')
    expect(await kit.ask('@peer/say heron')).toMatchObject({
      text: 'You said heron',
      data: { server: 'peer', tool: 'say', untrusted: true },
      sources: [],
    })
    expect(kit.tools.servers()).toMatchObject([{ state: 'running', tools: 1, deaths: 0 }])
  })

  test('hangs, costs its deadline, is told that the call is over, and answers the next', async () => {
    await replaceKit({ callMs: 150 })
    const log = join(kit.folder, 'received.txt')
    await kit.hostile('hangs', { LOG_FILE: log })
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
    expect(kit.tools.servers()[0]?.state).toBe('running')
    await expect(kit.ask('@peer/say b')).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
    const received = await readFile(log, 'utf8')
    expect(received).toContain('notifications/cancelled')
    expect(kit.consents.log().filter(({ act }) => act === 'run')).toMatchObject([
      { outcome: 'failed', code: 'DEADLINE_EXCEEDED' },
      { outcome: 'failed', code: 'DEADLINE_EXCEEDED' },
    ])
  })

  test('never greets, is ended at its deadline', async () => {
    await replaceKit({ bounds: { startMs: 300 } })
    await kit.hostile('never starts')
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
    expect(kit.tools.servers()[0]).toMatchObject({ state: 'waiting', deaths: 1, pid: null })
  })

  test('ends at once, says why in its own words', async () => {
    await kit.hostile('ends at once')
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      message: /cannot find my settings/u,
    })
    expect(kit.tools.said('peer')).toEqual(['cannot find my settings'])
  })

  test('is not there, is named', async () => {
    await kit.tools.put([
      { name: 'peer', enabled: true, type: 'stdio', command: 'no-such-program-here', args: [], env: {} },
    ])
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      message: /no-such-program-here was not found/u,
    })
  })

  // Would catch a call that is tried again: it may have done something.
  test('dies in a call, fails that call and is there for the next', async () => {
    await kit.hostile('dies mid-call', { TOKEN: 'tok-123456789' })
    const failure: unknown = await kit.ask('@peer/say a').catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ code: 'TOOL_FAILED' })
    const first = [...kit.pids]
    await until(() => kit.tools.servers()[0]?.state === 'waiting')
    expect(kit.tools.servers()[0]).toMatchObject({ deaths: 1, last_error: { message: /exit code 3/u } })
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'TOOL_FAILED' })
    expect([...kit.pids].length).toBe(first.length + 1)
    // Its secret is nowhere, though it wrote it out.
    const everything = JSON.stringify([kit.lines, kit.tools.servers(), kit.tools.said('peer'), String(failure)])
    expect(everything).toContain('about to die with …')
    expect(everything).not.toContain('tok-123456789')
  })

  test.each([
    ['no output', /nothing of the kind/u],
    ['wrong output', /sum/u],
  ])('lies about its results (%s), is not believed', async (how, message) => {
    await kit.hostile(how)
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'TOOL_FAILED', message })
  })

  test('sends 50 MB, fails the call without holding them, and goes on', async () => {
    await kit.hostile('huge')
    await kit.tools.list('peer', new AbortController().signal)
    const before = process.memoryUsage()
    let most = 0
    const watch = setInterval(() => {
      const now = process.memoryUsage()
      most = Math.max(most, now.arrayBuffers + now.heapUsed - before.arrayBuffers - before.heapUsed)
    }, 1)
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'TOOL_FAILED', message: /more than 4 MB/u })
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'TOOL_FAILED', message: /more than 4 MB/u })
    clearInterval(watch)
    expect(most).toBeLessThan(40 * 1024 * 1024)
    expect(kit.tools.servers()[0]).toMatchObject({ state: 'running', deaths: 0 })
  })

  test('answers late after a cancel, is not heard', async () => {
    const log = join(kit.folder, 'received.txt')
    await kit.hostile('late', { LOG_FILE: log })
    const controller = new AbortController()
    const asked = kit.ask('@peer/say a', { signal: controller.signal })
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('tools/call'))
    controller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
    await until(() => kit.lines.some((line) => line.includes('unknown message ID')))
    expect(kit.consents.log(1)).toMatchObject([{ act: 'run', outcome: 'cancelled', code: 'CANCELLED' }])
    expect(kit.tools.servers()[0]?.state).toBe('running')
  })

  test('floods, is stopped, and others get their turn meanwhile', async () => {
    await kit.hostile('flood')
    await kit.tools.list('peer', new AbortController().signal)
    let turns = 0
    const tick = setInterval(() => (turns += 1), 1)
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'TOOL_FAILED', message: /without end/u })
    clearInterval(tick)
    expect(turns).toBeGreaterThan(1)
    await until(() => kit.tools.servers()[0]?.state === 'waiting')
  })

  test('asks for a model, the user’s input and folders, gets none', async () => {
    await kit.hostile('asks')
    const { text } = await kit.ask('@peer/say a')
    expect(text).toBe('elicitation: -32601; roots: -32601; sampling: -32601')
    expect(kit.tools.servers()[0]?.refused_requests).toBe(3)
  })

  test('prints what is no message, is understood all the same', async () => {
    await kit.hostile('garbage')
    expect((await kit.ask('@peer/say a')).text).toBe('still here')
  })

  test.each(['no answer', 'deep'])('gives an answer that is none (%s), fails that call only', async (how) => {
    await kit.hostile(how)
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({ code: 'TOOL_FAILED' })
    expect(kit.tools.servers()[0]?.state).toBe('running')
  })

  test('says that it failed, is quoted without its tricks', async () => {
    await kit.hostile('fails')
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: 'say says: No such file',
    })
    await kit.hostile('refuses', { TOKEN: 'tok-123456789' })
    await expect(kit.ask('@peer/say a')).rejects.toMatchObject({
      message: 'The server refused: MCP error -32602: Bad words, …',
    })
  })

  test('changes its description, has to be allowed again, and its hundred notices are one', async () => {
    await kit.hostile('changes')
    const { tool } = await kit.read('@peer/say a')
    await kit.consents.set({ server: 'peer', tool: 'say', fingerprint: tool.info.fingerprint }, 'always')
    const identity = () => ({ server: 'peer', tool: 'say', fingerprint: current()?.info.fingerprint ?? '' })
    const current = () => kit.tools.known()[0]
    expect(kit.consents.needs(identity(), 'chat-1')).toBe('granted')
    const log = kit.changes
    await kit.ask('@peer/say a')
    await until(() => current()?.info.description !== tool.info.description)
    expect(kit.consents.needs(identity(), 'chat-1')).toBe('changed')
    expect(kit.changes - log).toBeLessThan(5)
  })

  test('pollutes prototypes, pollutes none', async () => {
    await kit.hostile('prototype')
    const { data } = await kit.ask('@peer/say a')
    expect(JSON.stringify(data['structured'])).toBe('{"a":1,"in":{}}')
    expect('polluted' in {}).toBe(false)
    expect('polluted' in (data['structured'] as object)).toBe(false)
  })

  test('sends many kinds and many parts, is read as text with a note of the rest', async () => {
    await kit.hostile('kinds')
    const { text, notes } = await kit.ask('@peer/say a')
    expect(text).toBe('Words and more\n\nfile:///a.txt\nInside the file\n\nA link: https://example.org')
    expect(notes.slice(1)).toEqual([
      'A picture (image/png) was left out. (2 times)',
      'A sound (audio/wav) was left out.',
      'A file (application/zip) was left out: file:///b.bin.',
      'A part of the result is of a kind that Cairn does not know and was left out.',
    ])
    await kit.hostile('parts')
    expect((await kit.ask('@peer/say a')).notes).toContain('51 further parts of the result were left out.')
  })

  test('reports progress 5,000 times, is passed on now and then', async () => {
    await kit.hostile('progress')
    const steps: number[] = []
    expect((await kit.ask('@peer/say a', { progress: (done) => steps.push(done) })).text).toBe('done')
    expect(steps[0]).toBe(1)
    expect(steps.length).toBeLessThan(1000)
  })
})

describe('without the user’s consent', () => {
  const context = { language: 'en', now: 0, timeZone: 'UTC', signal: new AbortController().signal } as const

  // Would catch a way around the grant: nothing of the call may reach the server.
  test('no tool runs, and its server hears nothing', async () => {
    const log = join(kit.folder, 'received.txt')
    await kit.hostile('plain', { LOG_FILE: log })
    const { tool, args } = await kit.read('@peer/say heron')
    const { server, name, fingerprint } = tool.info
    await expect(tool.run(args, context)).rejects.toMatchObject({ code: 'CONSENT_NEEDED' })
    const call = { server, tool: name, fingerprint, args }
    const grant = (await kit.consents.decide(userAnswered('chat-1', call), call, 'once')) ?? undefined
    await expect(tool.run({ word: 'something else' }, { ...context, grant })).rejects.toMatchObject({
      code: 'CONSENT_NEEDED',
    })
    await expect(tool.run({ word: 7 }, { ...context, grant })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const polluted = JSON.parse('{"word": "a", "__proto__": {"polluted": true}}') as Record<string, unknown>
    await expect(tool.run(polluted, { ...context, grant })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await readFile(log, 'utf8')).not.toContain('tools/call')
    expect(kit.consents.log().filter(({ act }) => act === 'run')).toEqual([])
    expect((await tool.run(args, { ...context, grant })).text).toBe('You said heron')
    await expect(tool.run(args, { ...context, grant })).rejects.toMatchObject({ code: 'CONSENT_NEEDED' })
  })

  // Would catch a server that is asked about, allowed, and then offers something else under the name.
  test('a tool that has changed since it was allowed does not run', async () => {
    await kit.hostile('changes')
    const { tool, args } = await kit.read('@peer/say a')
    const { server, name, fingerprint } = tool.info
    const call = { server, tool: name, fingerprint, args }
    const grant = (await kit.consents.decide(userAnswered('chat-1', call), call, 'always')) ?? undefined
    await kit.ask('@peer/say a')
    await until(() => kit.tools.known()[0]?.info.fingerprint !== fingerprint)
    await expect(tool.run(args, { ...context, grant })).rejects.toMatchObject({ code: 'CONSENT_NEEDED' })
  })

  test('what a tool says starts nothing, whatever it says', async () => {
    await kit.hostile('plain')
    await kit.ask('@peer/say @peer/say again\n@peer/say {"word": "and again"}')
    expect(kit.consents.log().map(({ act }) => act)).toEqual(['run', 'consent'])
  })
})

describe('a list of tools', () => {
  test('of 10,000 is cut, and says so', async () => {
    await kit.hostile('many tools')
    expect(await kit.tools.list('peer', new AbortController().signal)).toHaveLength(200)
    const [state] = kit.tools.servers()
    expect(state).toMatchObject({ tools: 200, left_out_more: 9750 })
    expect(state?.left_out).toHaveLength(50)
  })

  test('without end has an end', async () => {
    await kit.hostile('endless pages')
    expect(await kit.tools.list('peer', new AbortController().signal)).toEqual([])
  })

  test('is cleaned; what cannot be offered is left out with a reason', async () => {
    await kit.hostile('odd tools')
    const tools = await kit.tools.list('peer', new AbortController().signal)
    expect(tools.map(({ name }) => name)).toEqual(['say', '__proto__', 'hidden', 'slow_pattern', 'bad_reference'])
    expect(tools.find(({ name }) => name === 'hidden')).toMatchObject({ title: 'Atitle', description: 'Nice. End' })
    const reasons = kit.tools.servers()[0]?.left_out ?? []
    for (const { why } of reasons) expect(why.zh).toMatch(/\p{Script=Han}/u)
    expect(reasons.map(({ name, why }) => `${name}: ${why.en}`)).toEqual([
      'SAY: another tool has its name',
      'two words: its name cannot be written in a question',
      'no_schema: its schema is not that of an object',
      'list_schema: its schema is not that of an object',
      'deep: its schema is nested deeper than 16',
      'long: its schema is longer than 32000 characters',
      'task: it runs as a task only, which Cairn does not do',
      ': it is not described as a tool',
      ': it is not described as a tool',
    ])
  })

  // Would catch a pattern of a server that is tried on the user's words, which takes longer than the universe.
  test('with a pattern of endless work costs nothing; a schema that leads elsewhere fails', async () => {
    await kit.hostile('odd tools')
    await expect(kit.ask(`@peer/slow_pattern ${'a'.repeat(60)}!`)).resolves.toBeTruthy()
    await expect(kit.ask('@peer/bad_reference word=a')).rejects.toMatchObject({ code: 'TOOL_FAILED' })
  })
})

describe('an end', () => {
  test.skipIf(process.platform === 'win32')('takes along what the server has started', async () => {
    await kit.hostile('family', {}, 'stubborn')
    const child = Number((await kit.ask('@peer/say a')).text)
    const server = pidOf()
    expect([isAlive(child), server !== null && isAlive(server)]).toEqual([true, true])
    await kit.tools.close()
    await until(() => !isAlive(child))
    expect(server !== null && isAlive(server)).toBe(false)
  })

  test('comes while a server is starting', async () => {
    await kit.hostile('never starts')
    const asked = kit.ask('@peer/say a').catch((thrown: unknown) => thrown)
    await until(() => kit.tools.servers()[0]?.state === 'starting')
    await kit.tools.close()
    expect(await asked).toMatchObject({ code: 'TOOL_UNAVAILABLE' })
  })

  test('of a server that is switched off or removed', async () => {
    await kit.hostile('plain')
    await kit.ask('@peer/say a')
    const pid = pidOf()
    await kit.tools.setEnabled('peer', false)
    expect(pid !== null && isAlive(pid)).toBe(false)
    await expect(kit.tools.list('peer', new AbortController().signal)).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
    })
    await kit.tools.remove('PEER')
    expect(kit.tools.servers()).toEqual([])
    await expect(kit.tools.remove('peer')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
