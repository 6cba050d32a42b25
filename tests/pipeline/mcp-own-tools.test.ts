import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRouter } from '@engine/api/router'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { TurnSlots } from '@shells/answers/turn-slots'
import { headlessActions } from '@shells/headless-actions'
import { createMcpServer } from '@shells/mcp/mcp-server'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')
let scratch = ''
let engine: Engine
let client: Client

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-mcp-tools-'))
  const folder = join(scratch, 'store')
  await copySampleStore(folder)
  engine = await createEngine({ folder, resources })
  const inner = createRouterClient(createRouter(engine, headlessActions(engine, '/nowhere')))
  const [near, far] = InMemoryTransport.createLinkedPair()
  await createMcpServer({ engine: () => Promise.resolve(inner), slots: new TurnSlots(2) }).connect(far)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
})
afterAll(async () => {
  await client.close()
  await engine.close()
  await rm(scratch, { recursive: true, force: true })
})

async function call(name: string, args: Record<string, unknown>) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
  const [first] = content as { text: string }[]
  return { data: structuredContent, text: first?.text ?? '', isError: isError === true }
}

describe('Cairn’s own tools for other programs', () => {
  // Would catch "no document has a table" where nothing has made the tables ready: it is the first call of this engine.
  test('a record is found by its identifier, with the place of its row', async () => {
    const args = { value: 'KCS-013', table: 'inventory.csv', column: 'item_id', fields: [] }
    const { data, text, isError } = await call('record_lookup', args)
    expect(isError, text).toBe(false)
    expect(data).toMatchObject({ rows: [{ uri: expect.stringContaining('cairn://document/') as string }] })
    expect(text).toContain('KCS-013')
  })

  // Would catch an assistant that must guess which table an identifier stands in, and one that is flooded with rows.
  test('a record is found without a table, and long results are cut', async () => {
    const found = await call('record_lookup', { value: 'KCS-013' })
    expect([found.isError, found.text]).toEqual([false, expect.stringContaining('KCS-013') as string])
    const none = await call('record_lookup', { value: 'KCS-999' })
    expect([none.isError, none.text]).toEqual([true, expect.stringContaining('Name the table') as string])
    const listed = await call('table_query', { table: 'inventory.csv', select: [{ column: 'item_id' }] })
    const { rows, total } = listed.data as { rows: unknown[]; total: number }
    expect(total).toBeGreaterThan(20)
    expect(rows).toHaveLength(total)
    expect(listed.text).toContain(`(${total - 20} more rows)`)
  })

  // Would catch figures in English words for who asked for Chinese ones.
  test.each([
    ['table_query', { table: 'inventory.csv', measures: [{ operation: 'count' }] }],
    ['calculator', { expression: '15% * 890000' }],
    ['datetime', { operation: 'leap_year', year: 2024 }],
  ])('%s answers in the language that is asked for', async (name, args) => {
    const [english, chinese] = [await call(name, args), await call(name, { ...args, language: 'zh' })]
    expect([english.isError, chinese.isError]).toEqual([false, false])
    expect(english.text).not.toMatch(/\p{Script=Han}/u)
    expect(chinese.text).toMatch(/\p{Script=Han}/u)
  })

  test.each([
    ['calculator', { expression: '15% * 890000' }, '133,500'],
    ['datetime', { operation: 'difference', from: '2020-01-01', to: '2021-03-01', unit: 'days' }, '425'],
    ['datetime', { operation: 'describe', date: '2021-05-03', show: 'weekday' }, 'Monday'],
    ['datetime', { operation: 'shift', date: '2021-05-03', by: [{ amount: -3, unit: 'days' }] }, '30 April 2021'],
  ])('%s of %j', async (name, args, answer) => {
    expect((await call(name, args)).text).toContain(answer)
  })

  // Would catch a tool that is off for the user and on for programs, and a failure that does not say what to do.
  test('what does not fit, is not there or is switched off is said', async () => {
    const unfit = await call('datetime', { operation: 'leap_year' })
    expect([unfit.isError, unfit.text]).toEqual([true, expect.stringContaining('at year') as string])
    const currency = { amount: '1', from: 'EUR', to: 'USD' }
    expect((await call('currency', currency)).text).toMatch(/rates/u)
    await engine.tools.own.switch('calculator', false)
    const { isError, text } = await call('calculator', { expression: '1 + 1' })
    await engine.tools.own.switch('calculator', true)
    expect([isError, text]).toEqual([true, expect.stringContaining('switched off') as string])
  })
})
