import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import { AttemptLog } from '@engine/platform/network/attempt-log'
import type { Engine } from '@engine/ports/engine-interface'
import { JournalledSessionStore } from '@engine/storage/sessions/file-session-store'
import { rounds } from '../rounds'
import { foundIn, planOf, task } from '../support/research/runs-kit'
import { putTable, sayingOf } from './damage-document'
import { ask, below, differencesBetween, drain, keptIn, type Kept, kindsOfDamage, swap } from './damaged-store'

/**
 * Damage to what is made again from documents, to what is written while a chat is open, and files of one kind that change places. With
 * CAIRN_DAMAGE_TABLE set, its table is written to docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const everything = rounds(0, 1) === 1 || process.env['CAIRN_DAMAGE_TABLE'] !== undefined
let folder = ''
let prepared = ''
let before: Kept
let answers: Kept
const rows: string[][] = []

const tables = {
  'tanks.csv': { text: 'Tank,Litres\nNorth,120\nSouth,95\nEast,40\n', question: 'Which tank has the most litres?' },
  'masts.csv': { text: 'Mast,Metres\nRidge,31\nSaddle,12\nSummit,9\n', question: 'Which mast has the most metres?' },
}
const journal = 's_open'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-made-again-'))
  prepared = join(folder, 'prepared')
  const files = join(folder, 'files')
  await mkdir(files)
  for (const [name, { text }] of Object.entries(tables)) await writeFile(join(files, name), text)
  await writeFile(join(files, 'pumps.md'), '# Pumps\n\nThe pump is blue and was built in 1962.\n')
  const engine = await createEngine({ folder: prepared, resources })
  await drain(engine.ingest({ paths: [files] }))
  await ask(engine, 's_one')
  const id = engine.listDocuments({}).find(({ name }) => name === 'pumps.md')?.id ?? ''
  for (const [at, number] of ['first', 'second'].entries()) await fill(engine, { id, number, at })
  await engine.close()
  await leaveOpen(join(prepared, 'sessions'))
  await logAttempts(join(prepared, 'network'))
  // Lists are made when a store is opened, and tables are read when somebody asks.
  const again = await createEngine({ folder: prepared, resources })
  before = await allIn(again)
  answers = await fromTables(again)
  await again.close()
  expect([...answers.values()]).toEqual([expect.stringContaining('120'), expect.stringContaining('31')])
  expect(before.get(journal)).toContain('The pump was')
}, 120_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE'] && rows.length > 0)
    await putTable(root, 'What is made again, and what changed places', ['What', 'How', 'Said', 'Lost'], rows)
  await rm(folder, { recursive: true, force: true })
})

/** A notebook, a set of questions, a run of it and a run of research, each called by the number. */
async function fill(engine: Engine, { id, number, at }: { id: string; number: string; at: number }): Promise<void> {
  const text = ['The pump is blue', 'was built in 1962'][at] ?? ''
  const source = { ...foundIn(id, text), document_name: 'pumps.md', number: 1 }
  if (at === 0) await engine.notes.create('notes second')
  else
    await engine.notes.highlight(id, 'notes first', {
      kind: 'passage',
      text,
      comment: number,
      sources: [source],
      refs: [],
      from: {},
    })
  const asked = { id: number, question: 'What colour is the pump?', keywords: [['blue']], expect: 'answer' } as const
  const set = await engine.evaluation.sets.save({
    title: `questions ${number}`,
    questions: [{ ...asked, keywords: [['blue']], previous: [], sources: [], tools: [] }],
  })
  const run = await engine.evaluation.runs.start({ set_id: set.id, label: `run ${number}` })
  await drain(engine.evaluation.runs.follow(run.id))
  const plan = planOf([task(1, { description: 'What colour is the pump?' })], { goal: `The goal ${number}` })
  const research = await engine.research.start({ plan, at_once: true })
  await drain(engine.research.follow(research.id, -1))
}

/** A chat whose answer had not ended when Cairn did. */
async function leaveOpen(sessions: string): Promise<void> {
  const options = { temporaryFolder: join(prepared, 'tmp'), readOnly: false, now: Date.now, log: () => undefined }
  const store = new JournalledSessionStore(sessions, options)
  const token = (content: string) => ({ op: 'token', turn_id: 't_1', content }) as const
  const message = {
    role: 'user',
    content: 'When was the pump built?',
    turn_id: 't_1',
    at: '2026-11-01T00:00:00.000Z',
  } as const
  await store.append(
    journal,
    [
      { op: 'created', session_id: journal, meta: { locale: 'en' } },
      { op: 'message', message },
    ],
    {
      durable: true,
    },
  )
  for (const word of ['The ', 'pump ', 'was ']) await store.append(journal, [token(word)], { durable: true })
}

async function logAttempts(into: string): Promise<void> {
  const log = new AttemptLog(into, () => undefined)
  for (let at = 1; at <= 5; at += 1) {
    const one = { at, host: `host${at}.example.org`, purpose: 'web page', outcome: 'allowed' } as const
    await log.keep({ ...one, by: 'rule' })
    await log.keep({ ...one, host: `127.0.0.1:${at}`, by: 'loopback' })
  }
}

/** As `keptIn`, each by a name of its own, and what is told of the network. */
async function allIn(engine: Engine, told: (why: string) => void = () => undefined): Promise<Kept> {
  const kept = new Map(await keptIn(engine, told))
  kept.delete('the research')
  for (const { id, title } of await engine.research.list()) {
    try {
      const { report, plan } = await engine.research.get(id)
      kept.set(title, JSON.stringify([report, plan]))
    } catch (thrown) {
      told(String(thrown))
    }
  }
  const { attempts, damaged } = await engine.network.find({ beyond: false, limit: 100 })
  if (damaged > 0) told(`network log: ${damaged} damaged`)
  for (const one of attempts) kept.set(`${one.host} in the log`, JSON.stringify(one))
  return kept
}

/** What is answered from tables. */
async function fromTables(engine: Engine): Promise<Kept> {
  const said = new Map<string, string>()
  for (const [name, { question }] of Object.entries(tables))
    said.set(`${name}, asked`, await answered(engine, question))
  return said
}

async function answered(engine: Engine, question: string): Promise<string> {
  for await (const event of engine.ask({ question, search_anyway: true }))
    if (event.type === 'final') return event.response
  throw new Error(`No answer to ${question}`)
}

const costsOf = (lost: string[], changed: string[]) =>
  [...lost, ...changed.map((one) => `${one} reads differently`)].join(', ')

interface Case {
  readonly what: string
  readonly how: string
  readonly harm: (store: string) => Promise<void>
  readonly mayLose: RegExp
  readonly mustSay?: RegExp
  /** Damage that nothing tells from what is usual. */
  readonly unseen?: RegExp
}

const oneOf = (part: string, ending: RegExp) => async (store: string) => (await below(part, ending)(store))[0] ?? ''
const twoOf = (part: string, ending: RegExp) => async (store: string) => {
  const names = (await readdir(join(store, part))).filter((name) => ending.test(name)).toSorted()
  expect(names.length).toBeGreaterThan(1)
  await swap(join(store, part, names[0] ?? ''), join(store, part, names[1] ?? ''))
}

const nothing = /^$/u
const harmed: readonly (Pick<Case, 'what' | 'mayLose' | 'mustSay' | 'unseen'> & {
  readonly path: (store: string) => Promise<string>
})[] = [
  {
    what: 'cells of a table',
    path: oneOf('tables', /\.duckdb$/u),
    mayLose: nothing,
    mustSay: /tables: .*(?:tanks|masts)\.csv was damaged or lost/u,
  },
  { what: 'list of tables', path: oneOf('tables', /index\.jsonl$/u), mayLose: nothing },
  {
    what: 'log of the network',
    path: oneOf('network', /beyond-this-machine\.jsonl$/u),
    mayLose: /^host\d\.example\.org in the log$/u,
    mustSay: /log of the network|network log/u,
  },
  {
    what: 'journal of an open chat',
    path: oneOf('sessions', /s_open\.jsonl$/u),
    mayLose: /^s_open$/u,
    // An answer that ended there, as by a crash.
    unseen: /^cut in half$/u,
  },
]
const swapped: readonly Case[] = [
  {
    what: 'two tables',
    harm: twoOf('tables', /\.duckdb$/u),
    mayLose: nothing,
    mustSay: /tables: .*tanks\.csv was damaged or lost/u,
  },
  {
    what: 'two logs of the network',
    async harm(store: string) {
      // Two logs are hardly ever written to in the same moment.
      await utimes(join(store, 'network', 'this-machine.jsonl'), 1000, 1000)
      await twoOf('network', /machine\.jsonl$/u)(store)
    },
    mayLose: nothing,
  },
  { what: 'two notebooks', harm: twoOf('notes', /^n_.*\.json$/u), mayLose: nothing },
  { what: 'two sets of questions', harm: twoOf('evaluation/sets', /\.json$/u), mayLose: nothing },
  { what: 'two runs of a set', harm: twoOf('evaluation/runs', /\.jsonl$/u), mayLose: nothing },
  { what: 'two runs of research', harm: twoOf('research', /(?<!head)\.jsonl$/u), mayLose: nothing },
  { what: 'what the graph read of two documents', harm: twoOf('graph', /\.share$/u), mayLose: nothing },
].map((one) => ({ ...one, how: 'swapped' }))

const cases: readonly Case[] = [
  ...harmed.flatMap(({ path, ...one }, row) =>
    Object.entries(kindsOfDamage)
      .filter((_, column, { length }) => everything || column === row % length)
      .map(([how, harm]) => ({ ...one, how, harm: async (store: string) => harm(await path(store)) })),
  ),
  ...swapped,
]

test.each(cases.map((one) => [one.what, one.how, one] as const))(
  '%s, %s: only what was damaged is lost, and it is named',
  async (what, how, { harm, mayLose, mustSay, unseen }) => {
    const store = join(folder, 'store')
    await rm(store, { recursive: true, force: true })
    await cp(prepared, store, { recursive: true, preserveTimestamps: true })
    await harm(store)
    const said: string[] = []
    const log = (line: string) => {
      if (/damaged|lost|missing|anew|whole|as it was written|left out/iu.test(line)) said.push(line)
    }
    let engine = await createEngine({ folder: store, resources, log })
    try {
      await allIn(engine, (why) => said.push(why))
      if (/table/u.test(what)) expect(await fromTables(engine)).toEqual(answers)
      said.push(...(await engine.check()).problems.map(noteText))
      await drain(engine.repair())
      await engine.close()
      engine = await createEngine({ folder: store, resources, log })
      const { lost, changed } = differencesBetween(before, await allIn(engine))
      for (const one of [...lost, ...changed]) expect(one).toMatch(mayLose)
      if (lost.length + changed.length > 0 && unseen?.test(how) !== true) expect(said).not.toEqual([])
      if (mustSay) expect(said.join('\n')).toMatch(mustSay)
      rows.push([what, how, sayingOf(said, store, folder) || '–', costsOf(lost, changed) || 'nothing'])
    } finally {
      await engine.close()
    }
  },
)

const usual = new Set(['a bit flipped', 'missing'])
test.each(Object.entries(kindsOfDamage).filter(([how]) => everything || usual.has(how)))(
  'the file of a chat that is open, %s: it goes on, and no word is lost',
  async (how, harm) => {
    const store = join(folder, 'store')
    await rm(store, { recursive: true, force: true })
    await cp(prepared, store, { recursive: true })
    const engine = await createEngine({ folder: store, resources })
    await ask(engine, 's_one', 'When was the pump built?')
    await harm(join(store, 'sessions/s_one.json'))
    await ask(engine, 's_one', 'What is blue?')
    await engine.close()
    const again = await createEngine({ folder: store, resources })
    const { session } = await again.getSession('s_one')
    expect(session.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      'What colour is the pump?',
      'When was the pump built?',
      'What is blue?',
    ])
    const { problems } = await again.check()
    await again.close()
    expect(problems.map(noteText)).toEqual([])
    rows.push(['file of a chat that is open', how, 'healed, nothing to say', 'nothing'])
  },
)
