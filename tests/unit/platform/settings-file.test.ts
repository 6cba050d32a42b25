import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultSettings, type Settings } from '@shared/settings'
import { SettingsStore } from '@engine/platform/settings-file'

let folder = ''
const path = () => join(folder, 'settings.json')
const aside = () => join(folder, 'settings.damaged.json')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(write: (path: string, text: string) => Promise<void> = writeFile) {
  const told: Settings[] = []
  const logged: string[] = []
  const changed = (settings: Settings) => told.push(settings)
  const store = new SettingsStore({ folder, changed, log: (line) => logged.push(line) })
  await store.load(write)
  return { store, told, logged }
}

describe('SettingsStore', () => {
  test('a new store has the defaults; what is set is there after a restart', async () => {
    const { store, told } = await open()
    expect(store.get()).toEqual(defaultSettings)
    const set = await store.change({ theme: 'dark', retrieval: { passages: 3 }, shortcuts: { palette: 'mod+p' } })
    expect(set).toMatchObject({ theme: 'dark', language: 'system', retrieval: { passages: 3, ask_back: true } })
    expect(told).toEqual([set])
    expect((await open()).store.get()).toEqual(set)
    // Shortcuts are replaced as a whole: only so can one be put back to its default.
    expect((await store.change({ shortcuts: {} })).shortcuts).toEqual({})
    expect(existsSync(aside())).toBe(false)
  })

  // Catches one wrong value that costs every other, and a file that is lost because Cairn could not read it.
  test('only what is wrong takes its default, and the file is kept aside', async () => {
    const text = JSON.stringify({
      theme: 'dark',
      text_size: 'enormous',
      retrieval: { passages: 99, cross_language: false },
      graph: { model_extraction: true, budget_minutes: 0 },
      shortcuts: { palette: 'mod+p', dance: 'x', settings: 7 },
      from_the_future: true,
    })
    await writeFile(path(), text)
    const { store, logged } = await open()
    expect(store.get()).toEqual({
      ...defaultSettings,
      theme: 'dark',
      retrieval: { ...defaultSettings.retrieval, cross_language: false },
      graph: { ...defaultSettings.graph, model_extraction: true },
      shortcuts: { palette: 'mod+p' },
    })
    expect(await readFile(aside(), 'utf8')).toBe(text)
    expect(logged.join()).toMatch(/text_size.*retrieval/u)
  })

  test.each(['', '{"theme":', 'null', '[]', '"x"', '{"__proto__":{"theme":"dark"}}'])(
    'the file %j is no reason not to open',
    async (text) => {
      await writeFile(path(), text)
      const { store } = await open()
      expect(store.get()).toEqual(defaultSettings)
      expect(await store.change({ theme: 'light' })).toMatchObject({ theme: 'light' })
    },
  )

  test('neither is a folder in its place, nor a disk that takes no copy', async () => {
    await mkdir(path())
    expect((await open()).store.get()).toEqual(defaultSettings)
    await rm(path(), { recursive: true })
    await writeFile(path(), 'broken')
    expect((await open(() => Promise.reject(new Error('full')))).store.get()).toEqual(defaultSettings)
  })

  test('changes at the same time are all kept; one that cannot be written changes nothing', async () => {
    let fails = false
    const { store, told } = await open((to, text) => (fails ? Promise.reject(new Error('full')) : writeFile(to, text)))
    await Promise.all([
      store.change({ theme: 'dark' }),
      store.change({ retrieval: { passages: 2 } }),
      store.change({ retrieval: { ask_back: false } }),
      store.change({ language: undefined, welcomed: true }),
    ])
    const kept = { ...defaultSettings, theme: 'dark', welcomed: true }
    expect(store.get()).toEqual({
      ...kept,
      retrieval: { ...defaultSettings.retrieval, passages: 2, ask_back: false },
    })
    fails = true
    await expect(store.change({ theme: 'light' })).rejects.toThrow('full')
    expect(store.get().theme).toBe('dark')
    expect(told).toHaveLength(4)
  })
})
