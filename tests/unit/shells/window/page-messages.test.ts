import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import type { WindowMessage } from '@shared/window-messages'
import type { Engine } from '@engine/ports/engine-interface'
import { windowWords } from '@shells/window/decisions/menu-template'
import { readJson, writeJson } from '@shells/window/opening/window-files'
import { followSettings } from '@shells/engine-client'
import { openEngine } from '@shells/window/opening/open-engine'
import { OpenRequests } from '@shells/window/opening/open-requests'
import { PageMessages } from '@shells/window/page-messages'

const command = (name: 'palette' | 'settings'): WindowMessage => ({ cairn: 'command', name })

function fakePage() {
  const got: WindowMessage[] = []
  return { got, send: (_channel: string, message: WindowMessage) => got.push(message) }
}

describe('messages to the page', () => {
  // Would catch a deep link lost because the page was still loading, or given to the page before a reload.
  test('wait until the page listens, in their order, and again after a reload', () => {
    const messages = new PageMessages()
    const first = fakePage()
    messages.send(command('palette'))
    messages.send(command('settings'))
    messages.listening(first)
    expect(first.got).toEqual([command('palette'), command('settings')])

    messages.gone()
    messages.send(command('palette'))
    expect(first.got).toHaveLength(2)
    const second = fakePage()
    messages.listening(second)
    expect(second.got).toEqual([command('palette')])
  })

  test('do not pile up without end', () => {
    const messages = new PageMessages()
    for (let at = 0; at < 1000; at++) messages.send({ cairn: 'open', session: `s_${at}` })
    const page = fakePage()
    messages.listening(page)
    expect(page.got).toHaveLength(20)
    expect(page.got.at(-1)).toEqual({ cairn: 'open', session: 's_999' })
  })
})

describe('what the system asks to open', () => {
  test('files wait for the engine and are added once; links lead the page', async () => {
    const messages = new PageMessages()
    const page = fakePage()
    messages.listening(page)
    const log = vi.fn()
    const requests = new OpenRequests(messages, log)
    requests.open({ files: ['/a.md'], links: ['cairn://session/s_1', 'cairn://app/evil'] })
    const add = vi.fn(() => Promise.resolve())
    requests.engineOpen(add)
    requests.open({ files: ['/b.md', '/c.md'], links: [] })
    expect(add.mock.calls).toEqual([[['/a.md']], [['/b.md', '/c.md']]])
    expect(page.got).toContainEqual({ cairn: 'open', session: 's_1' })
    expect(page.got).toContainEqual({ cairn: 'command', name: 'go_library' })
    expect(log).toHaveBeenCalledTimes(1)
    await Promise.resolve()
  })

  test('files that cannot be added are logged, not thrown', async () => {
    const log = vi.fn()
    const requests = new OpenRequests(new PageMessages(), log)
    requests.engineOpen(() => Promise.reject(new Error('no')))
    requests.open({ files: ['/a.md'], links: [] })
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringContaining('no')))
  })
})

describe('opening the store', () => {
  const locked = new CairnError('STORE_LOCKED', 'Another Cairn uses it.', 'Close that one.')
  const engine = {} as Engine
  const options = { folder: '/store', words: () => windowWords.en, mayChoose: true, log: () => undefined }

  // Would catch a start that gives up silently, or a dialog that does not say what is wrong.
  test('a failure is said in its own words, and trying again works', async () => {
    const open = vi.fn<() => Promise<Engine>>().mockRejectedValueOnce(locked).mockResolvedValueOnce(engine)
    const asked: { detail: string; answers: object }[] = []
    const ask = (question: { detail: string; answers: object }) => {
      asked.push(question)
      return Promise.resolve('again' as const)
    }
    expect(await openEngine({ ...options, open, ask })).toBe(engine)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.detail).toBe('/store\n\nAnother Cairn uses it. Close that one.')
  })

  test('another folder is only offered where it would be used', async () => {
    let answers: object = {}
    const ask = (question: { answers: object }) => {
      answers = question.answers
      return Promise.resolve('quit' as const)
    }
    const open = () => Promise.reject(locked)
    expect(await openEngine({ ...options, mayChoose: false, open, ask })).toBe('quit')
    expect(Object.keys(answers)).toEqual(['again', 'quit'])
  })
})

describe('following the settings', () => {
  async function* changes() {
    const settings = { ...defaultSettings, language: 'zh' as const }
    yield { type: 'snapshot' as const, documents: [], sessions: [], jobs: [], running: [], settings: defaultSettings }
    yield { type: 'documents' as const, changed: [], removed: [] }
    yield await Promise.resolve({ type: 'settings' as const, settings })
  }

  test('tells of the first and of every change', async () => {
    const told: string[] = []
    await followSettings({ watch: changes }, ({ language }) => told.push(language), new AbortController().signal)
    expect(told).toEqual(['system', 'zh'])
  })

  // Would catch the app reporting a bug each time it quits.
  test('ends quietly when the engine closes, and only then', async () => {
    const ending = (error: Error) => ({
      // eslint-disable-next-line @typescript-eslint/require-await
      async *watch() {
        throw error
      },
    })
    const { signal } = new AbortController()
    await followSettings(ending(new CairnError('CANCELLED', 'Closing.')), () => undefined, signal)
    await expect(followSettings(ending(new Error('bug')), () => undefined, signal)).rejects.toThrow('bug')
  })
})

describe('small files', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-window-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  // Would catch a damaged window.json that keeps the app from starting.
  test('damaged, foreign and missing ones are as if they were not there', () => {
    const path = join(folder, 'a.json')
    const schema = z.object({ n: z.number() })
    expect(readJson(path, schema)).toBeUndefined()
    writeJson(path, { n: 1 })
    expect(readJson(path, schema)).toEqual({ n: 1 })
    writeFileSync(path, '{"n": "1"}')
    expect(readJson(path, schema)).toBeUndefined()
    writeFileSync(path, '{"n": 1')
    expect(readJson(path, schema)).toBeUndefined()
  })
})
