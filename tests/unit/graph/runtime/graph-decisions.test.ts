import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EntityType } from '@shared/graph'
import { GraphDecisions } from '@engine/graph/runtime/graph-decisions'
import type { Mention } from '@engine/graph/share/graph-share'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-decisions-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'decisions.json')
const open = (log: string[] = []) => {
  let ids = 0
  const write = (to: string, text: string) => writeFile(to, text)
  return GraphDecisions.open({
    path: path(),
    write,
    now: () => 7,
    newId: () => `m${(ids += 1)}`,
    log: (line) => log.push(line),
  })
}
const a = 'n_000000000000000a'
const b = 'n_000000000000000b'
const named = (name: string, type?: EntityType): Mention => (type ? { name, type } : { name })
const namesOf = (id: string): Promise<Mention[]> =>
  Promise.resolve(id === a ? [named('LLM'), named('Large Language Model', 'model')] : [named('L.L.M. Corp')])

describe('what a person decides about names', () => {
  test('is there again after a restart, newest first, and no more once it was taken back', async () => {
    const decisions = await open()
    await decisions.add({ kind: 'merge', ids: [a, b] }, namesOf)
    await decisions.add({ kind: 'rename', id: a, name: 'Language model' }, namesOf)
    const again = await open()
    expect(again.list().map(({ kind, to, names }) => [kind, to, names.length])).toEqual([
      ['rename', 'Language model', 1],
      ['merge', null, 3],
    ])
    await again.add({ kind: 'undo', entry: 'm2' }, namesOf)
    expect((await open()).list().map(({ kind }) => kind)).toEqual(['merge'])
    await expect(again.add({ kind: 'undo', entry: 'm2' }, namesOf)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('splits off some names and never all or none', async () => {
    const decisions = await open()
    await decisions.add({ kind: 'split', id: a, names: ['llm'] }, namesOf)
    expect(decisions.log).toMatchObject([{ kind: 'split', names: [{ name: 'llm' }], from: [{ type: 'model' }] }])
    for (const names of [['LLM', 'large language model'], ['no such name']]) {
      await expect(decisions.add({ kind: 'split', id: a, names }, namesOf)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    }
    expect(decisions.list()).toHaveLength(1)
  })

  // Catches a record that cannot be opened any more because of what was written itself.
  test('merges two different names at least and names nothing by an empty name, or else is refused and not written', async () => {
    const decisions = await open()
    const same = () => Promise.resolve([named('L.L.M.'), named('l l m')])
    await expect(decisions.add({ kind: 'merge', ids: [a, b] }, same)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(decisions.add({ kind: 'merge', ids: [a, a] }, () => Promise.resolve([]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    const nameless = () => Promise.resolve([named(' '), named('x')])
    for (const decision of [
      { kind: 'rename', id: a, name: ' \u3000' },
      { kind: 'retype', id: a, type: 'model' },
    ] as const) {
      await expect(decisions.add(decision, nameless)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
    expect([decisions.list(), await readdir(folder)]).toEqual([[], []])
  })

  // Catches one entry of an older or newer version that takes every decision with it.
  test('is lost entry by entry where entries are damaged, with a word, and the record as it was stays', async () => {
    const decisions = await open()
    for (const name of ['one', 'two']) await decisions.add({ kind: 'rename', id: a, name }, namesOf)
    const damaged = JSON.stringify([null, decisions.log[0], { ...decisions.log[1], kind: 'unheard of' }, { id: 'm' }])
    await writeFile(path(), damaged)
    const log: string[] = []
    expect((await open(log)).list().map(({ to }) => to)).toEqual(['one'])
    expect(log).toEqual([expect.stringContaining('3 decisions')])
    expect(await readFile(`${path()}.damaged-7`, 'utf8')).toBe(damaged)
    expect((await open(log)).list()).toHaveLength(1)
    expect(log).toHaveLength(1)
  })

  // Catches decisions that are taken for none, and overwritten, because the disk or the rights failed for a moment.
  test('that the system does not let be read is an error, not none', async () => {
    await mkdir(path())
    const log: string[] = []
    await expect(open(log)).rejects.toMatchObject({ code: 'EISDIR' })
    expect([log, await readdir(folder)]).toEqual([[], ['decisions.json']])
  })

  test('made at the same time is all kept', async () => {
    const decisions = await open()
    const names = Array.from({ length: 20 }, (_, at) => `name ${at}`)
    await Promise.all(names.map((name) => decisions.add({ kind: 'rename', id: a, name }, namesOf)))
    expect((await open()).list().map(({ to }) => to)).toEqual(names.toReversed())
  })

  test('is not in force where it could not be written', async () => {
    const decisions = await GraphDecisions.open({
      path: path(),
      write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      ...{ now: () => 7, newId: () => 'm', log: () => undefined },
    })
    await expect(decisions.add({ kind: 'rename', id: a, name: 'x' }, namesOf)).rejects.toThrow('full')
    expect(decisions.list()).toEqual([])
  })

  test('that cannot be read is put aside, with a word, and new decisions can be made', async () => {
    for (const damaged of ['{"half', '[{"kind":"merge"}]', '7']) {
      const log: string[] = []
      await writeFile(path(), damaged)
      const decisions = await open(log)
      expect([decisions.list(), log.length]).toEqual([[], 1])
      await decisions.add({ kind: 'retype', id: a, type: 'model' }, namesOf)
      expect((await open()).list()).toHaveLength(1)
      expect(await readFile(`${path()}.damaged-7`, 'utf8')).toBe(damaged)
    }
    expect(await readdir(folder)).toHaveLength(2)
  })
})
