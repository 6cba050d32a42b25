import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as macrotask } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { cardOf, chunkOf, pumpNames, pumps, reply } from './written-community'
import { writing, type WritingOptions } from './writing-library'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-communities-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const summary = 'Lake Arden supplies the Mirador pumping station with water.'
const good = reply('The Mirador pumping station', summary)
const card = cardOf(pumps, pumpNames)
const open = (options: Partial<WritingOptions> = {}) => writing({ folder, chunks: pumps, answer: [good], ...options })
const never = new AbortController().signal

describe('a community that a model describes', () => {
  test('shows its title and summary with the model’s name, and its passages stay', async () => {
    const { writer, ask, models } = await open()
    expect(writer.isSettled(card)).toBe(false)
    expect(writer.shown(card)).toEqual(card)
    expect(await writer.write(card, ask, never)).toBe('written')
    expect(writer.shown(card)).toEqual({
      ...card,
      title: 'The Mirador pumping station',
      summary: { text: summary, by: 'Tiny', passages: card.summary.passages },
    })
    expect(models.asked).toMatchObject([{ task: 'extraction', model: 'gguf:tiny', temperature: 0.3 }])
    expect(
      writer.titled([card, { ...card, title: 'Others' }, { ...card, id: 'c_2' }]).map(({ title }) => title),
    ).toEqual(['The Mirador pumping station', 'Others', card.title])
  })

  test('is not asked about again after a restart, and anew for another text or another model', async () => {
    const { writer, ask } = await open()
    await writer.write(card, ask, never)
    await writer.idle()
    const again = await open()
    expect(again.writer.isSettled(card)).toBe(true)
    expect(again.writer.shown(card).summary.by).toBe('Tiny')
    const [first, ...others] = pumps
    const changed = first && { ...first, text: first.text.replace('Kessel', 'Vega') }
    expect(again.writer.isSettled(cardOf(changed ? [changed, ...others] : others, pumpNames))).toBe(false)
    again.current.model = { id: 'gguf:other', name: 'Other' }
    expect(again.writer.isSettled(card)).toBe(false)
    expect(again.writer.shown(card)).toEqual(card)
    again.current.model = null
    expect(again.writer.isSettled(card)).toBe(true)
    expect(again.writer.shown(card)).toEqual(card)
  })

  // Would catch a model that is asked on every visit for what it cannot do.
  test('stays as it is where nothing can be shown, and that is remembered', async () => {
    const { writer, ask } = await open({ answer: [reply('Globex', 'It is the finest company of the whole world.')] })
    expect(await writer.write(card, ask, never)).toBe('refused')
    expect(writer.shown(card)).toEqual(card)
    await writer.idle()
    expect((await open()).writer.isSettled(card)).toBe(true)
  })

  // Would catch a model's title over words of the documents, with nothing that says whose it is.
  test('keeps its own title beside a model’s summary, and no model’s title beside its own summary', async () => {
    const titled = await open({ answer: [reply('Mirador pumping station', 'It is the finest of the whole world.')] })
    expect(await titled.writer.write(card, titled.ask, never)).toBe('refused')
    expect(titled.writer.shown(card)).toEqual(card)
    const other = { ...card, id: 'c_2' }
    const summed = await open({ answer: [reply('Globex', summary)] })
    await summed.writer.write(other, summed.ask, never)
    expect(summed.writer.shown(other)).toMatchObject({ title: card.title, summary: { text: summary, by: 'Tiny' } })
    const before = await open()
    const third = { ...card, id: 'c_3' }
    await before.writer.write(third, before.ask, never)
    const [first, ...others] = third.summary.passages
    if (!first) throw new Error('There are no pumps.')
    const changed = {
      ...third,
      summary: { ...third.summary, passages: [{ ...first, text: 'Other words.' }, ...others] },
    }
    expect(before.writer.shown(changed)).toEqual(changed)
  })

  // Would catch a title about passages that the community is no more summed up by.
  test('has no older title where the newest answer gave none', async () => {
    const scripts = [good, reply('Globex', summary)]
    const { writer, ask } = await open({ answer: () => [scripts.shift() ?? ''] })
    await writer.write(card, ask, never)
    expect(writer.titled([card])[0]?.title).toBe('The Mirador pumping station')
    const fewer = { ...card, summary: { ...card.summary, passages: card.summary.passages.slice(1) } }
    expect(await writer.write(fewer, ask, never)).toBe('written')
    expect(writer.titled([card])).toEqual([card])
  })

  test('has the remembered titles of its parts', async () => {
    const { writer, ask } = await open()
    await writer.write(card, ask, never)
    const { id, level, parent, title, size } = card
    const whole = cardOf([], ['Arden'], { id: 'c_0', children: [{ id, level, parent, title, size }] })
    expect(writer.shown(whole).children[0]?.title).toBe('The Mirador pumping station')
    expect(writer.isSettled(whole)).toBe(true)
  })
})

describe('asking about a community', () => {
  test('is one call for all who wait for it', async () => {
    const { writer, ask, models } = await open()
    await Promise.all([writer.write(card, ask, never), writer.write(card, ask, never), writer.write(card, ask, never)])
    expect(models.asked).toHaveLength(1)
  })

  // Would catch a call that ends for all when one leaves, and one that goes on when everybody has.
  test('goes on while one is left who waits, and ends with the last', async () => {
    let answer: (value?: unknown) => void = () => undefined
    const wait = new Promise((resolve) => (answer = resolve))
    const { writer, ask, models } = await open({ answer: [{ wait }, good] })
    const [a, b] = [new AbortController(), new AbortController()]
    const left = writer.write(card, ask, a.signal)
    const stayed = writer.write(card, ask, b.signal)
    await expect.poll(() => models.asked.length).toBe(1)
    a.abort()
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(models.signals[0]?.aborted).toBe(false)
    answer()
    expect(await stayed).toBe('written')
  })

  test('that everybody has left is aborted, writes nothing, and begins anew for who comes then', async () => {
    const scripts = [[{ hang: true as const }], [good]]
    const { writer, ask, models, writes } = await open({ answer: () => scripts.shift() ?? [] })
    const leaving = new AbortController()
    const left = writer.write(card, ask, leaving.signal)
    await expect.poll(() => models.asked.length).toBe(1)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(models.signals[0]?.aborted).toBe(true)
    expect(await writer.write(card, ask, never)).toBe('written')
    expect(writes).toHaveLength(1)
  })

  // Would catch an engine that closes its files under a call that nobody waits for any more.
  test('that everybody has left is waited for at the end', async () => {
    let reach: (value?: unknown) => void = () => undefined
    const reached = new Promise((resolve) => (reach = resolve))
    let go: (value?: unknown) => void = () => undefined
    const gone = new Promise((resolve) => (go = resolve))
    const { writer } = await open()
    const leaving = new AbortController()
    let isIdle = false
    const left = writer.write(
      card,
      async () => {
        reach()
        await gone
        return undefined
      },
      leaving.signal,
    )
    await reached
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
    const idle = writer.idle().then(() => (isIdle = true))
    await macrotask()
    expect(isIdle).toBe(false)
    go()
    await idle
  })

  test('makes way for a turn, and goes on behind it', async () => {
    const scripts = [[{ hang: true as const }], [good]]
    const { writer, ask, models, turn } = await open({ answer: () => scripts.shift() ?? [] })
    const written = writer.write(card, ask, never)
    await expect.poll(() => models.asked.length).toBe(1)
    turn('running')
    await expect.poll(() => models.signals[0]?.aborted).toBe(true)
    await macrotask()
    expect(models.asked).toHaveLength(1)
    turn('ended')
    expect(await written).toBe('written')
    expect(models.asked).toHaveLength(2)
  })

  // Would catch a failure that is remembered as if it were an answer.
  test('that fails or takes too long is told, and may be asked again', async () => {
    const failing = await open({ answer: [{ fail: new CairnError('MODEL_FAILED', 'No.') }] })
    await expect(failing.writer.write(card, failing.ask, never)).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    const slow = await open({ answer: [{ hang: true }], deadlineMs: 1 })
    await expect(slow.writer.write(card, slow.ask, never)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
    expect(slow.writer.isSettled(card)).toBe(false)
    expect(slow.writes).toEqual([])
  })
})

describe('documents that go', () => {
  const kept = () => readFile(join(folder, 'graph-communities.json'), 'utf8')

  test.each([undefined, '2'])('take a description with them, out of the file as well (%s)', async (revision) => {
    const { writer, ask, descriptions, take } = await open()
    await writer.write(card, ask, never)
    expect(await kept()).toContain('Arden')
    take('lake', revision)
    expect(writer.shown(card)).toEqual(card)
    expect(writer.titled([card])).toEqual([card])
    await descriptions.idle()
    expect(await kept()).toBe('[]')
  })

  // Would catch words of a deleted document that come back behind its deletion.
  test('while the model writes leave nothing behind', async () => {
    let answer: (value?: unknown) => void = () => undefined
    const wait = new Promise((resolve) => (answer = resolve))
    const { writer, ask, models, take, writes } = await open({ answer: [{ wait }, good] })
    const written = writer.write(card, ask, never)
    await expect.poll(() => models.asked.length).toBe(1)
    take('lake')
    answer()
    expect(await written).toBe('unasked')
    await writer.idle()
    expect(writes).toEqual([])
    expect(writer.shown(card)).toEqual(card)
  })

  test('while the description is written down leave nothing behind', async () => {
    let take: (id: string) => void = () => undefined
    const lib = await open({ writing: () => take('pumps') })
    take = lib.take
    expect(await lib.writer.write(card, lib.ask, never)).toBe('unasked')
    await lib.writer.idle()
    expect(await kept()).toBe('[]')
  })

  test('while Cairn was not running are noticed at its start', async () => {
    const { writer, ask } = await open()
    await writer.write(card, ask, never)
    const again = await open({ chunks: pumps.slice(0, 1) })
    await again.writer.idle()
    expect(await kept()).toBe('[]')
  })

  // Would catch a description of every document of a library whose catalogue was damaged, lost for good.
  test('for a catalogue that is not to be trusted leave the file as it is, and what is added stands beside it', async () => {
    const { writer, ask } = await open()
    await writer.write(card, ask, never)
    const whole = await kept()
    const doubtful = { chunks: pumps.slice(1), maySweep: false } as const
    const again = await open(doubtful)
    again.descriptions.prune()
    await again.writer.idle()
    expect([again.writes, await kept()]).toEqual([[], whole])
    expect(again.writer.shown(card)).toEqual(card)
    expect(again.writer.titled([card])).toEqual([card])
    const lake = cardOf(pumps.slice(1), ['Lake Arden'], { id: 'c_2' })
    expect(await again.writer.write(lake, again.ask, never)).toBe('written')
    const trusted = await open()
    expect([card, lake].map((one) => trusted.writer.shown(one).summary.by)).toEqual(['Tiny', 'Tiny'])
    await writeFile(trusted.path, `[{"summary":"Secret words"},${whole.slice(1)}`)
    const damaged = await open(doubtful)
    await damaged.writer.idle()
    expect(damaged.writes).toEqual([])
  })

  // Would catch a name that lives on in a title made from the names of other documents.
  test('leave no name in what others have given', async () => {
    const { writer, ask } = await open()
    await writer.write(cardOf(pumps, ['Globex', ...pumpNames]), ask, never)
    expect(await kept()).not.toContain('Globex')
  })
})

describe('the file of descriptions', () => {
  test('that is damaged is made again, with the records that can be read, and its words are gone', async () => {
    const lib = await open()
    await lib.writer.write(card, lib.ask, never)
    const whole = await readFile(lib.path, 'utf8')
    await writeFile(lib.path, `[{"summary":"Secret words"},${whole.slice(1)}`)
    const mended = await open()
    await mended.writer.idle()
    expect(mended.writer.isSettled(card)).toBe(true)
    expect(await readFile(lib.path, 'utf8')).toBe(whole)
    await writeFile(lib.path, '["Secret words')
    const empty = await open()
    await empty.writer.idle()
    expect(await readFile(lib.path, 'utf8')).toBe('[]')
    expect(empty.logged.join()).not.toContain('Secret')
  })

  test('keeps the newest 500', async () => {
    const { writer, ask, descriptions, path } = await open({ chunks: [chunkOf('a', 'Anna sings in Ellerby.')] })
    const cards = Array.from({ length: 502 }, (_, at) =>
      cardOf([chunkOf('a', 'Anna sings in Ellerby.')], ['Anna'], { id: `c_${at}` }),
    )
    await Promise.all(cards.map((one) => writer.write(one, ask, never)))
    await descriptions.idle()
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(500)
    expect(cards.slice(0, 3).map((one) => writer.isSettled(one))).toEqual([false, false, true])
  })

  test('that cannot be written costs no description', async () => {
    const { writer, ask, logged } = await open({ writing: () => Promise.reject(new Error('full')) })
    expect(await writer.write(card, ask, never)).toBe('written')
    expect(writer.shown(card).summary.by).toBe('Tiny')
    expect(logged).toHaveLength(1)
  })
})
