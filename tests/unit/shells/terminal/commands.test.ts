import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { SimpleMessage, fromSimpleMessage } from '@shared/messages'
import type { EventBody, SentenceVerdict } from '@shared/events'
import { type Note, note } from '@shared/note'
import { answered, askedBack, documentNamed, FakeEngine } from '../../../fakes/fake-engine'
import { terminal } from './terminal'

const progress = (document?: ReturnType<typeof documentNamed>, done = 1, total = 1): EventBody => ({
  type: 'progress',
  job: 'ingest',
  done,
  total,
  unit: 'files',
  message: document?.name ?? '',
  ...(document && { document }),
})

describe('wrong usage', () => {
  test.each([
    [[], 'Say what to do.'],
    [['sing'], 'There is no command "sing".'],
    [['constructor'], 'There is no command "constructor".'],
    [['ask'], '`cairn ask` needs a question.'],
    [['ingest'], 'at least one file or folder'],
    [['ask', 'q', '--frobnicate'], 'There is no option --frobnicate.'],
    [['ask', 'q', '--constructor'], 'There is no option --constructor.'],
    [['ask', 'q', '--session'], '--session needs a value.'],
    [['ask', 'q', '--session', '--json'], '--session needs a value.'],
    [['ask', 'q', '--json=yes'], '--json takes no value.'],
    [['documents', '--anyway'], '--anyway does not belong to `cairn documents`.'],
    [['documents', 'surplus'], '`cairn documents` takes no "surplus".'],
    [['store', 'explode'], 'takes no "explode"'],
    [['store'], 'info, check, repair, rebuild'],
    [['bench', 'nothing'], 'takes no "nothing"'],
    [['ask', 'q', '--lang', 'fr'], '--lang is en or zh'],
    [['help', 'sing'], 'There is no command "sing".'],
    [['export'], '`cairn export` needs the id of a session, or --all.'],
    [['export', '../x'], '"../x" is not a session id'],
    [['export', 's1', '--all'], 'Name sessions or say --all, not both.'],
    [['export', 's1', '--format', 'odt'], 'bundle, json, model-context, markdown, html, docx, pdf, text, not "odt"'],
    [['import'], '`cairn import` needs at least one bundle or session file.'],
    [['replay'], '`cairn replay` needs the id of a session.'],
    [['replay', 's 1'], '"s 1" is not a session id'],
    [['replay', 's1', 's2'], '`cairn replay` takes no "s2".'],
    [['context', '../x'], '"../x" is not a session id'],
    [['explain', 's1'], '`cairn explain` needs --expect.'],
    [['explain', 's1', '--expect=  '], '`cairn explain` needs --expect.'],
    [['compare', '--a', 'passages=3'], '`cairn compare` needs the id of a session, or --all.'],
    [['compare', 's1'], '`cairn compare` needs --a or --b'],
    [['compare', 's1', '--a', 'speed=1'], '--a knows no setting "speed"; there are passages, cross_language, '],
    [['compare', 's1', '--b', 'toString=1'], '--b knows no setting "toString"'],
    [['compare', 's1', '--b', 'passages'], '--b: passages cannot be "".'],
    [['compare', 's1', '--b', 'passages=99'], '--b: passages cannot be "99".'],
    [['compare', 's1', '--b', 'ask_back=1'], '--b: ask_back cannot be "1".'],
  ])('%j: exit 2, the reason and the usage on stderr, nothing on stdout, no store opened', async (argv, reason) => {
    const { run, opened } = terminal()
    const { code, out, err } = await run(...argv)
    expect([code, out, opened]).toEqual([2, '', []])
    expect(err).toContain(reason)
    expect(err).toContain('Usage: cairn')
  })

  test.each([[['ask', '  ']], [['ask', 'q', '--session', '../x']], [['replay', 's1', '--turn', '../x']]])(
    '%j: what the contract refuses is wrong usage too',
    async (argv) => {
      const { run, engine } = terminal()
      const { code, out, err } = await run(...argv)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('Error: ')
      expect(engine.closed).toBe(1)
    },
  )
})

describe('help and version', () => {
  test.each([['help'], ['--help'], ['-h']])('%s prints every command on stdout', async (flag) => {
    const { code, out, err } = await terminal().run(flag)
    expect([code, err]).toEqual([0, ''])
    for (const name of ['ingest', 'ask', 'chat', 'documents', 'delete', 'sessions', 'store', 'bench']) {
      expect(out).toContain(`  ${name}`)
    }
    for (const name of ['context', 'explain', 'replay', 'compare', 'export', 'import']) {
      expect(out).toContain(`\n  ${name} `)
    }
  })

  test.each([[['help', 'ask']], [['ask', '--help']]])('%j prints the page of one command', async (argv) => {
    const { code, out } = await terminal().run(...argv)
    expect(code).toBe(0)
    expect(out).toContain('Usage: cairn ask <question>')
  })

  test('--version prints a version', async () => {
    const { code, out } = await terminal().run('--version')
    expect(code).toBe(0)
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test.each([
    [{ LANG: 'zh_CN.UTF-8' }, []],
    [{ LC_ALL: 'zh_TW', LANG: 'en_GB' }, []],
    [{ LANG: 'C' }, ['--lang', 'zh']],
  ])('speaks Chinese with %j %j', async (env, flags) => {
    expect((await terminal(new FakeEngine(), { env }).run('help', ...flags)).out).toContain('用法')
  })
})

describe('the store folder', () => {
  test.each([
    [{}, [], '/home/u/.local/share/cairn/store'],
    [{ XDG_DATA_HOME: '/data' }, [], '/data/cairn/store'],
    [{ XDG_DATA_HOME: 'relative' }, [], '/home/u/.local/share/cairn/store'],
    [{ CAIRN_STORE: '/mine' }, [], '/mine'],
    [{ CAIRN_STORE: '/mine' }, ['--store', 'here'], '/work-of-user/here'],
  ])('with %j and %j is %s', async (env, flags, folder) => {
    const { run, opened, engine } = terminal(new FakeEngine(), { env })
    await run('store', 'info', ...flags)
    expect(opened).toEqual([folder])
    expect(engine.closed).toBe(1)
  })

  test('that cannot be opened is exit 1 with what to do', async () => {
    const openFailure = new CairnError('STORE_LOCKED', 'Another Cairn uses this store.', 'Close it first.')
    const { code, out, err } = await terminal(new FakeEngine(), { openFailure }).run('documents')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('Another Cairn uses this store. Close it first.')
  })
})

describe('ask', () => {
  test('prints stages on stderr, the answer and the sources it cites on stdout', async () => {
    const { code, out, err } = await terminal().run('ask', 'Is', 'it?')
    expect(code).toBe(0)
    expect(out).toBe('Yes, it is [2].\n\n[2] doc2.pdf › Part › Section · p. 3 · chars 120–128\n    Passage 2.\n')
    expect(err).toMatch(/^2 Query Rewrite +3 ms {2}skipped · nothing to rewrite$/m)
    expect(err).toMatch(/^3 Intent Parse +12 ms {2}degraded · deadline$/m)
    expect(err).toContain('session: s1  continue with --session s1')
  })

  test('says reasons in the language of the terminal, those of older engines as they are', async () => {
    const engine = new FakeEngine()
    const late = [note('late', { ms: 350 })]
    const turns = [note('turns', { count: 1 }), note('summary_rolled')]
    const told: EventBody[] = [
      { type: 'stage_end', stage: 1, name: 'Memory Load', ms: 1, status: 'done', summary: '?', summary_notes: turns },
      {
        type: 'stage_end',
        stage: 2,
        name: 'Query Rewrite',
        ms: 1,
        status: 'degraded',
        reason: '?',
        reason_notes: late,
      },
      { type: 'stage_end', stage: 3, name: 'Intent Parse', ms: 1, status: 'skipped', reason: 'from before' },
      { type: 'shortcut', shortcut: 'B', reason: '?', reason_note: note('about_cairn'), skips: [], readings: [] },
    ]
    engine.turns = [told, told]
    const { err } = await terminal(engine).run('ask', 'q', '--lang', 'zh')
    expect(err).toMatch(/^1 Memory Load +1 ms {2}1 轮对话；已更新摘要$/mu)
    expect(err).toMatch(/^2 Query Rewrite +1 ms {2}降级 · 超过了 350 毫秒的时限$/mu)
    expect(err).toMatch(/^3 Intent Parse +1 ms {2}跳过 · from before$/mu)
    expect(err).toContain('⚡ 快捷流程 B：关于 Cairn 本身')
    expect((await terminal(engine).run('ask', 'q')).err).toContain('1 ms  1 turn; summary rolled forward')
  })

  test('passes on what the options say', async () => {
    const { run, engine } = terminal()
    const { err } = await run('ask', 'q', '--session', 'abc', '--anyway', '--collection', 'c', '--lang', 'zh')
    expect(engine.asked).toEqual([
      {
        question: 'q',
        session_id: 'abc',
        filter: { collections: ['c'] },
        search_anyway: true,
        locale: 'zh',
      },
    ])
    expect(err).not.toContain('--session')
  })

  // A language of the environment must not decide the answer's language; only --lang may.
  test('leaves the language to the question unless --lang is given', async () => {
    const { run, engine } = terminal(new FakeEngine(), { env: { LANG: 'zh_CN' } })
    await run('ask', 'q')
    expect(engine.asked[0]?.locale).toBeUndefined()
  })

  test('a question after -- may begin with a dash', async () => {
    const { run, engine } = terminal()
    await run('ask', '--', '--json?')
    expect(engine.asked[0]?.question).toBe('--json?')
  })

  test('--json prints one simplified message a line and ends in complete with the final event', async () => {
    const { code, out, err } = await terminal().run('ask', 'q', '--json')
    expect([code, err]).toEqual([0, ''])
    const messages = out
      .trimEnd()
      .split('\n')
      .map((line) => SimpleMessage.parse(JSON.parse(line)))
    expect(messages).toHaveLength(answered.length)
    const last = messages.at(-1)
    expect(last?.type).toBe('complete')
    expect(last && fromSimpleMessage(last)).toMatchObject({ type: 'final', response: 'Yes, it is [2].' })
  })

  test('shortcut A shows its readings numbered, and is no failure', async () => {
    const engine = new FakeEngine()
    engine.turns = [askedBack]
    const { code, out, err } = await terminal(engine).run('ask', 'q')
    expect(code).toBe(0)
    expect(out).toBe('Which one?\n1. The river: Which river?\n2. The bank: Which bank?\n')
    expect(err).toContain('⚡ shortcut A: two readings (skips 5, 6, 7)')
    expect(err).toContain('--anyway')
  })

  test('an error event is exit 1; what was streamed stays', async () => {
    const engine = new FakeEngine()
    engine.turns = [
      [
        { type: 'token', content: 'Half' },
        { type: 'error', trace_id: 't', error: { code: 'DISK_FULL', message: 'Full.', action: 'Free some space.' } },
      ],
    ]
    const { code, out, err } = await terminal(engine).run('ask', 'q')
    expect([code, out]).toEqual([1, 'Half\n'])
    expect(err).toContain('Error: Full. Free some space.')
  })

  test('a stream that ends without an end is exit 1', async () => {
    const engine = new FakeEngine()
    engine.turns = [[{ type: 'token', content: 'Half' }]]
    expect((await terminal(engine).run('ask', 'q')).code).toBe(1)
    expect((await terminal(engine).run('ask', 'q', '--json')).code).toBe(1)
  })

  test('says in one line what the critic found, and nothing where all stands', async () => {
    const engine = new FakeEngine()
    const evaluation = {
      label: 'complete_good' as const,
      confidence: 1,
      reasoning: '',
      specific_issues: [],
      suggestions: [],
      should_return_to_chief: false,
      ready_for_output: true,
    }
    const sentence = { start: 0, end: 15, verdict: 'unsupported' as const, refs: [2], issues: [] as Note[] }
    const critic = (sentences: SentenceVerdict[]): EventBody[] => [
      ...answered.slice(0, -1),
      { type: 'critic', evaluation, sentences, issues: [] },
      ...answered.slice(-1),
    ]
    const issues = [note('number_missing', { value: '\u001b[31m5 %', number: 2 })]
    engine.turns = [critic([{ ...sentence, issues }]), critic([{ ...sentence, verdict: 'supported' }])]
    const { out, err } = await terminal(engine).run('ask', 'q')
    expect(out).toMatch(/^Yes, it is \[2\]\.\n/u)
    expect(err).toMatch(/Checked: 0 of 1 sentences are supported by what they cite\. “.*5 %” is not in source 2/u)
    expect(err).not.toContain('\u001b[31m5')
    expect((await terminal(engine).run('ask', 'q')).err).not.toContain('Checked')
  })

  test('an answer the critic replaced is shown after the one it replaces', async () => {
    const engine = new FakeEngine()
    engine.turns = [answered.map((body) => (body.type === 'final' ? { ...body, response: 'No [2].' } : body))]
    const { out, err } = await terminal(engine).run('ask', 'q')
    expect(out).toMatch(/^Yes, it is \[2\]\.\nNo \[2\]\.\n\n\[2\]/)
    expect(err).toContain('replaced')
  })
})

describe('text from strangers', () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\r\u202egpj.exe\u0000'
  const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/

  // Would catch a file that rewrites what the terminal shows.
  test('loses every control character on its way to the terminal', async () => {
    const engine = new FakeEngine()
    engine.documents = [documentNamed(evil, { id: 'evil', collection: evil, status: 'failed' })]
    engine.turns = [
      answered.map((body) => {
        if (body.type === 'token') return { ...body, content: `${body.content}${evil}` }
        if (body.type !== 'evidence') return body
        const items = body.items.map((item) => ({ ...item, document_name: evil, heading_path: [evil], text: evil }))
        return { ...body, items }
      }),
    ]
    const document = documentNamed(evil, {
      status: 'failed',
      error: { code: 'FILE_CORRUPT', message: evil, action: evil },
    })
    engine.jobEvents = [progress(document)]
    for (const argv of [['ask', 'q'], ['documents'], ['sessions'], ['ingest', 'x'], ['delete', evil]]) {
      const { out, err } = await terminal(engine).run(...argv)
      expect(out).not.toMatch(controls)
      expect(err).not.toMatch(controls)
    }
    const listed = await terminal(engine).run('documents')
    expect(listed.out).not.toContain('\u202e')
  })

  test('loses nothing in JSON, where it is escaped', async () => {
    const engine = new FakeEngine()
    engine.documents = [documentNamed(evil)]
    const { out } = await terminal(engine).run('documents', '--json')
    expect(out).not.toMatch(controls)
    expect(JSON.parse(out)).toEqual(engine.documents)
  })
})

describe('ingest', () => {
  test('resolves paths against where the user stands and is exit 0 when all went well', async () => {
    const { run, engine } = terminal()
    engine.jobEvents = [progress(documentNamed('a.md', { status: 'parsing' })), progress(documentNamed('a.md'))]
    const { code, out } = await run('ingest', 'docs', '/abs', '--collection', 'c')
    expect(code).toBe(0)
    expect(engine.ingested).toEqual({ paths: ['/work-of-user/docs', '/abs'], collection: 'c' })
    expect(out).toMatch(/ready +1/)
    expect(out).not.toMatch(/parsing +1/)
  })

  test('with a failed file is exit 1, a table of outcomes, and what to do about the failure', async () => {
    const { run, engine } = terminal()
    const error = {
      code: 'FILE_ENCRYPTED',
      message: 'It is encrypted.',
      action: 'Save it without a password.',
    } as const
    engine.jobEvents = [
      progress(documentNamed('a.md'), 1, 3),
      progress(documentNamed('b.pdf', { status: 'failed', error }), 2, 3),
      progress(
        documentNamed('c.pdf', {
          status: 'partial',
          gaps: [{ kind: 'pages_without_text', detail: 'Page 2 has no text.' }],
          duplicate_of: 'id-a.md',
        }),
        3,
        3,
      ),
    ]
    const { code, out, err } = await run('ingest', 'x')
    expect(code).toBe(1)
    expect(out).toMatch(/ready +1\nfailed +1\npartial +1\n/)
    expect(err).toContain('✗ b.pdf: It is encrypted. Save it without a password.')
    expect(err).toContain('~ c.pdf: Page 2 has no text.')
    expect(err).toContain('Same content as another document: 1.')
  })

  test('tries files that need a password with the one on the standard input, and prints it nowhere', async () => {
    const error = { code: 'PASSWORD_NEEDED', message: 'It needs a password.', action: 'Give it.' } as const
    const engine = new FakeEngine()
    engine.jobEvents = [
      progress(documentNamed('a.md')),
      progress(documentNamed('b.pdf', { status: 'failed', error })),
      progress(documentNamed('c.pdf', { status: 'failed', error })),
    ]
    engine.retryEvents = [progress(documentNamed('b.pdf')), progress(documentNamed('c.pdf'))]
    const { code, out, err } = await terminal(engine, { input: 'sesame\n' }).run('ingest', 'x', '--password')
    expect(engine.retried).toEqual([{ ids: ['id-b.pdf', 'id-c.pdf'], password: 'sesame' }])
    expect(code).toBe(0)
    expect(out).toMatch(/ready +3/)
    expect(out + err).not.toContain('sesame')
  })

  test('asks nobody for a password where nobody was said to give one', async () => {
    const error = { code: 'PASSWORD_NEEDED', message: 'It needs a password.', action: 'Give it.' } as const
    const { run, engine } = terminal()
    engine.jobEvents = [progress(documentNamed('b.pdf', { status: 'failed', error }))]
    const { code, err } = await run('ingest', 'x')
    expect([code, engine.retried]).toEqual([1, []])
    expect(err).toContain('✗ b.pdf: It needs a password. Give it.')
  })

  test('of nothing is exit 1; of files that are all known it is exit 0', async () => {
    const nothing = await terminal().run('ingest', 'x')
    expect([nothing.code, nothing.err]).toEqual([1, 'No files were found there.\n'])
    const { run, engine } = terminal()
    engine.jobEvents = [progress(undefined, 2, 2)]
    expect((await run('ingest', 'x')).code).toBe(0)
  })

  test('draws a bar on a terminal and plain occasional lines elsewhere', async () => {
    const jobEvents = Array.from({ length: 50 }, (_, at) => progress(documentNamed(`${at}.md`), at + 1, 50))
    const engine = Object.assign(new FakeEngine(), { jobEvents })
    expect((await terminal(engine, { terminal: true }).run('ingest', 'x')).err).toContain('\r\u001b[K')
    const plain = (await terminal(engine).run('ingest', 'x')).err
    expect(plain).not.toContain('\u001b')
    expect(plain.match(/Adding documents/g)).toHaveLength(1)
  })
})

describe('documents, sessions, store', () => {
  test('delete takes ids and names, and deletes nothing where one is unknown or ambiguous', async () => {
    const engine = new FakeEngine()
    const twin = documentNamed('a.md', { id: 'twin', source: '/work-of-user/a.md' })
    engine.documents = [documentNamed('a.md'), twin, documentNamed('b.md')]
    const unknown = await terminal(engine).run('delete', 'b.md', 'z.md')
    expect([unknown.code, unknown.out]).toEqual([1, ''])
    expect(unknown.err).toContain('no document "z.md"')
    const ambiguous = await terminal(engine).run('delete', 'a.md')
    expect(ambiguous.code).toBe(1)
    expect(ambiguous.err).toContain('id-a.md, twin')
    expect(engine.deleted).toEqual([])
    const fine = await terminal(engine).run('delete', 'b.md', 'twin', 'id-b.md')
    expect([fine.code, fine.out]).toEqual([0, 'deleted b.md\ndeleted a.md\n'])
    expect(engine.deleted).toEqual([['id-b.md', 'twin']])
  })

  test('lists are tables on stdout, or JSON', async () => {
    const engine = new FakeEngine()
    expect((await terminal(engine).run('documents')).err).toContain('No documents yet')
    engine.documents = [documentNamed('手册.md')]
    expect((await terminal(engine).run('documents')).out).toMatch(/ready +手册\.md +markdown/)
    expect(JSON.parse((await terminal(engine).run('sessions', '--json')).out)).toHaveLength(1)
    expect((await terminal(engine).run('sessions')).out).toContain('s1')
  })

  test('sessions are put into a folder and taken out of it', async () => {
    const moved = await terminal().run('sessions', 'move', 's1', 's2', '--folder', '湖 \u001b[31m')
    expect(moved.out).toMatch(/Folder +Title\ns1 .*湖/)
    expect(moved.out).not.toContain('\u001b')
    const out = await terminal().run('sessions', 'move', 's1', '--json')
    expect(JSON.parse(out.out)).not.toHaveProperty('0.folder')
    for (const argv of [['move'], ['move', 'no id!'], ['fold', 's1']])
      expect((await terminal().run('sessions', ...argv)).code).toBe(2)
  })

  test('store check is exit 1 where there are problems', async () => {
    const engine = new FakeEngine()
    expect((await terminal(engine).run('store', 'check')).code).toBe(0)
    engine.checkProblems = [note('chunks_unused', { id: 'doc-7' })]
    const { code, out } = await terminal(engine).run('store', 'check')
    expect(code).toBe(1)
    expect(out).toContain('✗ document doc-7: it has chunks in the search tables but is not searchable')
    expect((await terminal(engine).run('store', 'check', '--lang', 'zh')).out).toContain('✗ 文档 doc-7：')
  })

  test('store rebuild follows the job to its end', async () => {
    const { run, engine } = terminal()
    engine.jobEvents = [progress(documentNamed('a.md'))]
    expect((await run('store', 'rebuild')).code).toBe(0)
  })
})

describe('serve', () => {
  // Catches a typing error that is only found out about after the engine has started.
  test.each(['eighty', '65536', '-1', '1.5', ''])('refuses port %o before anything starts', async (port) => {
    const { code, err } = await terminal().run('serve', `--port=${port}`)
    expect(code).toBe(2)
    expect(err).toContain('--port')
  })
})
