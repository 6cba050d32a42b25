import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EntityHit, ExtractionState, GraphPath, GraphState } from '@shared/graph'
import { z } from 'zod'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

async function said(...argv: string[]) {
  return terminal().run('graph', ...argv)
}

async function firstNames(count: number): Promise<string[]> {
  const { nodes } = await new FakeEngine().graph.picture({ limit: count })
  return nodes.names
}

describe('cairn graph', () => {
  test('counts what there is, for people and for programs', async () => {
    const { code, out } = await said('state')
    expect([code, out]).toEqual([0, expect.stringMatching(/^Names: 40, relations: \d+, themes: \d+, documents: 3\n$/u)])
    const state = GraphState.parse(JSON.parse((await said('state', '--json')).out))
    expect(state.entities).toBe(40)
  })

  test('finds names and says when there is none', async () => {
    const [name = ''] = await firstNames(1)
    const { code, out } = await said('search', name)
    expect(code).toBe(0)
    expect(out).toContain(name)
    expect(out).toMatch(/n_[0-9a-f]{16}/u)
    expect(z.array(EntityHit).parse(JSON.parse((await said('search', name, '--json')).out))).not.toEqual([])
    expect(await said('search', 'no such name')).toMatchObject({ code: 1, out: '' })
  })

  test('shows an entity by name or id, each statement with its sentence', async () => {
    const [name = ''] = await firstNames(1)
    const byName = await said('show', name)
    const [hit] = await new FakeEngine().graph.search(name, 1)
    expect((await said('show', hit?.id ?? '')).out).toBe(byName.out)
    expect(byName.out.startsWith(`${name}\n`)).toBe(true)
    expect(byName.out).toContain('- ')
    expect((await said('show', 'no such name')).code).toBe(1)
    expect((await said('show', 'n_0000000000000000')).code).toBe(1)
  })

  test('leads from one name to another', async () => {
    const [from = '', to = ''] = await firstNames(2)
    const { out } = await said('path', from, to)
    expect(out.startsWith(from)).toBe(true)
    const path = GraphPath.parse(JSON.parse((await said('path', from, to, '--json')).out))
    expect([path.nodes[0]?.name, path.nodes.at(-1)?.name]).toEqual([from, to])
  })

  test('speaks Chinese', async () => {
    expect((await said('state', '--lang', 'zh')).out).toContain('个实体')
    expect((await said('themes', '--lang', 'zh')).out).toContain('主题')
  })

  test('writes the whole graph to a file, and leaves none behind that is not whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-cli-'))
    const file = join(folder, 'graph.graphml')
    expect((await said('export', '--out', file)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toContain('<graphml')
    const engine = new FakeEngine()
    engine.graph.export = async function* () {
      yield await Promise.resolve('<graphml>')
      throw new Error('lost')
    }
    const broken = await terminal(engine).run('graph', 'export', '--out', join(folder, 'other.graphml'))
    expect([broken.code, await readdir(folder)]).toEqual([1, ['graph.graphml']])
    await rm(folder, { recursive: true })
  })

  test('has the language model read, and says how far it came', async () => {
    const engine = new FakeEngine()
    const { code, out, err } = await terminal(engine, { terminal: true }).run('graph', 'enrich')
    expect([code, out]).toEqual([0, 'Tiny has read 3 of 3 passages.\n'])
    expect(err).toContain('Read by Tiny')
    expect(ExtractionState.parse(JSON.parse((await said('enrich', '--json')).out))).toMatchObject({ state: 'done' })
    expect((await said('enrich', '--lang', 'zh')).out).toContain('个段落')
  })

  test('reads nothing without a model, and tells why a reading ended before its end', async () => {
    const without = new FakeEngine()
    without.graph.extraction.model = null
    const none = await terminal(without).run('graph', 'enrich')
    expect([none.code, none.out, without.graph.extraction.calls]).toEqual([1, '', []])
    expect(none.err).toContain('cairn models use')

    const failing = new FakeEngine()
    const error = { code: 'MODEL_FAILED' as const, message: 'Tiny failed.', action: 'Choose another.' }
    Object.assign(failing.graph.extraction, { last: 2, end: { state: 'failed', error } })
    const failed = await terminal(failing).run('graph', 'enrich')
    expect(failed).toMatchObject({ code: 1, out: 'Tiny has read 2 of 3 passages.\n' })
    expect(failed.err).toContain('Tiny failed.')

    const spent = new FakeEngine()
    Object.assign(spent.graph.extraction, { last: 2, end: { state: 'paused', error: null } })
    const ended = await terminal(spent).run('graph', 'enrich')
    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('minutes: 1') as string })
  })

  // Would catch a model that goes on reading after Ctrl-C.
  test('Ctrl-C ends the reading and keeps what was read', async () => {
    const engine = new FakeEngine()
    engine.graph.extraction.last = Infinity
    const session = terminal(engine)
    const resume = engine.graph.extraction.resume.bind(engine.graph.extraction)
    engine.graph.extraction.resume = () => {
      setImmediate(session.pressCtrlC)
      return resume()
    }
    const { code, out } = await session.run('graph', 'enrich')
    expect([code, engine.graph.extraction.calls]).toEqual([130, ['resume', 'pause']])
    expect(out).toContain('Tiny has read')
  })

  test('says how it is written', async () => {
    for (const argv of [[], ['nothing'], ['search'], ['show'], ['path', 'one'], ['export', '--format', 'png']]) {
      expect([argv, (await said(...argv)).code]).toEqual([argv, 2])
    }
  })
})

test('cairn ask hands on how the graph is to be searched, and refuses what is no way', async () => {
  const session = terminal()
  await session.run('ask', 'q', '--graph', 'global')
  expect(session.engine.asked.at(-1)?.graph).toBe('global')
  expect((await session.run('ask', 'q', '--graph', 'sideways')).code).toBe(2)
})
