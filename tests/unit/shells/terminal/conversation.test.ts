import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { answered, askedBack, documentNamed, FakeEngine } from '../../../fakes/fake-engine'
import { terminal } from './terminal'

describe('chat', () => {
  // Would catch lines that are lost while an answer runs, which a piped conversation always risks.
  test('answers every line of a pipe in one session and leaves at its end', async () => {
    const { run, engine } = terminal(new FakeEngine(), { input: 'one\n\ntwo\nthree' })
    const { code, out, err } = await run('chat')
    expect(code).toBe(0)
    expect(engine.asked.map(({ question, session_id }) => [question, session_id])).toEqual([
      ['one', undefined],
      ['two', 's1'],
      ['three', 's1'],
    ])
    expect(out.match(/Yes, it is \[2\]\./g)).toHaveLength(3)
    expect(err).toContain('session: s1')
    expect(engine.closed).toBe(1)
  })

  test('with no input leaves at once', async () => {
    const { code, out } = await terminal().run('chat')
    expect([code, out]).toEqual([0, ''])
  })

  test('continues the session it is given, and /new starts another', async () => {
    const { run, engine } = terminal(new FakeEngine(), { input: 'one\n/new\ntwo\n' })
    await run('chat', '--session', 'abc')
    expect(engine.asked.map(({ session_id }) => session_id)).toEqual(['abc', undefined])
  })

  test('a number chooses a reading, 0 searches anyway, and only after asking back', async () => {
    const engine = new FakeEngine()
    engine.turns = [answered, askedBack, answered, askedBack, answered, askedBack, answered]
    const { run } = terminal(engine, { input: '1\nbank\n2\nbank\n0\nbank\n9\n' })
    const { err } = await run('chat')
    expect(engine.asked.map(({ question, search_anyway }) => [question, search_anyway])).toEqual([
      ['1', false],
      ['bank', false],
      ['Which bank?', false],
      ['bank', false],
      ['bank', true],
      ['bank', false],
      ['9', false],
    ])
    expect(err).toContain('Type a number to choose')
  })

  test('/help, /sources, /quit and unknown commands are not questions', async () => {
    const { run, engine } = terminal(new FakeEngine(), { input: '/sources\nq\n/sources\n/help\n/what\n/quit\nlost\n' })
    const { out, err } = await run('chat')
    expect(engine.asked).toHaveLength(1)
    expect(err).toContain('The last answer has no sources.')
    expect(out.match(/Passage 2\./g)).toHaveLength(2)
    expect(err).toContain('There is no /what')
  })

  test('one question that fails does not end the conversation', async () => {
    const engine = new FakeEngine()
    engine.turns = [new CairnError('INTERNAL', 'Boom.', 'Try again.'), answered]
    const { run } = terminal(engine, { input: `one\n${'x'.repeat(9000)}\ntwo\n` })
    const { code, out, err } = await run('chat')
    expect([code, engine.asked.length]).toEqual([0, 2])
    expect(err).toContain('Boom. Try again.')
    expect(out).toContain('Yes, it is [2].')
  })

  test('Ctrl-C cancels the running answer only', async () => {
    const engine = new FakeEngine()
    const { run, pressCtrlC, exits } = terminal(engine, { input: 'one\ntwo\n' })
    engine.beforeEvent = (body) => {
      if (engine.asked.length === 1 && body.type === 'token' && body.content.startsWith('it')) pressCtrlC()
    }
    const { code, out, err } = await run('chat')
    expect([code, engine.asked.length, exits]).toEqual([0, 2, []])
    expect(out.startsWith('Yes, \n')).toBe(true)
    expect(err).toContain('Cancelled; the part above is kept.')
  })
})

describe('Ctrl-C', () => {
  test.each([[[]], [['--json']]])('cancels ask %j cleanly, keeps what was streamed, and is exit 130', async (flags) => {
    const engine = new FakeEngine()
    const { run, pressCtrlC, exits, listeners } = terminal(engine)
    engine.beforeEvent = (body) => {
      if (body.type === 'token' && body.content.startsWith('it')) pressCtrlC()
    }
    const { code, out } = await run('ask', 'q', ...flags)
    expect([code, exits, engine.closed, engine.signal?.aborted]).toEqual([130, [], 1, true])
    expect(out).toContain('Yes, ')
    expect(out).not.toContain('it is')
    expect(listeners.size).toBe(0)
  })

  test('a second time leaves at once', async () => {
    const engine = new FakeEngine()
    const { run, pressCtrlC, exits } = terminal(engine)
    engine.beforeEvent = (body) => {
      if (body.type !== 'token' || exits.length > 0) return
      pressCtrlC()
      pressCtrlC()
    }
    await run('ask', 'q')
    expect(exits).toEqual([130])
  })

  test('stops an ingest with 130', async () => {
    const engine = new FakeEngine()
    const document = documentNamed('a.md')
    engine.jobEvents = [
      { type: 'progress', job: 'ingest', done: 1, total: 2, unit: 'files', message: '', document },
      { type: 'progress', job: 'ingest', done: 2, total: 2, unit: 'files', message: '', document },
    ]
    const { run, pressCtrlC } = terminal(engine)
    engine.beforeEvent = (body) => {
      if (body.type === 'progress' && body.done === 2) pressCtrlC()
    }
    const { code, err } = await run('ingest', 'x')
    expect(code).toBe(130)
    expect(err).toContain('Cancelled; what was done so far is kept.')
  })
})

describe('a stdout that fails', () => {
  const failing = (code: string) => Object.assign(new Error(`write ${code}`), { code })

  // `cairn ask … | head -1` must neither crash nor complain, and must not go on computing.
  test('with EPIPE is quiet and stops the work', async () => {
    const { run, engine } = terminal(new FakeEngine(), { stdoutFailure: failing('EPIPE') })
    const { code, err } = await run('ask', 'q', '--json')
    expect([code, err, engine.closed]).toEqual([0, '', 1])
    expect(engine.signal?.aborted).toBe(true)
  })

  test('with a full disk is exit 1 and says so', async () => {
    const { code, err } = await terminal(new FakeEngine(), { stdoutFailure: failing('ENOSPC') }).run(
      'documents',
      '--json',
    )
    expect(code).toBe(1)
    expect(err).toContain('The disk is full.')
  })
})
