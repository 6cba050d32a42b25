import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localTime } from '@shared/dates/local-time'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

describe('cairn traces', () => {
  it('lists traces, asked for by kind, state, length, session and time', async () => {
    const engine = new FakeEngine()
    const { run } = terminal(engine)
    const asked = 'traces --kinds turn,ingest --state error --slower 100 --session s_a --since 1970-01-01'.split(' ')
    const { code, out, err } = await run(...asked)
    expect(code).toBe(0)
    expect(out).toContain(localTime(Date.UTC(2026, 4, 1, 9)))
    expect(out).toMatch(/:00 {2}aaaaaaaaaaaa {2}turn\s+50\.0 ms {2}done\s+spans: 3 {2}s_a/u)
    expect(err).toContain('2 of 2 traces')
    expect(engine.diagnostics.queries).toEqual([
      { kinds: ['turn', 'ingest'], states: ['error'], slower_than: 100, session_id: 's_a', since: 0, limit: 50 },
    ])
  })

  it('shows one as a waterfall, and two side by side', async () => {
    const { run } = terminal()
    const shown = await run('traces', 'show', 'aaaa')
    expect(shown.out).toMatch(/^ {2}Memory Load {2,}4\.0 ms {2,}█{3} +done$/mu)
    expect(shown.out).toMatch(/^ {2}Multi-Channel {2,}40\.0 ms .*failed DEADLINE_EXCEEDED · ← 5 passages$/mu)
    const compared = await run('traces', 'compare', 'aaaa', 'bbbb', '--lang', 'zh')
    expect(compared.out).toMatch(/^步骤\s+A aaaaaaaa\s+B bbbbbbbb\s+B − A$/mu)
    expect(compared.out).toMatch(/^ {2}Multi-Channel\s+40\.0 ms\s+65\.0 ms\s+\+25\.0 ms$/mu)
  })

  // Would catch eighteen lines "document" of which nobody can say which one was slow.
  it('names a document by its format and id, and cuts lines in a terminal alone', async () => {
    const engine = new FakeEngine()
    const [trace] = engine.diagnostics.traces
    if (!trace) throw new Error('There is no trace.')
    const document_id = '6c1dbd13-0c7f-40b0-9251-b16a620204aa'
    const part = {
      trace: trace.summary.trace,
      parent: trace.spans[0]?.span,
      start: trace.summary.start,
      ms: 9,
    } as const
    const facts = { document_id, format: 'pdf', bytes: 1200, model: `builtin/${'long-name-'.repeat(12)}end` }
    trace.spans.push({ ...part, span: 'aaaaaaaaaaaaaaa7', kind: 'document', name: 'document', status: 'ok', facts })
    trace.spans.push({ ...part, span: 'aaaaaaaaaaaaaaa8', kind: 'wait', name: 'graph', status: 'ok' })
    Object.assign(trace.spans[0] ?? {}, { facts: { first_token_ms: 1438.2 } })
    const { out } = await terminal(engine).run('traces', 'show', 'aaaa')
    expect(out.split('\n')[0]).toContain('first word after 1438 ms')
    expect(out).toMatch(/^ {2}pdf .*done · 6c1dbd13-0c7f-40b0-9251-b16a620204aa · bytes 1200 · model .*-end$/mu)
    expect(out).toMatch(/^ {2}wait graph {2}/mu)
    const shown = (await terminal(engine, { shown: true }).run('traces', 'show', 'aaaa')).out
    expect(shown).toMatch(/^ {2}pdf .*done · 6c1dbd13-.*…$/mu)
  })

  it('exports to a file, which is whole or not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-traces-out-'))
    const path = join(folder, 'out.jsonl')
    const { code } = await terminal().run('traces', 'export', path)
    expect(code).toBe(0)
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2)
    await rm(folder, { recursive: true })
  })

  it.each([
    ['traces', 'show'],
    ['traces', 'compare', 'aaaa'],
    ['traces', 'export'],
    ['traces', 'dance'],
    ['traces', '--state', 'happy'],
    ['traces', '--kinds', 'turn,dance'],
    ['traces', '--since', 'yesterdayish'],
    ['traces', '--slower', '-3'],
  ])('says how it is used: %s %s %s', async (...words) => {
    const { code, err } = await terminal().run(...words)
    expect(code).toBe(2)
    expect(err).toContain('cairn traces')
  })

  // Would catch a filter whose values nobody can find out.
  it.each([
    [['traces', '--kinds', 'turn,bogus'], '--kinds is one of turn, ingest, research, aside, wait, stage, '],
    [
      ['traces', '--state', 'bogus'],
      '--state is one of ok, degraded, skipped, cancelled, error, unfinished, not "bogus".',
    ],
    [['backup', '--every', 'hour'], '--every is one of never, day, week, not "hour".'],
  ])('says which values there are, also in the help: %j', async (argv, said) => {
    const { code, err } = await terminal().run(...argv)
    expect(code).toBe(2)
    expect(err).toContain(said)
    const [command = '', option = ''] = argv
    const help = (await terminal().run('help', command)).out
    expect(help).toContain(`Values of ${option}: ${/is one of (.+?)(?:, not|, $)/u.exec(said)?.[1]}`)
    expect((await terminal().run('help', command, '--lang', 'zh')).out).toContain(`${option} 的可选值：`)
  })

  // Would catch a sentence that does not say what it is about.
  it('says what an id is that is too short, in both languages', async () => {
    const { code, err } = await terminal().run('traces', 'show', 'zzz')
    expect([code, err]).toEqual([2, 'Error: The id of a trace has 4 to 64 characters.\n'])
    const chinese = await terminal().run('traces', 'show', 'zzz', '--lang', 'zh')
    expect(chinese.err).toBe('错误：追踪记录的编号有 4 到 64 个字符。\n')
  })

  it('deletes all of them', async () => {
    const engine = new FakeEngine()
    await terminal(engine).run('traces', 'clear')
    expect(engine.diagnostics.cleared).toBe(1)
  })
})
