import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Engine } from '@engine/ports/engine-interface'
import { summedLine } from '@engine/platform/lines/summed-line'
import type { Keychain } from '@engine/platform/sealing/kept-secret'
import { enginesOf } from '../support/engines'

const passphrase = 'pelican lamp 铁塔'
const { freshStore, open, close } = enginesOf('encryption')

const unlocked = { passphrase: () => Promise.resolve(passphrase) }

async function ask(engine: Engine, question: string, session_id: string): Promise<void> {
  for await (const event of engine.ask({ question, session_id, search_anyway: true }))
    if (event.type === 'error') throw new Error(event.error.message)
}

/** A document, two chats, a notebook with a note of one's own, a set of questions and a run of it, and a run of research. */
async function fill(engine: Engine): Promise<void> {
  await engine.addText({ text: 'The heron hut on the pass was opened in 1911 by Greta Lind.', name: 'hut' })
  await vi.waitFor(() => expect(engine.listDocuments({})[0]?.status).toBe('ready'), { timeout: 20_000 })
  await ask(engine, 'Who opened the heron hut in zanzibar year 1911?', 's_one')
  await ask(engine, 'When was the heron hut opened, quagga or not?', 's_two')
  const notebook = await engine.notes.create('Quixotic plans')
  const note = { kind: 'text' as const, text: 'The xylophone stays in the attic.', sources: [], refs: [], from: {} }
  await engine.notes.add(notebook.id, note)
  const set = await engine.evaluation.sets.import('Wombat questions.jsonl', '{"question":"Who opened it, wombat?"}\n')
  const evaluation = await engine.evaluation.runs.start({ set_id: set.id, label: 'Aardvark run' })
  for await (const header of engine.evaluation.runs.follow(evaluation.id)) void header
  const research = await engine.research.start({ goal: 'When was the heron hut opened, narwhal?', at_once: true })
  for await (const event of engine.research.follow(research.id, -1)) void event
}

/** Words of questions, titles and notes, which no document has. */
const own = ['zanzibar', 'quagga', 'Quixotic', 'xylophone', 'Wombat', 'wombat?', 'Aardvark', 'narwhal']

/** Files of a store, by their paths in it, that hold one of these words. */
async function inClear(store: string, words = own): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'utf8')
    if (words.some((word) => text.includes(word))) found.push(path.slice(store.length + 1))
  }
  return found.toSorted()
}

async function whenDone(engine: Engine): Promise<void> {
  await vi.waitFor(async () => expect((await engine.encryption.state()).work).toBeNull(), { timeout: 20_000 })
}

/** A store with one chat, encrypted, and the engine that has it open. */
async function encrypted(): Promise<{ store: string; engine: Engine }> {
  const store = freshStore()
  const engine = await open(store)
  await ask(engine, 'Who opened the hut?', 's_one')
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
  return { store, engine }
}

async function everything(engine: Engine): Promise<unknown> {
  const sessions = await engine.listSessions()
  const chats = await Promise.all(sessions.map(({ id }) => engine.getSession(id)))
  const notebooks = await Promise.all((await engine.notes.list()).map(({ id }) => engine.notes.get(id)))
  const runs = (await engine.evaluation.runs.list()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const evaluations = await Promise.all(runs.map(({ id }) => engine.evaluation.runs.get(id, 0)))
  const research = await Promise.all((await engine.research.list()).map(({ id }) => engine.research.get(id)))
  return { chats, notebooks, sets: await engine.evaluation.sets.list(), evaluations, research }
}

// Would catch a file that is forgotten, and words that are lost on the way.
test('what a person keeps is sealed on the disk, opens with the passphrase alone, and comes back in clear', async () => {
  const store = freshStore()
  const first = await open(store)
  await fill(first)
  expect((await inClear(store)).length).toBeGreaterThanOrEqual(5)
  const before = await everything(first)
  expect(await first.encryption.turnOn({ passphrase, keep: false })).toMatchObject({
    on: true,
    keychain: 'no_keychain',
  })
  await whenDone(first)
  expect(await inClear(store)).toEqual([])
  expect(await everything(first)).toEqual(before)
  await ask(first, 'And who was it, okapi?', 's_one')
  expect(await inClear(store, [...own, 'okapi'])).toEqual([])
  const grown = await everything(first)
  await close(first)
  expect(await inClear(store, [...own, 'okapi'])).toEqual([])

  await expect(open(store)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  const asked: boolean[] = []
  const wrongTwice = (wasWrong: boolean) => {
    asked.push(wasWrong)
    return Promise.resolve(asked.length === 3 ? undefined : 'another passphrase')
  }
  await expect(open(store, { passphrase: wrongTwice })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  expect(asked).toEqual([false, true, true])
  // As another keyboard writes it.
  const second = await open(store, { passphrase: () => Promise.resolve(passphrase.normalize('NFD')) })
  expect(await everything(second)).toEqual(grown)
  expect((await second.check()).problems).toEqual([])
  await expect(second.encryption.turnOff('another passphrase')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  expect(await second.encryption.turnOff(passphrase)).toMatchObject({ on: false })
  await whenDone(second)
  await close(second)
  expect((await inClear(store, [...own, 'okapi'])).length).toBeGreaterThanOrEqual(5)
  const third = await open(store)
  expect(await everything(third)).toEqual(grown)
  expect((await readdir(store)).filter((name) => name.startsWith('vault'))).toEqual([])
}, 60_000)

test('another passphrase opens the same chats, the one of before no longer', async () => {
  const store = freshStore()
  const engine = await open(store)
  await fill(engine)
  await expect(engine.encryption.turnOn({ passphrase: 'short', keep: false })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(engine.encryption.changePassphrase(passphrase, 'a longer one')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await engine.encryption.turnOn({ passphrase, keep: false })
  await expect(engine.encryption.turnOn({ passphrase, keep: false })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await whenDone(engine)
  await engine.encryption.changePassphrase(passphrase, 'ledger moss 12')
  const before = await everything(engine)
  await close(engine)
  await expect(open(store, { passphrase: once(passphrase) })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  const told: string[] = []
  const again = await open(store, { passphrase: once('ledger moss 12'), onPassphrase: (one) => told.push(one) })
  expect(await everything(again)).toEqual(before)
  expect(told).toEqual(['ledger moss 12'])
}, 60_000)

function once(given: string): (wasWrong: boolean) => Promise<string | undefined> {
  return (wasWrong) => Promise.resolve(wasWrong ? undefined : given)
}

/** A keychain that opens only what it has sealed. */
function keychain(user: string): Keychain {
  return {
    isThere: () => Promise.resolve(true),
    seal: (secret) => Promise.resolve(Buffer.from(`${user}:${secret}`).reverse()),
    open(sealed) {
      const text = Buffer.from(sealed).reverse().toString('utf8')
      return text.startsWith(`${user}:`)
        ? Promise.resolve(text.slice(user.length + 1))
        : Promise.reject(new Error('no'))
    },
  }
}

test('the keychain opens the store by itself, until it is told not to; on another machine the passphrase is asked for', async () => {
  const store = freshStore()
  const engine = await open(store, { keychain: keychain('anna') })
  await fill(engine)
  expect(await engine.encryption.turnOn({ passphrase, keep: true })).toMatchObject({ on: true, keychain: 'kept' })
  await whenDone(engine)
  await close(engine)
  const again = await open(store, { keychain: keychain('anna') })
  expect((await again.listSessions()).map(({ id }) => id)).toContain('s_one')
  await close(again)
  await expect(open(store, { keychain: keychain('bert') })).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  const elsewhere = await open(store, { keychain: keychain('bert'), ...unlocked })
  expect((await elsewhere.encryption.keepInKeychain(false)).keychain).toBe('none')
  await close(elsewhere)
  await expect(open(store, { keychain: keychain('anna') })).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
}, 60_000)

// Would catch a key that was kept for another store being taken for this one's: everything would count as damaged.
test('a key of another store does not open this one', async () => {
  const [one, other] = [freshStore(), freshStore()]
  for (const store of [one, other]) {
    const engine = await open(store, { keychain: keychain('anna') })
    await ask(engine, 'Who?', 's_one')
    await engine.encryption.turnOn({ passphrase, keep: true })
    await whenDone(engine)
    await close(engine)
  }
  await writeFile(join(one, 'vault-key'), await readFile(join(other, 'vault-key')))
  await expect(open(one, { keychain: keychain('anna') })).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
}, 60_000)

// Would catch a store whose chats are lost for one damaged file of 400 bytes.
test('of the vault there are two files, and without both the store says what is missing and changes nothing', async () => {
  const { store, engine } = await encrypted()
  await close(engine)
  const path = join(store, 'vault.json')
  const whole = await readFile(path)
  for (const damage of [Buffer.of(), whole.subarray(0, 100), Buffer.from('{}'), Buffer.from([...whole].reverse())]) {
    await writeFile(path, damage)
    const again = await open(store, unlocked)
    expect((await again.listSessions()).map(({ id }) => id)).toEqual(['s_one'])
    await close(again)
    expect(await readFile(path)).toEqual(whole)
  }
  await rm(path)
  await writeFile(join(store, 'vault-copy.json'), 'x')
  await expect(open(store, unlocked)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  await rm(join(store, 'vault-copy.json'))
  await expect(open(store, unlocked)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  await writeFile(path, whole)
  const back = await open(store, unlocked)
  expect((await back.getSession('s_one')).session.messages.length).toBeGreaterThan(0)
  expect((await back.check()).problems).toEqual([])
}, 60_000)

test('what is damaged in a sealed chat is named, and the words that can be read stay', async () => {
  const store = freshStore()
  const engine = await open(store)
  await fill(engine)
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
  await close(engine)
  const path = join(store, 'sessions', 's_one.json')
  const bytes = await readFile(path)
  // Of three lines, the last: what went into the answers.
  for (const back of [100, 140]) bytes[bytes.length - back] = (bytes[bytes.length - back] ?? 0) ^ 3
  await writeFile(path, bytes)
  const again = await open(store, unlocked)
  expect((await again.check()).problems.map(({ key }) => key)).toContain('session_changed')
  expect((await again.getSession('s_one')).session.messages[0]?.content).toContain('zanzibar')
  expect((await again.getSession('s_two')).session.messages.length).toBe(2)
}, 60_000)

test('questions that are asked while everything is written anew lose nothing', async () => {
  const store = freshStore()
  const engine = await open(store)
  await fill(engine)
  for (let n = 0; n < 30; n += 1) await ask(engine, `What about number ${n}?`, `s_many_${n}`)
  const asking = Promise.all(
    Array.from({ length: 12 }, (_, n) => ask(engine, `And once more, number ${n}?`, `s_many_${n}`)),
  )
  await engine.encryption.turnOn({ passphrase, keep: false })
  await asking
  await whenDone(engine)
  await close(engine)
  expect(await inClear(store, [...own, 'once more'])).toEqual([])
  const again = await open(store, unlocked)
  for (let n = 0; n < 30; n += 1)
    expect((await again.getSession(`s_many_${n}`)).session.messages).toHaveLength(n < 12 ? 4 : 2)
}, 120_000)

test('a backup holds chats as they were, and a restore into an encrypted store seals them', async () => {
  const [from, to] = [freshStore(), freshStore()]
  const path = `${freshStore()}.tar`
  const source = await open(from)
  await fill(source)
  await source.encryption.turnOn({ passphrase, keep: false })
  await whenDone(source)
  for await (const step of source.backups.backUp({ path })) void step
  // In clear, as the guide says, and gzipped: whoever wants it otherwise gives it a passphrase.
  const before = await everything(source)
  await close(source)
  const target = await open(to)
  await target.encryption.turnOn({ passphrase: 'another passphrase', keep: false })
  await whenDone(target)
  for await (const step of target.backups.restore({ path, whole_part: false })) void step
  const [then, now] = [before, await everything(target)].map((all) => {
    const { chats, notebooks, sets, evaluations, research } = all as Record<string, { session?: object }[]>
    return { sets, evaluations, notebooks, research: research?.length, chats: chats?.map(({ session }) => session) }
  })
  expect(now).toEqual(then)
  await close(target)
  expect(await inClear(to)).toEqual([])
}, 60_000)

// Would catch a store that no longer opens because a crash left half a sealed line in the list of what is kept.
test('half a sealed line in the list of what is kept costs nothing, also once everything is in clear', async () => {
  const { store, engine } = await encrypted()
  await close(engine)
  const list = join(store, 'kept.jsonl')
  const whole = await readFile(list, 'utf8')
  await writeFile(list, `${whole}${whole.trim().slice(0, 60)}`)
  const again = await open(store, unlocked)
  await again.encryption.turnOff(passphrase)
  await whenDone(again)
  await close(again)
  expect(await readFile(list, 'utf8')).not.toContain('sealed')
  expect((await (await open(store)).listSessions()).map(({ id }) => id)).toEqual(['s_one'])
}, 60_000)

// Would catch whoever can write to a synced folder having everything written in clear at the next start.
test('a vault that was changed by somebody else opens nothing, and a passphrase half changed opens by either', async () => {
  const { store, engine } = await encrypted()
  const before = await readFile(join(store, 'vault.json'))
  await engine.encryption.changePassphrase(passphrase, 'ledger moss 12')
  await close(engine)
  const after = await readFile(join(store, 'vault.json'))
  for (const given of [passphrase, 'ledger moss 12']) {
    await writeFile(join(store, 'vault.json'), after)
    await writeFile(join(store, 'vault-copy.json'), before)
    await close(await open(store, { passphrase: once(given) }))
    expect(await readFile(join(store, 'vault-copy.json'))).toEqual(await readFile(join(store, 'vault.json')))
  }
  const { sum: _, ...vault } = JSON.parse(after.toString('utf8')) as Record<string, unknown>
  const changed = `${summedLine({ ...vault, towards: 'clear', done: false })}\n`
  for (const name of ['vault.json', 'vault-copy.json']) await writeFile(join(store, name), changed)
  await expect(open(store, { passphrase: once('ledger moss 12') })).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
}, 60_000)

// Would catch a run that is deleted at the wrong moment stopping everything, and copies that a repair made being left out.
test('what is deleted meanwhile stops nothing, and what a repair has put aside is sealed as well', async () => {
  const store = freshStore()
  const engine = await open(store)
  await fill(engine)
  await mkdir(join(store, 'damaged', '1'), { recursive: true })
  await writeFile(join(store, 'damaged', '1', 's_old.json'), '{"said":"zanzibar"}\n')
  await rm(join(store, 'research'), { recursive: true })
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
  expect(await engine.encryption.state()).toMatchObject({ on: true, trouble: null })
  expect(await inClear(store)).toEqual([])
  await engine.encryption.turnOff(passphrase)
  await whenDone(engine)
  expect(await inClear(store, ['zanzibar'])).toContain(join('damaged', '1', 's_old.json'))
}, 60_000)

test('where the vault cannot be written nothing is turned on, and nothing of it stays', async () => {
  const store = freshStore()
  const engine = await open(store)
  await ask(engine, 'Who opened the hut?', 's_one')
  await rm(join(store, 'tmp'), { recursive: true })
  await expect(engine.encryption.turnOn({ passphrase, keep: false })).rejects.toThrow()
  expect(await engine.encryption.state()).toMatchObject({ on: false, work: null })
  expect((await readdir(store)).filter((name) => name.startsWith('vault'))).toEqual([])
  await mkdir(join(store, 'tmp'))
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
})
