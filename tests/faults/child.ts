import { readFileSync, writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { PlanSpec } from '@shared/research/plan-spec'
import { createEngine } from '@engine/engine'
import { moveStore } from '@engine/storage/moving/move-store'
import { makeLateVectors } from './late-vectors-process'
import { reEmbed } from './re-embedding-process'

/**
 * A process to be killed: ingests a folder or follows it, trashes what is in it, imports a bundle, does research, makes another embedder's vectors or those that documents lack, or asks questions for ever, and writes one line for everything it was told is
 * safe, straight to the pipe, so that a kill cannot lose what was acknowledged.
 */
const [mode = '', folder = '', resources = '', files = '', kill = '{}'] = process.argv.slice(2)
/** Of backups, or of the store's chats; they have none where it is not set. */
const passphrase = process.env['CAIRN_TEST_PASSPHRASE']
const acknowledge = (fact: unknown) => writeSync(1, `${JSON.stringify(fact)}\n`)

if (mode === 're-embed') {
  // Then they are the model and the script that runs it, and when the process is to kill itself.
  const { done = Number.POSITIVE_INFINITY, ms = 0 } = JSON.parse(kill) as { done?: number; ms?: number }
  const die = () => process.kill(process.pid, 'SIGKILL')
  let dies: unknown
  const { work, processes } = await reEmbed(
    folder,
    { model: resources, entry: files },
    ({ next }) => {
      if (!next) process.exit(0)
      acknowledge({ done: next.done, processes })
      if (next.done < done) return
      if (ms === 0) die()
      else dies ??= globalThis.setTimeout(die, ms)
    },
    0,
  )
  work.recover()
  // Ends by itself or by the kill.
  await new Promise(() => undefined)
}

if (mode === 'late-vectors') {
  const { late, processes } = await makeLateVectors(folder, { model: resources, entry: files })
  const told = (left: number) => acknowledge({ left, processes })
  await late.made(told, new AbortController().signal)
  process.exit(0)
}

if (mode === 'move') {
  acknowledge({ open: true })
  const signal = new AbortController().signal
  const told = (done: number) => acknowledge({ done })
  await moveStore(folder, files, { signal, now: Date.now, log: () => undefined, progress: told })
  acknowledge({ moved: true })
  process.exit(0)
}

// Where the environment names a library, the documents are shared.
const libraryTimes = { lastsMs: Number(process.env['CAIRN_TEST_LEASE_MS'] ?? 20_000) }
const library = process.env['CAIRN_TEST_LIBRARY']
const unlock = { passphrase: () => Promise.resolve(passphrase) }
const engine = await createEngine({ folder, resources, library, libraryTimes, ...unlock })
acknowledge({ open: true })

if (mode === 'ingest') {
  for await (const event of engine.ingest({ paths: [files] })) {
    if (event.type !== 'progress' || !event.document) continue
    const { name, status, content_hash } = event.document
    if (status === 'ready' || status === 'partial') acknowledge({ name, content_hash })
  }
  acknowledge({ done: true })
  await engine.close()
} else if (mode === 'trash') {
  const ids = engine.listDocuments({}).map(({ id }) => id)
  acknowledge(await engine.trashDocuments(ids.slice(0, 3)))
  // By itself, so that however slow the machine is, the kill comes after the trash and before the deletion.
  process.kill(process.pid, 'SIGKILL')
} else if (mode === 'backup') {
  for (;;) {
    for await (const step of engine.backups.backUp({ path: files, keep: 2, passphrase }))
      if (step.type === 'done') acknowledge({ moments: step.report.moments, documents: step.report.counts.documents })
    await engine.addText({ text: `Note at ${performance.now()}: 水位正常。`, name: `note ${performance.now()}` })
  }
} else if (mode === 'restore') {
  for await (const step of engine.backups.restore({ path: files, whole_part: false, passphrase }))
    if (step.type === 'done') acknowledge({ restored: step.report.documents.added })
  await engine.close()
} else if (mode === 'import') {
  const { sessions } = await engine.importSessions(files)
  acknowledge({ imported: sessions.length })
  await engine.close()
} else if (mode === 'research') {
  // Goes on with the run there is, by itself; else begins one with the plan in the file.
  const known = (await engine.research.list())[0]
  const plan = known ? undefined : PlanSpec.parse(JSON.parse(readFileSync(files, 'utf8')))
  const { id } = known ?? (await engine.research.start({ plan, at_once: true }))
  for await (const event of engine.research.follow(id, -1)) {
    if (event.type === 'research') acknowledge({ seq: event.seq, step: event.step })
  }
  acknowledge({ rests: true })
  await engine.close()
} else if (mode === 'encrypt') {
  // On and off for ever; what is left from before the kill goes on by itself first.
  for (;;) {
    while ((await engine.encryption.state()).work) await setTimeout(2)
    const { on } = await engine.encryption.state()
    if (on) await engine.encryption.turnOff(passphrase ?? '')
    else await engine.encryption.turnOn({ passphrase: passphrase ?? '', keep: false })
    acknowledge({ on: !on })
  }
} else if (mode === 'notes') {
  const own = (await engine.notes.list()).find(({ document_id }) => document_id === undefined)
  const { id } = own ?? (await engine.notes.create('Notes'))
  for (let at = 0; ; at += 1) {
    const text = `${process.pid}-${at}`
    await engine.notes.add(id, { kind: 'text', text, sources: [], refs: [], from: {} })
    acknowledge({ note: text })
    const place = {
      kind: 'kb',
      document_id: 'd_1',
      document_name: 'a.md',
      format: 'markdown',
      heading_path: [],
      page: null,
    } as const
    const source = {
      ...place,
      heading_path: [],
      number: 1,
      evidence_id: text,
      start: at,
      end: at + text.length,
      text,
      score: 1,
    }
    const note = { kind: 'passage', text, comment: 'Kept?', sources: [source], refs: [], from: {} } as const
    await engine.notes.highlight('d_1', 'a.md', { ...note, sources: [source], refs: [] })
    acknowledge({ highlight: text })
  }
} else if (mode === 'watch') {
  if (engine.folders.list().length === 0) await engine.folders.add({ path: files })
  else engine.folders.rescan(undefined, false)
  acknowledge({ watching: true })
  // Ends by the kill.
  setInterval(() => undefined, 60_000)
} else {
  for (let turn = 0; ; turn += 1) {
    const question = `What was recorded in report ${turn % 6}? (${process.pid}-${turn})`
    for await (const event of engine.ask({ question, session_id: `s${turn % 3}`, search_anyway: true })) {
      if (event.type === 'session') acknowledge({ turn: event.turn_id, session: event.session_id, question })
      if (event.type === 'token') acknowledge({ turn: event.turn_id, token: event.content })
      if (event.type === 'final') acknowledge({ turn: event.turn_id, response: event.response })
    }
  }
}
