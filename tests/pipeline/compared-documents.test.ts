import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { OpenAiServer } from '../fakes/openai-server'

const resources = resolve(import.meta.dirname, '../../resources')
const paragraphs = (topic: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `## Part ${at}\n\nPart ${at} of the ${topic} has words of its own, and figures.\n`,
  )
const files = {
  'lease-2024.md': `Either side may end the lease with three months of notice.\n\n${paragraphs('lease', 10).join('\n')}`,
  'grant-2024.md': `# Rules\n\n${paragraphs('grant', 120).join('\n')}\n## End\n\nThe foundation may end the grant after ninety days of delay.`,
  'club.md':
    'The club may end a membership after three months. How the lease and the grant may be ended is known to the chair.',
}
let folder = ''
let server: OpenAiServer
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-compared-'))
  await mkdir(join(folder, 'files'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'files', name), text)
  server = await OpenAiServer.start(['tiny'])
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const event of engine.ingest({ paths: [join(folder, 'files')] })) void event
  await engine.changeSettings({ models: { servers: [server.url] } })
  await engine.models.findServers()
  await engine.changeSettings({ models: { language: `server:127.0.0.1:${server.port}/tiny` } })
  server.behaviour = { kind: 'answer', words: ['Both may be ended [1].'] }
})

afterAll(async () => {
  await engine.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** The evidence that a language model was sent, of which documents it is, and the answer. */
async function sentFor(question: string) {
  server.chats.length = 0
  let response = ''
  for await (const event of engine.ask({ question })) if (event.type === 'final') response = event.response
  const prompts = server.chats.map(({ messages }) => messages.map(({ content }) => content).join('\n'))
  const prompt = prompts.find((text) => text.includes('<evidence source')) ?? ''
  const names = [...prompt.matchAll(/<evidence source="[^"]*?(lease|grant|club)/gu)].map(([, name]) => name)
  return { prompt, names: new Set(names), response }
}

// Catches a prompt in which one of two documents that are compared is read whole, and the other shares its room with strangers.
test('a language model reads both documents that are compared, and no other', async () => {
  const { prompt, names } = await sentFor('Compare lease-2024.md and grant-2024.md: how may each be ended?')
  expect(names).toEqual(new Set(['lease', 'grant']))
  expect(prompt).toContain('three months of notice')
  expect(prompt).toContain('ninety days of delay')
  // Would catch that only what says the question's own words is read.
  expect((await sentFor('比较 lease-2024.md 和 grant-2024.md：怎样终止？')).names).toEqual(new Set(['lease', 'grant']))
})

test('of two that are compared as wholes, the one that has no room is said to be read in part', async () => {
  const { names, response } = await sentFor('Compare lease-2024.md and grant-2024.md')
  expect(names).toEqual(new Set(['lease', 'grant']))
  expect(response).toMatch(/Rules[^\n]*%|grant-2024[^\n]*%/u)
  expect(response).not.toMatch(/lease-2024[^\n]*%/u)
})
