import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromSimpleMessage, SimpleMessage } from '@shared/messages'
import { validateSessionContext } from '@shared/session/validate-session'
import { createEngine } from '@engine/engine'
import { rounds } from '../rounds'
import { terminal } from '../unit/shells/terminal/terminal'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const sample = join(resources, 'sample')
let scratch = ''
let store = ''
let started: ChildProcess[] = []

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Running {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves once stderr holds `text`; rejects when the process ends without. */
  saw(text: string): Promise<void>
}

/** Starts the real command line, as a user's shell would. */
function start(...args: string[]): Running {
  const where = args.includes('--store') ? [] : ['--store', store]
  const child = spawn(process.execPath, [join(root, 'scripts/cairn.mjs'), ...args, ...where], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '', CAIRN_PARSE_WORKER: '', CAIRN_GRAPH_THREAD: '' },
  })
  started.push(child)
  let out = ''
  let err = ''
  const waiting: { text: string; resolve: () => void; reject: (reason: Error) => void }[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
    for (const { text: wanted, resolve: done } of waiting) if (err.includes(wanted)) done()
  })
  const ended = new Promise<Ended>((done) =>
    child.on('close', (code) => {
      for (const { text, reject } of waiting) reject(new Error(`ended without "${text}": ${err}`))
      done({ code, out, err })
    }),
  )
  return {
    process: child,
    ended,
    saw: (text) =>
      new Promise((done, reject) => {
        if (err.includes(text)) done()
        else waiting.push({ text, resolve: done, reject })
      }),
  }
}

function run(...args: string[]): Promise<Ended> {
  const running = start(...args)
  running.process.stdin?.end()
  return running.ended
}

/** The same command line and engine without a process of its own, which takes seconds to start. */
function runHere(...args: string[]): Promise<Ended> {
  const where = args.includes('--store') ? [] : ['--store', store]
  const openEngine = ({ folder }: { folder: string }) => createEngine({ folder, resources })
  return terminal(undefined, { openEngine, cwd: scratch }).run(...args, ...where)
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-cli-'))
  store = join(scratch, 'store')
})

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  started = []
  await rm(scratch, { recursive: true, force: true })
})

describe('scans on a terminal', () => {
  // Would catch a child whose output is inherited, and Tesseract's remarks on resolutions and damaged pictures.
  test('are read with nothing on it but what Cairn says', async () => {
    const picture = await readFile(join(root, 'tests/fixtures/ocr/heron-hut.png'))
    const scans = join(scratch, 'scans')
    await mkdir(scans)
    await writeFile(join(scans, 'hut.png'), picture)
    await writeFile(join(scans, 'cut.png'), picture.subarray(0, 3000))
    const { err, out } = await run('ingest', scans, '--store', join(scratch, 'scans-store'))
    expect(out).toMatch(/ready +1/)
    expect(err).toMatch(/^Reading scanned pages \d\/2/mu)
    const ours =
      /^(?:Building Cairn|Adding documents|Reading scanned pages|Searchable; reading names|[~✗] (?:hut|cut)\.png:|$)/u
    expect(err.split('\n').filter((line) => !ours.test(line))).toEqual([])
  })
})

describe('the command line as a process', () => {
  // Catches a bundle that lacks a parser or its worker (which no test on the sources can see), a loop left on input that
  // is answered, answers mixed into the prompts, two writers on one store, and a message that leaves open who holds it.
  test('adds a real PDF and DOCX; chat answers from each, citing it, shuts others out meanwhile, and leaves', async () => {
    const added = await run('ingest', join(sample, 'annual-report-2024.pdf'), join(sample, '科研合作协议.docx'))
    expect(added).toMatchObject({ code: 0 })
    expect(added.out + added.err).toMatch(/ready\s+2/u)

    const chat = start('chat', '--session', 'chat_1')
    chat.process.stdin?.write('/help\n')
    await chat.saw('/sources')
    const refused = await runHere('ask', 'Who is there?')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(String(chat.process.pid))
    expect(refused.err).toMatch(/has had this store open since/u)

    const english = 'What does the annual report say about the station in 2024?'
    // What is loaded at the first question takes longer on a busy machine than a search has.
    const lines = [
      'What was reported for 2024?',
      english,
      '/sources',
      '',
      '科研合作协议的合作期限是多久？',
      '/sources',
      '你能做什么？',
      '/quit',
      'never asked',
    ]
    chat.process.stdin?.end(`${lines.join('\n')}\n`)
    const { code, out, err } = await chat.ended
    expect(code).toBe(0)
    expect(out).toContain('[1]')
    for (const name of ['annual-report-2024.pdf', '科研合作协议.docx']) expect(out).toContain(name)
    expect(err).toContain('session: chat_1')
    const { session } = JSON.parse((await runHere('export', 'chat_1')).out) as {
      session: { messages: { role: string }[] }
    }
    expect(session.messages.map(({ role }) => role)).toEqual(Array(4).fill(['user', 'assistant']).flat())
  })

  // Catches stray output between the messages, and a stream that ends before its final event.
  test('ask --json prints one message a line, the last the final event; export prints that session', async () => {
    const { code, out } = await run('ask', 'What was reported for 2024?', '--json', '--session', 'json_1', '--anyway')
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines.pop()).toBe('')
    const messages = lines.map((line) => SimpleMessage.parse(JSON.parse(line)))
    expect(messages[0]).toMatchObject({ type: 'start' })
    expect(messages.at(-1)).toMatchObject({ type: 'complete', metadata: { event: { type: 'final' } } })
    const events = messages.map(fromSimpleMessage)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at))
    const tokens = events.map((event) => (event.type === 'token' ? event.content : '')).join('')
    expect(events.at(-1)).toMatchObject({ response: tokens, session_id: 'json_1' })

    const exported = await run('export', 'json_1')
    expect(exported.code).toBe(0)
    const context = JSON.parse(exported.out) as unknown
    expect(validateSessionContext(context)).toEqual({ context })
    const file = join(scratch, 'session.json')
    expect(await runHere('export', 'json_1', '--out', file)).toMatchObject({ code: 0, out: '' })
  })

  // Catches a bundle that another store cannot take, or whose turns do not come out the same there.
  test('a session can be exported, imported into another store, and replayed there', async () => {
    expect(await runHere('ingest', join(sample, 'annual-report-2024.pdf'))).toMatchObject({ code: 0 })
    const question = 'What does the annual report say about the station in 2024?'
    // What is loaded at the first question takes longer on a busy machine than a search has.
    await runHere('ask', 'What was reported for 2024?')
    expect(await runHere('ask', question, '--anyway', '--session', 'moved_1')).toMatchObject({ code: 0 })
    const context = await runHere('context', 'moved_1')
    expect(context).toMatchObject({ code: 0 })
    expect(context.out).toMatch(/^kept +evidence /mu)

    const bundle = join(scratch, 'moved.cairn.zip')
    expect(await runHere('export', 'moved_1', '--format', 'bundle', '--out', bundle)).toMatchObject({
      code: 0,
      out: '',
    })

    const other = join(scratch, 'other-store')
    const added = await runHere('import', bundle, '--store', other)
    expect(added).toMatchObject({ code: 0 })
    expect(added.out).toMatch(/^added .*\(moved_1\)/u)
    expect((await runHere('import', bundle, '--store', other)).out).toMatch(/^unchanged /u)
    const replayed = await runHere('replay', 'moved_1', '--json', '--store', other)
    expect(replayed).toMatchObject({ code: 0 })
    expect(JSON.parse(replayed.out)).toMatchObject({ mode: 'record', same_answer: true, same_evidence: true })
    const [one, two] = [await runHere('export', 'moved_1'), await runHere('export', 'moved_1', '--store', other)]
    expect(two.out).toBe(one.out)

    const damaged = join(scratch, 'damaged.cairn.zip')
    const bytes = await readFile(bundle)
    await writeFile(damaged, bytes.subarray(0, bytes.length >> 1))
    const refused = await runHere('import', damaged, bundle)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('✗ ')
    expect(refused.out).toMatch(/^unchanged /u)
  })

  // Catches exit codes that a script cannot rely on, and a stack trace where a sentence belongs.
  describe('ends with', () => {
    const check = (ended: Ended, code: number, words: string) => {
      expect(ended.code).toBe(code)
      expect(ended.err).toContain(words)
      expect(ended.err + ended.out).not.toMatch(/\n\s+at .+:\d+|INTERNAL|went wrong inside/u)
    }

    test.each([
      ['a question that is missing', ['ask'], 2, 'needs a question'],
      ['an unknown session', ['export', 'no_such_session'], 1, 'no session no_such_session'],
      ['help', ['help'], 0, ''],
    ])('%s', async (_, args, code, words) => check(await run(...args), code, words))

    test.each([
      ['an empty question', ['ask', ''], 2, 'Type a question'],
      ['a question of 8001 characters', ['ask', '水'.repeat(8001)], 2, '8000 characters'],
      ['an unknown command', ['frobnicate'], 2, 'no command'],
      ['a session id that is a path', ['ask', 'why?', '--session', '../../x'], 2, 'session id'],
      ['an export of a path', ['export', '../../etc/passwd'], 2, 'session id'],
      ['an import of nothing', ['import', '/nowhere/at/all.cairn.zip'], 1, '/nowhere/at/all.cairn.zip: '],
      ['an unknown session again', ['replay', 'no_such_session'], 1, 'no session no_such_session'],
      ['a setting that does not exist', ['compare', '--all', '--a', 'speed=1'], 2, 'no setting "speed"'],
      ['a file that is not there', ['ingest', '/nowhere/at/all.md'], 1, 'no longer there'],
      ['a document that is not there', ['delete', 'no-such-document'], 1, 'no document'],
    ])('%s', async (_, args, code, words) => check(await runHere(...args), code, words))
  })

  // Catches work that is lost, or done twice, or that goes on behind a prompt the user already has back.
  test('Ctrl-C during ingest exits 130; the next ingest finishes the rest', async () => {
    const many = join(scratch, 'many')
    await mkdir(many)
    const count = rounds(12, 40)
    const text = 'The gauge at the lower weir read forty centimetres that day. 水位记录正常。 '.repeat(100)
    for (let at = 0; at < count; at += 1) await writeFile(join(many, `note-${at}.md`), `# Note ${at}\n\n${at} ${text}`)
    const running = start('ingest', many)
    await running.saw('note-')
    running.process.kill('SIGINT')
    const interrupted = await running.ended
    expect(interrupted).toMatchObject({ code: 130, err: expect.stringContaining('Cancelled') as string })
    expect(interrupted.err).not.toMatch(/\n\s+at .+:\d+/u)
    expect(await runHere('ingest', many)).toMatchObject({ code: 0 })
    const { out } = await runHere('documents', '--json')
    const documents = (JSON.parse(out) as { name: string; status: string }[]).filter(({ name }) =>
      name.startsWith('note-'),
    )
    expect(documents.length).toBe(count)
    expect(documents.filter(({ status }) => status !== 'ready')).toEqual([])
    expect(await runHere('store', 'check')).toMatchObject({ code: 0 })
  })
})
