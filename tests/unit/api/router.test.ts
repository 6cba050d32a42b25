import { createRouterClient, ORPCError } from '@orpc/server'
import { describe, expect, test, vi } from 'vitest'
import { MAX_QUESTION_LENGTH } from '@shared/api/api'
import { CairnError } from '@shared/errors'
import { createRouter } from '@engine/api/router'
import { headlessActions } from '@shells/headless-actions'
import { documentNamed, FakeEngine } from '../../fakes/fake-engine'

function setUp() {
  const engine = new FakeEngine()
  return { engine, client: createRouterClient(createRouter(engine, headlessActions(engine, ''))) }
}

async function failureOf(promise: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown instanceof ORPCError) return thrown
  throw new Error('expected an ORPCError', { cause: thrown })
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of stream) all.push(one)
  return all
}

describe('the router', () => {
  test.each(['', '   ', 'x'.repeat(MAX_QUESTION_LENGTH + 1)])(
    'refuses a question that is empty or too long before the engine sees it',
    async (question) => {
      const { engine, client } = setUp()
      const failure = await failureOf(client.chat.ask({ question }))
      expect(failure.code).toBe('BAD_REQUEST')
      expect(engine.asked).toEqual([])
    },
  )

  test.each(['../../etc/passwd', '', 'a b', 'x'.repeat(65)])(
    'refuses %j as a session id everywhere one goes in',
    async (id) => {
      const { engine, client } = setUp()
      expect((await failureOf(client.chat.ask({ question: 'q', session_id: id }))).code).toBe('BAD_REQUEST')
      expect((await failureOf(client.sessions.get({ id }))).code).toBe('BAD_REQUEST')
      expect((await failureOf(client.sessions.delete({ id }))).code).toBe('BAD_REQUEST')
      expect(engine.asked).toEqual([])
    },
  )

  // Would catch a model that goes on writing for a window that has left the card.
  test('has a community described for as long as its caller waits', async () => {
    const { engine, client } = setUp()
    const [head] = await client.graph.communities()
    const id = head?.id ?? ''
    const leaving = new AbortController()
    const { summary } = await client.graph.describe_community({ id }, { signal: leaving.signal })
    expect(summary.by).toBe('Tiny')
    leaving.abort()
    expect(engine.graph.described.map((one) => [one.id, one.signal?.aborted])).toEqual([[id, true]])
    expect((await failureOf(client.graph.describe_community({ id: '' }))).code).toBe('BAD_REQUEST')
  })

  test('takes own terms only as rows of both languages', async () => {
    const { client } = setUp()
    const rows = [{ english: ' weir ', chinese: ['堰'] }]
    expect(await client.terms.set({ own: rows })).toEqual({ own: [{ english: 'weir', chinese: ['堰'] }], shipped: 2 })
    for (const own of [
      [{ english: '堰', chinese: ['weir'] }],
      [...rows, ...rows],
      [{ english: 'weir', chinese: [] }],
    ]) {
      expect((await failureOf(client.terms.set({ own }))).code).toBe('BAD_REQUEST')
    }
    expect((await client.terms.list()).own).toHaveLength(1)
    expect(await client.terms.lookup({ text: 'pump' })).toEqual([{ term: 'pump', translations: ['水泵'], own: false }])
  })

  test('fills in defaults and trims the question', async () => {
    const { engine, client } = setUp()
    await collect(await client.chat.ask({ question: '  q  ' }))
    expect(engine.asked).toEqual([{ question: 'q', search_anyway: false }])
  })

  // Would catch a failure that leaves as an untyped internal error.
  test('maps a CairnError of a call to the typed error with its report', async () => {
    const { client } = setUp()
    const failure = await failureOf(client.documents.get({ id: 'gone' }))
    expect(failure).toMatchObject({
      code: 'CAIRN',
      defined: true,
      data: { code: 'NOT_FOUND', message: 'There is no such document.', action: 'List the documents.' },
    })
  })

  test('maps a CairnError in the middle of a stream the same way', async () => {
    const { engine, client } = setUp()
    engine.turns = [new CairnError('DISK_FULL', 'Full.', 'Free some space.')]
    const failure = await failureOf(client.chat.ask({ question: 'q' }).then(collect))
    expect(failure).toMatchObject({ code: 'CAIRN', defined: true, data: { code: 'DISK_FULL', message: 'Full.' } })
  })

  test('reports a bug as INTERNAL, without losing what it said', async () => {
    const { engine, client } = setUp()
    engine.check = () => Promise.reject(new TypeError('boom'))
    expect((await failureOf(client.store.check())).data).toMatchObject({ code: 'INTERNAL' })
  })

  test('passes the abort of a turn on to the engine, whose last event still arrives', async () => {
    const { engine, client } = setUp()
    const controller = new AbortController()
    engine.beforeEvent = (body) => {
      if (body.type === 'token') controller.abort()
    }
    const events = await collect(await client.chat.ask({ question: 'q' }, { signal: controller.signal }))
    expect(engine.signal?.aborted).toBe(true)
    expect(events.at(-1)?.type).toBe('cancelled')
  })

  test('starts, follows and stops a turn by its id', async () => {
    const { engine, client } = setUp()
    const turn = { session_id: 's1', turn_id: 't1' }
    expect(await client.chat.start({ ...turn, question: ' q ' })).toEqual(turn)
    expect(engine.started).toEqual([{ ...turn, question: 'q', search_anyway: false }])
    const all = (await collect(await client.chat.follow({ turn_id: 't1' }))).flat()
    expect(all.at(-1)).toMatchObject({ type: 'final', turn_id: 't1' })
    const rest = await collect(await client.chat.follow({ turn_id: 't1', after_seq: 2 }))
    expect(rest.flat()).toEqual(all.slice(3))
    expect(await client.chat.stop({ turn_id: 't1' })).toEqual({ stopped: true })
    expect(await client.chat.stop({ turn_id: 't2' })).toEqual({ stopped: false })
    const failure = await failureOf(client.chat.follow({ turn_id: 't2' }).then(collect))
    expect(failure).toMatchObject({ code: 'CAIRN', data: { code: 'NOT_FOUND' } })
    expect((await failureOf(client.chat.start({ ...turn, question: 'q', turn_id: '../x' }))).code).toBe('BAD_REQUEST')
    expect((await failureOf(client.chat.follow({ turn_id: 't1', after_seq: -2 }))).code).toBe('BAD_REQUEST')
  })

  // Would catch a stream that goes on in the engine after the reader left.
  test('leaving the loop ends the stream in the engine', async () => {
    const { engine, client } = setUp()
    let ended = false
    const ask = engine.ask.bind(engine)
    engine.ask = async function* (...given) {
      try {
        yield* ask(...given)
      } finally {
        ended = true
      }
    }
    for await (const event of await client.chat.ask({ question: 'q' })) {
      expect(event.seq).toBe(0)
      break
    }
    expect(ended).toBe(true)
  })

  test.each([
    [{}, '0123456789'],
    [{ start: 2, end: 5 }, '234'],
    [{ start: 8 }, '89'],
    [{ start: 20 }, ''],
  ])('gives the part %j of a document, and always its whole length', async (part, text) => {
    const { client } = setUp()
    expect(await client.documents.content({ id: 'd', ...part })).toMatchObject({ text, total_chars: 10 })
  })

  test('hands a slice of a session on as it was asked for, and none that is empty', async () => {
    const { engine, client } = setUp()
    const view = vi.spyOn(engine, 'viewSession')
    await client.sessions.view({ id: 's1', newest: 40, before: 't7' })
    expect(view).toHaveBeenCalledWith('s1', { newest: 40, before: 't7' })
    expect((await failureOf(client.sessions.view({ id: 's1', newest: 0 }))).code).toBe('BAD_REQUEST')
  })

  test('hands every other call to the engine', async () => {
    const { engine, client } = setUp()
    engine.documents = [documentNamed('a.md')]
    expect(await client.documents.list({})).toEqual(engine.documents)
    expect(await client.documents.delete({ ids: ['x'] })).toEqual({ deleted: ['x'] })
    expect(await client.sessions.rename({ id: 's1', title: ' New ' })).toMatchObject({ title: 'New' })
    expect(await client.sessions.delete({ id: 's1' })).toEqual({ deleted: 's1' })
    expect(await client.sessions.get({ id: 's1' })).toMatchObject({ session: { session_id: 's1' } })
    expect(await client.sessions.view({ id: 's1' })).toMatchObject({ header: { id: 's1' }, turns: [] })
    expect(await client.sessions.search({ query: ' pump ' })).toMatchObject([{ snippet: 'pump 30' }])
    expect(await client.sessions.pin({ id: 's1', pinned: true })).toMatchObject({ pinned: true })
    expect(await client.sessions.trash({ id: 's1' })).toEqual({ trashed: ['s1'], until: 20_000 })
    expect(await client.sessions.restore({ id: 's1' })).toMatchObject({ id: 's1' })
    expect(await client.store.info()).toMatchObject({ documents: 1 })
    expect(await collect(await client.documents.retry({}))).toEqual([])
    expect(await collect(await client.store.rebuild())).toEqual([])
  })

  // Would catch a page that makes the system run a program or open a local file by an address in a document.
  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'smb://host/x', 'x', '', 'JaVaScRiPt:1'])(
    'refuses to open %j outside',
    async (url) => {
      const engine = new FakeEngine()
      const opened: string[] = []
      const shell = {
        ...headlessActions(engine, ''),
        openLink: (address: string) => Promise.resolve(opened.push(address) > 0),
      }
      const client = createRouterClient(createRouter(engine, shell))
      expect((await failureOf(client.shell.open_link({ url }))).data).toMatchObject({ code: 'INVALID_INPUT' })
      expect(opened).toEqual([])
      expect(await client.shell.open_link({ url: 'https://example.org/a b' })).toEqual({ opened: true })
      expect(opened).toEqual(['https://example.org/a%20b'])
    },
  )

  test('shows the file of a document, never a path the page names', async () => {
    const engine = new FakeEngine()
    engine.documents = [documentNamed('a.md')]
    const shown: string[] = []
    const shell = { ...headlessActions(engine, ''), reveal: (path: string) => Promise.resolve(shown.push(path) > 0) }
    const client = createRouterClient(createRouter(engine, shell))
    expect(await client.shell.reveal({ id: 'id-a.md' })).toEqual({ shown: true })
    expect((await failureOf(client.shell.reveal({ id: '/etc/passwd' }))).data).toMatchObject({ code: 'NOT_FOUND' })
    expect(shown).toEqual(['/files/a.md'])
  })

  // Would catch a fault of the page that leaves no trace, and one that fills the log.
  test("writes the page's faults into the shell's log, within bounds", async () => {
    const engine = new FakeEngine()
    const lines: string[] = []
    const shell = { ...headlessActions(engine, ''), noteFault: (line: string) => void lines.push(line) }
    const client = createRouterClient(createRouter(engine, shell))
    await client.shell.note_fault({ message: 'x is undefined', stack: 'at Frame' })
    expect(lines).toEqual(['The page failed: x is undefined\nat Frame'])
    const endless = client.shell.note_fault({ message: 'x'.repeat(501), stack: '' })
    expect((await failureOf(endless)).data).toMatchObject({ issues: [{ path: ['message'] }] })
    expect(lines).toHaveLength(1)
  })

  test('has a file opened unless the settings say never', async () => {
    const engine = new FakeEngine()
    engine.documents = [documentNamed('a.md')]
    const opened: string[] = []
    const shell = { ...headlessActions(engine, ''), openFile: (path: string) => Promise.resolve(opened.push(path) > 0) }
    const client = createRouterClient(createRouter(engine, shell))
    expect(await client.shell.open_file({ id: 'id-a.md' })).toEqual({ opened: true })
    await client.settings.set({ open_files: 'never' })
    expect(await client.shell.open_file({ id: 'id-a.md' })).toEqual({ opened: false })
    expect(opened).toEqual(['/files/a.md'])
  })
})
