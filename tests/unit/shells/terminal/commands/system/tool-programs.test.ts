import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import type { ExternalToolInfo } from '@shared/tools/tool-server-shapes'
import { sourceLine } from '@shells/terminal/print/print-sources'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

const echo: ExternalToolInfo = {
  server: 'everything',
  name: 'echo',
  title: 'Echo',
  description: 'Echoes\u001B[31m back.',
  mention: '@everything/echo',
  arguments: {},
  hints: { read_only: null, destructive: null, open_world: null },
  fingerprint: 'now',
}

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-tool-programs-'))))
afterAll(() => rm(folder, { recursive: true }))

/** An engine with a program that has one tool; `set` and `taken` are what it was told. */
function withEcho() {
  const engine = new FakeEngine()
  const set = vi.spyOn(engine.tools.consents, 'set')
  const taken = vi.spyOn(engine.tools.servers, 'importServers')
  const note = { en: '“a b” is called a-b here.', zh: '“a b”在这里称为 a-b。' }
  taken.mockResolvedValue({ names: ['everything'], notes: [note] })
  vi.spyOn(engine.tools.servers, 'list').mockResolvedValue([echo])
  return { engine, set, taken }
}

describe('programs with tools in the terminal', () => {
  test('are added from a file; what was not taken over is said on stderr', async () => {
    const { engine, taken } = withEcho()
    const file = join(folder, 'servers.json')
    await writeFile(file, '{"mcpServers":{}}')
    const { code, out, err } = await terminal(engine).run('tools', 'import', file)
    expect([code, out]).toEqual([0, 'Added: everything.\n'])
    expect(err).toContain('“a b” is called a-b here.')
    expect((await terminal(engine).run('tools', 'import', file, '--lang', 'zh')).err).toContain('在这里称为 a-b。')
    expect(taken).toHaveBeenCalledWith('{"mcpServers":{}}')
  })

  test('show their tools with what is allowed, without what would colour a terminal', async () => {
    const { engine } = withEcho()
    const entry = { server: 'everything', tool: 'echo', session_id: null, at: 0 }
    const consents = vi.spyOn(engine.tools.consents, 'entries')
    const stateNow = async () => (await terminal(engine).run('tools', 'tools', 'everything')).out
    expect(await stateNow()).toMatch(/echo +asks +Echoes/u)
    consents.mockReturnValue([{ ...entry, answer: 'always', fingerprint: 'now' }])
    expect(await stateNow()).toMatch(/echo +allowed +Echoes/u)
    // It was allowed as another than it is.
    consents.mockReturnValue([{ ...entry, answer: 'always', fingerprint: 'then' }])
    expect(await stateNow()).toMatch(/echo +asks /u)
    consents.mockReturnValue([{ ...entry, answer: 'never', fingerprint: 'then' }])
    expect(await stateNow()).toMatch(/echo +never /u)
    expect(await stateNow()).not.toContain('\u001B')
  })

  test('are allowed tool by tool, and asked again once that is forgotten', async () => {
    const { engine, set } = withEcho()
    expect((await terminal(engine).run('tools', 'allow', 'everything', 'echo')).code).toBe(0)
    expect((await terminal(engine).run('tools', 'forget', 'everything', 'echo')).code).toBe(0)
    expect(set.mock.calls).toEqual([
      ['everything', 'echo', 'always'],
      ['everything', 'echo', null],
    ])
    const { code, err } = await terminal(engine).run('tools', 'allow', 'everything', 'remove')
    expect([code, set.mock.calls.length]).toEqual([1, 2])
    expect(err).toContain('everything has no tool called remove.')
  })

  test.each([
    ['import', 'Name a file'],
    ['tools', 'Name a program'],
    ['allow', 'Name a program and one of its tools.'],
  ])('%s without its operand is wrong usage', async (action, reason) => {
    const { code, err } = await terminal(withEcho().engine).run('tools', action)
    expect(code).toBe(2)
    expect(err).toContain(reason)
  })
})

test('a tool’s result has no place in a document', () => {
  const item: EvidenceItem = {
    number: 1,
    evidence_id: 'e',
    kind: 'tool',
    document_id: 'calculator',
    document_name: 'Calculator',
    format: 'tool',
    heading_path: [],
    page: null,
    start: 0,
    end: 26,
    text: '15% of 890,000 is 133,500.',
    score: 1,
  }
  const say = Object.assign((word: string) => word, { language: 'en' as const })
  expect(sourceLine({ item, start: 0, end: 26 }, say)).toBe('[1] Calculator · toolResult')
})
