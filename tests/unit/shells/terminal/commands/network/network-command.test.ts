import { expect, test } from 'vitest'
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
