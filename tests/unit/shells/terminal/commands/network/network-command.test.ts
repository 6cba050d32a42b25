import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

function engineWith(): FakeEngine {
  const engine = new FakeEngine()
  const attempt = { at: 0, host: 'example.org', purpose: 'web page\u001b[31m', outcome: 'denied', by: null } as const
  engine.network.find = ({ text, limit }) =>
    Promise.resolve(
      text === 'nothing'
        ? { attempts: [], total: 0, damaged: 0 }
        : { attempts: [attempt].slice(0, limit), total: limit > 50 ? 1 : 3, damaged: 4 },
    )
  engine.network.rules = () => [{ host: '.example.org', allowed_at: 0, reason: 'web page', last_used: null, uses: 0 }]
  return engine
}

test('the log is a table, searched by words, and says how many more there are', async () => {
  const { out, err, code } = await terminal(engineWith()).run('network', 'log', 'web', 'page')
  expect(code).toBe(0)
  expect(out).toMatch(/denied +example\.org {2}web page/u)
  expect(out).not.toContain('\u001b')
  expect(err).toContain('2 older ones are not shown')
  expect(err).toContain('Lines of the log that are damaged and left out: 4.')
  const none = await terminal(engineWith()).run('network', 'log', 'nothing')
  expect(none.err).toContain('No attempt fits these words.')
})

test('rules show why and since when, in either language', async () => {
  const { out } = await terminal(engineWith()).run('network', 'rules')
  expect(out).toMatch(/\.example\.org {2}web page .*never/u)
  const chinese = await terminal(engineWith()).run('network', 'rules', '--lang', 'zh')
  expect(chinese.out).toContain('从未')
})

test('offline and online are the setting, and what is asked for is said', async () => {
  const engine = engineWith()
  const { out } = await terminal(engine).run('network', 'offline')
  expect(out).toContain('Offline, whatever happens')
  expect(engine.getSettings().network.offline).toBe(true)
  expect((await terminal(engine).run('network', 'rules')).err).toContain('Offline, whatever happens')
  await terminal(engine).run('network', 'online')
  expect(engine.getSettings().network.offline).toBe(false)
  expect((await terminal(engine).run('network', 'sometimes')).code).toBe(2)
})

// Would catch a host that can be allowed in a window alone, and a permission that never fits because it is none of a host.
test('a host is allowed for good by its name, once, and taken back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-network-'))
  try {
    const openEngine = () => createEngine({ folder: join(folder, 'store'), resources: resolve('resources') })
    const run = (...args: string[]) =>
      terminal(undefined, { openEngine }).run('network', ...args, '--store', join(folder, 'store'))
    for (const written of ['Example.org', 'example.org', '.例子.cn'])
      expect(await run('allow', written)).toMatchObject({ code: 0 })
    const { out } = await run('rules', '--json')
    const rules = JSON.parse(out) as { host: string; allowed_at: number | null }[]
    expect(rules.map(({ host }) => host)).toEqual(['example.org', '.xn--fsqu00a.cn'])
    for (const written of [
      '*',
      '*.org',
      'http://example.org/x',
      'example.org:80',
      'a b',
      'me@example.org',
      '.',
      '.com',
      '..com',
      'a.org:',
      '%65.org',
    ]) {
      const refused = await run('allow', written)
      expect(refused.code).toBe(2)
      expect(refused.err).toContain('is no name of a host')
    }
    expect((await run('forget', 'example.org')).out).not.toMatch(/^example/mu)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
